/** Extensions of source files, none of which is one of a file for secrets. */
const SOURCE_EXTENSION =
  "(?:[cm]?[jt]sx?|py|go|rs|java|kt|rb|php|c|h|cc|cpp|hpp|cs|swift|scala|md|mdx|txt|rst|html|css|scss|less|vue|svelte|sql|proto|graphql)";

/** Regular expressions that rows of tables name in `accepts`; each takes time linear in the word. */
export const VALUE_PATTERNS = {
  "sed-print": /^(?:\d+|\$)(?:,(?:\d+|\$))?p$/,
  // Ripgrep leaves hidden files out, but for those that a glob or a type names: `-g '*'` prints `.env`.
  "source-glob": new RegExp(
    `^(?:!.*|[\\w*./-]*\\*\\.(?:${SOURCE_EXTENSION}|\\{${SOURCE_EXTENSION}(?:,${SOURCE_EXTENSION})*\\}))$`,
  ),
  "source-type":
    /^(?:ts|typescript|js|javascript|py|python|go|rust|java|kotlin|ruby|php|c|cpp|csharp|swift|scala|md|markdown|html|css|vue|svelte|sql|protobuf|graphql)$/,
  // `:(top).env`, `:/x` and `.en*` are patterns of git that stand for files which they do not name; `:x` is one of the index.
  "plain-revision": /^(?::(?=[\w.]))?[^*?[\]\\:][^*?[\]\\]*$/,
  // Not every version of git takes a word that looks like a long option for the value of the option in front of it.
  "no-option": /^(?!--)/,
  // Formats of git in which no signature is checked: that runs a program, which may write keys and look for some elsewhere.
  "unsigned-format": /^(?:[^%s]|%(?![ +-]?G)|s(?!ignature))*$/,
  // `cd -` leads to a folder that only the shell knows.
  "named-folder": /^(?:[^-]|-[\s\S])/,
} as const satisfies Readonly<Record<string, RegExp>>;
