import type { FileTree } from "./file-tree.js";

/** The content of a file: text if the bytes are UTF-8, otherwise the bytes. */
export type FileContents = string | Uint8Array;

/** Returns the content of every file of a tree by relative path; folders and symlinks are omitted. */
export function fileContents(tree: FileTree): Record<string, FileContents> {
  const contents: Record<string, FileContents> = {};
  for (const [path, entry] of tree) {
    if (entry.type === "file") contents[path] = contentOf(entry.content);
  }
  return contents;
}

/** Returns bytes as text if they are UTF-8; a byte order mark is kept. */
export function contentOf(bytes: Uint8Array): FileContents {
  try {
    return new TextDecoder("utf-8", { fatal: true, ignoreBOM: true }).decode(bytes);
  } catch {
    return bytes;
  }
}
