import type { PathOperations } from "../../contract/index.js";
import type { ExactJson } from "./exact-json.js";

/** Longest path of an exported session, in UTF-16 code units. */
const MAX_PATH_CHARACTERS = 4_096;

/** The root to which the paths of a session are relative; each side has its own. */
export interface ExportRoot {
  /** Absolute, symlinks resolved. */
  readonly root: string;
  readonly path: Pick<PathOperations, "join" | "sep">;
}

/**
 * Converts a path for an export: relative to the root, with `/`; `undefined` for one outside, which has no meaning
 * elsewhere.
 */
export function exportedPath(path: string, { root, path: { sep } }: ExportRoot): string | undefined {
  const start = root.endsWith(sep) ? root : root + sep;
  return path.startsWith(start) ? path.slice(start.length).split(sep).join("/") : undefined;
}

/** Converts an exported path to the local one; refuses a path that leaves the root. */
export function importedPath(json: ExactJson, { root, path }: ExportRoot): string {
  const text = json.text(MAX_PATH_CHARACTERS);
  const parts = text.split("/");
  const isPlain = parts.every((part) => isPlainName(part, path.sep));
  return isPlain ? path.join(root, ...parts) : json.fail("a path below the workspace");
}

/** Returns whether a text is a single path component other than `..`. */
export function isPlainName(name: string, separator: string): boolean {
  if (name === "" || name === "." || name === ".." || /[/\0]/.test(name)) return false;
  return separator === "/" || !/[\\:]/.test(name);
}
