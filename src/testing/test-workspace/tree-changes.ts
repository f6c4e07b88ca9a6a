import { createTwoFilesPatch } from "diff";
import { sameBytes } from "../../values/index.js";
import type { FileTree, TreeEntry } from "./file-tree.js";

/** The content of a file: text if the bytes are UTF-8, otherwise the bytes. */
export type FileContents = string | Uint8Array;

/** A path that was created, changed or deleted. */
export interface TreeChange {
  readonly type: "created" | "changed" | "deleted";
  /** The path relative to the root. */
  readonly path: string;
}

/** Returns the differences between two trees, sorted by path. */
export function treeChanges(before: FileTree, after: FileTree): readonly TreeChange[] {
  const paths = [...new Set([...before.keys(), ...after.keys()])].sort();
  return paths.flatMap((path): TreeChange[] => {
    const old = before.get(path);
    const now = after.get(path);
    if (old === undefined) return [{ type: "created", path }];
    if (now === undefined) return [{ type: "deleted", path }];
    return sameEntry(old, now) ? [] : [{ type: "changed", path }];
  });
}

/** Returns whether two entries are equal; `undefined` means that there is no entry. */
export function sameEntry(first: TreeEntry | undefined, second: TreeEntry | undefined): boolean {
  if (first === undefined || second === undefined) return first === second;
  if (first.type === "file" && second.type === "file") {
    return first.mode === second.mode && sameBytes(first.content, second.content);
  }
  if (first.type === "symlink" && second.type === "symlink") return first.target === second.target;
  return first.type === second.type;
}

/**
 * Formats the change from one tree to another as a unified diff, empty for no change. An entry without lines of text (bytes,
 * a folder, a symlink, a mode) gets one line: `created: assets/`.
 */
export function diffTrees(before: FileTree, after: FileTree): string {
  return treeChanges(before, after)
    .map(({ type, path }) => diffOf(path, type, before.get(path), after.get(path)))
    .join("");
}

function diffOf(
  path: string,
  type: TreeChange["type"],
  old: TreeEntry | undefined,
  now: TreeEntry | undefined,
): string {
  const texts = [textOf(old), textOf(now)] as const;
  if (texts[0] === undefined || texts[1] === undefined || texts[0] === texts[1]) {
    return `${type}: ${path}${(now ?? old)?.type === "directory" ? "/" : ""}\n`;
  }
  const from = old === undefined ? "/dev/null" : `a/${path}`;
  const to = now === undefined ? "/dev/null" : `b/${path}`;
  // The package starts with a line of equal signs, which no other diff has.
  return createTwoFilesPatch(from, to, texts[0], texts[1]).replace(/^=+\n/, "");
}

/** Returns the text of an entry: empty for no entry, `undefined` for one without text. */
function textOf(entry: TreeEntry | undefined): string | undefined {
  if (entry === undefined) return "";
  if (entry.type !== "file") return undefined;
  const content = contentOf(entry.content);
  return typeof content === "string" ? content : undefined;
}

/** Returns the content of every file of a tree by relative path; folders and symlinks are omitted. */
export function fileContents(tree: FileTree): Record<string, FileContents> {
  const contents: Record<string, FileContents> = {};
  for (const [path, entry] of tree) {
    if (entry.type === "file") contents[path] = contentOf(entry.content);
  }
  return contents;
}

/** Returns bytes as text if they are UTF-8; a byte order mark is kept. */
function contentOf(bytes: Uint8Array): FileContents {
  try {
    return new TextDecoder("utf-8", { fatal: true, ignoreBOM: true }).decode(bytes);
  } catch {
    return bytes;
  }
}
