/** Extensions of source files; no secret file has one of them. */
const SOURCE_EXTENSION =
  "(?:[cm]?[jt]sx?|py|go|rs|java|kt|rb|php|c|h|cc|cpp|hpp|cs|swift|scala|md|mdx|txt|rst|html|css|scss|less|vue|svelte|sql|proto|graphql)";

/** An address of sed: a line, the last line, or a pattern without brackets, in which manuals read a slash differently. */
const SED_ADDRESS = "(?:\\d+|\\$|/(?:[^/\\\\[\\n]|\\\\[^\\n])+/)";

/**
 * `s/a/b/g` with one of four separators. In brackets, some manuals read the separator as an ordinary character, and sed of BSD
 * reads on after `[[.`, `[[=` and `[[:` up to `.]]`, `=]]` and `:]]`: only whole classes such as `[[:alpha:]]` are known.
 */
function sedSubstitution(separator: string): string {
  const ordinary = `[^\\][${separator}\\\\\\n]`;
  const inBracket = separator === ":" ? ordinary : `(?:${ordinary}|\\[:[a-z]{1,8}:\\])`;
  const bracket = `\\[\\^?${inBracket}+\\]`;
  const replacement = `(?:[^${separator}\\\\\\n]|\\\\[^\\n])*`;
  return `s${separator}(?:[^${separator}\\\\[\\n]|\\\\[^\\n]|${bracket})+${separator}${replacement}${separator}[gpI0-9]*`;
}

/** Commands of sed that neither run a program nor read or write another file. */
const SED_EDIT = `(?:(?:${SED_ADDRESS}(?:,(?:${SED_ADDRESS}|\\+\\d+))?)?(?:[pdq=]|${["/", "#", ",", ":"].map(sedSubstitution).join("|")}))`;

/** Regular expressions that rows of tables name in `accepts`; each takes time linear in the word. */
export const VALUE_PATTERNS = {
  "sed-edit": new RegExp(`^ *${SED_EDIT}(?: *; *${SED_EDIT})*;? *$`),
  // Without modules, which are other files (`import "secrets" as $s; $s` prints `secrets.json`), and without the environment.
  "jq-filter": /^(?:[^imeE]|i(?!mport|nclude)|m(?!odulemeta)|e(?!nv)|E(?!NV))*$/,
  // Without pipes, `system`, `getline`, `@` (other files, calls by name), the environment, and changes of the operands, even through
  // the table of variables. `>` writes a file only after `print` or `printf`; `>=` never does.
  "awk-program":
    /^(?:[^|@sgpAES]|p(?!rint)|s(?!ystem)|g(?!etline)|A(?!RG)|E(?!NVIRON)|S(?!YMTAB)|\|\|)*(?:p(?=rint)(?:[^|@>sgAES]|s(?!ystem)|g(?!etline)|A(?!RG)|E(?!NVIRON)|S(?!YMTAB)|\|\||>=)*)?$/,
  "printf-format": /^(?!-)(?:[^%]|%%|%-?\d{0,4}s)*$/,
  "test-word": /^[^[$`]*$/,
  "closing-bracket": /^\]$/,
  "date-format": /^\+/,
  level: /^\d+$/,
  number: /^[\d.+-]+[smhd]?$/,
  // Settings that contain no password: a URL in `.git/config` may be read there as well.
  "git-setting": /^(?:user\.(?:name|email)|core\.[a-z]{1,64}|init\.defaultbranch|(?:branch|remote)\..*)$/i,
  "get-url": /^get-url$/,
  // Ripgrep excludes hidden files, except those that a glob or a type names: `-g '*'` prints `.env`.
  "source-glob": new RegExp(
    `^(?:!.*|[\\w*./-]*\\.(?:${SOURCE_EXTENSION}|\\{${SOURCE_EXTENSION}(?:,${SOURCE_EXTENSION})*\\}))$`,
  ),
  "source-type":
    /^(?:ts|typescript|js|javascript|py|python|go|rust|java|kotlin|ruby|php|c|cpp|csharp|swift|scala|md|markdown|html|css|vue|svelte|sql|protobuf|graphql)$/,
  // `:(top).env`, `:/x` and `.en*` are git patterns for files that they do not name; `:x` is a path in the index.
  "plain-revision": /^(?::(?=[\w.]))?[^*?[\]\\:][^*?[\]\\]*$/,
  // Not every version of git accepts a word that looks like a long option as the value of the option before it.
  "no-option": /^(?!--)/,
  // Git formats that check no signature: checking runs a program, which may write keys and search for keys elsewhere. `%(raw)`
  // prints a file if a reference names one.
  "unsigned-format": /^(?:[^%s]|%(?![ +-]?G|\(\*?raw)|s(?!ignature))*$/,
  // A program may read a word that looks like an option as one, even where a value is required.
  "no-dash": /^(?!-)/,
  // A shell reads a word that starts with `+` as an option, which takes back the same one with `-`, and `-` as the end of the options.
  "script-file": /^[^-+]/,
  "plain-name": /^[A-Za-z0-9_][\w.,:@+-]*$/,
  "plain-target": /^(?!\.\.)[\w.:][\w.:/-]*$/,
  "switch-value": /^[\w.,:@%-]*$/,
  // `git reflog expire` and `git reflog delete` change something.
  "shown-reflog": /^(?!(?:expire|delete|drop|write|exists|list)$)[^*?[\]\\:]*$/,
  // Both with the default host: a host in front of them, or another URL, is connected to.
  "github-repository": /^(?:https:\/\/github\.com\/)?[\w.-]+\/[\w.-]+$/,
  "github-subject": /^(?:https:\/\/github\.com\/[\w./#-]+|#?\w[\w./@+-]*(?::\w[\w./@+-]*)?)$/,
  "github-endpoint": /^\/?(?:repos|orgs|users|user|search|gists|rate_limit)(?:[/?][\w./?=&%,:@+~{}-]*)?$/,
  "get-method": /^GET$/,
  // Other headers choose a method or a host.
  "accept-header": /^[Aa]ccept: ?[\w./+;=, -]+$/,
  // `cd -` changes to a folder that only the shell knows.
  "named-folder": /^(?:[^-]|-[\s\S])/,
} as const satisfies Readonly<Record<string, RegExp>>;

/**
 * A mark before a word that the shell replaces by the names of matching files (`src/*.ts`), or as it is written if there are none.
 * No word of a shell contains it.
 */
export const PATTERN_WORD = "\u0000";

/** A mark before such a value in a long option (`--include=*.ts`): every name that replaces it starts with the same option. */
export const PATTERN_VALUE = "\u0001";

/** Returns whether a word, or the value in it, is a pattern. */
export function isFilePattern(word: string): boolean {
  return word.includes(PATTERN_WORD) || word.includes(PATTERN_VALUE);
}
