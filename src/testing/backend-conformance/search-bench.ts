import type { Search, SearchScope, TextSearch } from "../../contract/index.js";
import type { SeedEntry } from "../seed-entry.js";
import type { Bench } from "./test-bench.js";

/** The tree that the searches of the suite use. */
export const SEARCH_TREE = {
  "readme.md": "# Title\nhello world\nHello again\n",
  "src/main.ts": "const one = 1;\nconst two = 2;\nconsole.log(one + two);\n",
  "src/deep/er/leaf.ts": "export const leaf = 'one';\n",
  "src/windows.txt": "first one\r\nsecond\r\n",
  "src/unterminated.txt": "no newline at the end: one",
  "src/empty.txt": "",
  ".hidden/secret.ts": "const one = 'hidden';\n",
  ".config.json": '{ "one": 1 }\n',
  ".git/HEAD": "ref: one\n",
  "build/out.js": "one\n",
  "logs/today.log": "one\n",
  "logs/kept.log": "one\n",
  "logs/deep/more.log": "one\n",
  "to-src": { symlinkTo: "src" },
  "to-main.ts": { symlinkTo: "src/main.ts" },
  ".gitignore": "# made by hand\n/build/\n*.log\n!kept.log\n",
} satisfies Record<string, SeedEntry>;

/** A signal that never aborts. */
export const never = new AbortController().signal;

/** Returns the search under test. */
export function searchOf({ backend }: Bench): Search {
  if (backend.search === undefined) {
    throw new Error(
      `The ${backend.name} backend has no search. Declare this in its factory: supports: { search: false }.`,
    );
  }
  return backend.search;
}

/** Returns the paths found, relative to the root, sorted. */
export async function filesIn(bench: Bench, scope: Partial<SearchScope> = {}): Promise<string[]> {
  const found: string[] = [];
  for await (const path of searchOf(bench).files({ path: bench.root, signal: never, ...scope })) {
    found.push(relativeTo(bench, path));
  }
  return found.sort();
}

/** Returns the lines found as `path:line:text`, context with `-`, files sorted. */
export async function linesIn(
  bench: Bench,
  request: Partial<TextSearch> & { readonly pattern: string },
): Promise<string[]> {
  const byPath = new Map<string, string[]>();
  for await (const { kind, path, line, text } of searchOf(bench).text({
    path: bench.root,
    signal: never,
    ...request,
  })) {
    const name = relativeTo(bench, path);
    const mark = kind === "match" ? ":" : "-";
    byPath.set(name, [...(byPath.get(name) ?? []), `${name}${mark}${line}${mark}${text}`]);
  }
  return [...byPath.keys()].sort().flatMap((name) => byPath.get(name) ?? []);
}

function relativeTo({ root, files }: Bench, path: string): string {
  if (!files.path.isAbsolute(path)) throw new Error(`${path} is not absolute`);
  return files.path.relative(root, path).split(files.path.sep).join("/");
}
