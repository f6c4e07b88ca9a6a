/** Last words of the names of parameters that contain a path. */
const PATH_WORDS = new Set(
  (
    "path paths pathname pathnames filepath filepaths file files filename filenames " +
    "dir dirs directory directories folder folders cwd workdir"
  ).split(" "),
);

/** First words of names that end like a path but contain something else: `json_path` is a query, `url_path` a part of a URL. */
const OTHER_PATHS = new Set("api endpoint http json request route uri url xml".split(" "));

/** Longest name of a parameter that is compared. */
const MAX_NAME = 128;

/** Pairs of parameters that contain paths only together: a `source` alone may be a text. */
const PAIRS: readonly (readonly [string, string])[] = [
  ["source", "destination"],
  ["src", "dest"],
  ["src", "dst"],
];

/**
 * Returns whether the name of a parameter states that it contains a path: `path`, `file_path`, `outputDir`, `paths`.
 *
 * @param siblings - the parameters of the same object
 */
export function isPathName(name: string, siblings: Pick<ReadonlySet<string>, "has">): boolean {
  if (name.length > MAX_NAME) return false;
  const words = wordsOf(name);
  const last = words.at(-1) ?? "";
  if (PATH_WORDS.has(last)) return words.length === 1 || !OTHER_PATHS.has(words[0] ?? "");
  return PAIRS.some((pair) => pair.includes(name) && pair.every((each) => siblings.has(each)));
}

/** Splits a name in camel case, snake case or with hyphens into lower-case words. */
function wordsOf(name: string): readonly string[] {
  return name
    .replace(/[A-Z]/g, (letter, at: number) =>
      at > 0 && /[a-z0-9]/.test(name[at - 1] ?? "") ? `_${letter}` : letter,
    )
    .toLowerCase()
    .split(/[^a-z0-9]/)
    .filter((word) => word !== "");
}
