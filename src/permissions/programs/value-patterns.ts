/** Extensions of source files; no secret file has one of them. */
const SOURCE_EXTENSION =
  "(?:[cm]?[jt]sx?|py|go|rs|java|kt|rb|php|c|h|cc|cpp|hpp|cs|swift|scala|md|mdx|txt|rst|html|css|scss|less|vue|svelte|sql|proto|graphql)";

/** Regular expressions that rows of tables name in `accepts`; each takes time linear in the word. */
export const VALUE_PATTERNS = {
  "sed-print": /^(?:\d+|\$)(?:,(?:\d+|\$))?p$/,
  // Ripgrep excludes hidden files, except those that a glob or a type names: `-g '*'` prints `.env`.
  "source-glob": new RegExp(
    `^(?:!.*|[\\w*./-]*\\*\\.(?:${SOURCE_EXTENSION}|\\{${SOURCE_EXTENSION}(?:,${SOURCE_EXTENSION})*\\}))$`,
  ),
  "source-type":
    /^(?:ts|typescript|js|javascript|py|python|go|rust|java|kotlin|ruby|php|c|cpp|csharp|swift|scala|md|markdown|html|css|vue|svelte|sql|protobuf|graphql)$/,
  // `:(top).env`, `:/x` and `.en*` are git patterns for files that they do not name; `:x` is a path in the index.
  "plain-revision": /^(?::(?=[\w.]))?[^*?[\]\\:][^*?[\]\\]*$/,
  // Not every version of git accepts a word that looks like a long option as the value of the option before it.
  "no-option": /^(?!--)/,
  // Git formats that check no signature: checking runs a program, which may write keys and search for keys elsewhere.
  "unsigned-format": /^(?:[^%s]|%(?![ +-]?G)|s(?!ignature))*$/,
  // `cd -` changes to a folder that only the shell knows.
  "named-folder": /^(?:[^-]|-[\s\S])/,
} as const satisfies Readonly<Record<string, RegExp>>;
