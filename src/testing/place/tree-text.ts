import type { FileTree } from "./file-tree.js";

/** A file's content: text where the bytes are UTF-8, else the bytes. */
export type FileContents = string | Uint8Array;

/** The content of every file of a tree by relative path; folders and symlinks are left out. */
export function fileContents(tree: FileTree): Record<string, FileContents> {
  const contents: Record<string, FileContents> = {};
  for (const [path, entry] of tree) {
    if (entry.type === "file") contents[path] = contentOf(entry.content);
  }
  return contents;
}

/** Bytes as text where they are UTF-8; a byte order mark stays. */
export function contentOf(bytes: Uint8Array): FileContents {
  try {
    return new TextDecoder("utf-8", { fatal: true, ignoreBOM: true }).decode(bytes);
  } catch {
    return bytes;
  }
}
