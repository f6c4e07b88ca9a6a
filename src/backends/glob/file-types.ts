import { ToolError } from "../../contract/index.js";
import { compileGlob } from "./glob-matcher.js";

/** The most common file types of ripgrep, with its names and globs, for searches without ripgrep. */
const FILE_TYPES: Readonly<Record<string, readonly string[]>> = {
  c: ["*.[chH]", "*.[chH].in", "*.cats"],
  cpp: [
    "*.[ChH]",
    "*.[ChH].in",
    "*.[ch]pp",
    "*.[ch]pp.in",
    "*.[ch]xx",
    "*.[ch]xx.in",
    "*.{cc,hh}",
    "*.{cc,hh}.in",
    "*.inl",
  ],
  cs: ["*.cs"],
  csharp: ["*.cs"],
  css: ["*.{css,scss}"],
  csv: ["*.csv"],
  dart: ["*.dart"],
  docker: ["*Dockerfile*"],
  elixir: ["*.{eex,ex,exs,heex,leex,livemd}"],
  go: ["*.go"],
  graphql: ["*.{graphql,graphqls}"],
  h: ["*.{h,hh,hpp}"],
  haskell: ["*.{c2hs,cpphs,hs,hsc,lhs}"],
  html: ["*.{ejs,htm,html}"],
  java: ["*.{java,jsp,jspx,properties}"],
  js: ["*.{cjs,js,jsx,mjs,vue}"],
  json: ["*.{json,sarif}", "composer.lock"],
  kotlin: ["*.{kt,kts}"],
  less: ["*.less"],
  lua: ["*.lua"],
  markdown: ["*.{markdown,md,mdown,mdwn,mdx,mkd,mkdn}"],
  md: ["*.{markdown,md,mdown,mdwn,mdx,mkd,mkdn}"],
  nix: ["*.nix"],
  objc: ["*.{h,m}"],
  ocaml: ["*.{ml,mli,mll,mly}"],
  perl: ["*.{PL,perl,pl,plh,plx,pm,t}"],
  php: ["*.{php,php3,php4,php5,php7,php8,pht,phtml}"],
  protobuf: ["*.proto"],
  py: ["*.{py,pyi}"],
  python: ["*.{py,pyi}"],
  ruby: ["*.{gemspec,rake,rb,rbw}", ".irbrc", "Gemfile", "Rakefile", "config.ru"],
  rust: ["*.rs"],
  sass: ["*.{sass,scss}"],
  scala: ["*.{sbt,scala}"],
  sql: ["*.{psql,sql}"],
  svelte: ["*.svelte", "*.svelte.ts"],
  svg: ["*.svg"],
  swift: ["*.swift"],
  toml: ["*.toml", "Cargo.lock"],
  ts: ["*.{cts,mts,ts,tsx}"],
  txt: ["*.txt"],
  typescript: ["*.{cts,mts,ts,tsx}"],
  vue: ["*.vue"],
  xml: ["*.{dtd,rng,sch,xhtml,xjb,xml,xsd,xsl,xslt}", "*.xml.dist"],
  yaml: ["*.{yaml,yml}"],
  zig: ["*.zig"],
};

/**
 * Returns a test that decides by its name whether a file has one of the types. Without types, every file
 * passes. Throws `invalid-input` for a type that is not in the list.
 */
export function fileTypeFilter(types: readonly string[] | undefined): (name: string) => boolean {
  if (types === undefined || types.length === 0) return () => true;
  const matchers = types.flatMap((type) => {
    const globs = Object.hasOwn(FILE_TYPES, type) ? FILE_TYPES[type] : undefined;
    if (globs === undefined) {
      throw new ToolError(
        `The file type '${type}' is not supported by this search. Use a glob instead, for example "**/*.${type}".`,
        { code: "invalid-input" },
      );
    }
    return globs.map((glob) => compileGlob(glob, { hidden: "any" }));
  });
  return (name) => matchers.some((matcher) => matcher.matches(name));
}
