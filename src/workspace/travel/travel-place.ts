import type { PathOperations } from "../../contract/index.js";
import type { ExactJson } from "./exact-json.js";

/** Longest path of an exported session, in UTF-16 code units. */
const MAX_PATH_CHARACTERS = 4_096;

/** Where the paths of a session start; both sides have their own. */
export interface TravelPlace {
  /** Absolute, symlinks resolved. */
  readonly root: string;
  readonly path: Pick<PathOperations, "join" | "sep">;
}

/** A path as it travels: from the root, with `/`; nothing for one outside, which means nothing elsewhere. */
export function travelling(path: string, { root, path: { sep } }: TravelPlace): string | undefined {
  const start = root.endsWith(sep) ? root : root + sep;
  return path.startsWith(start) ? path.slice(start.length).split(sep).join("/") : undefined;
}

/** The path here of one that travelled; a path that leads out is refused. */
export function arrived(json: ExactJson, { root, path }: TravelPlace): string {
  const text = json.text(MAX_PATH_CHARACTERS);
  const parts = text.split("/");
  const isPlain = parts.every((part) => isPlainName(part, path.sep));
  return isPlain ? path.join(root, ...parts) : json.fail("a path below the workspace");
}

/** Whether a text is a single component of a path, and no way up. */
export function isPlainName(name: string, separator: string): boolean {
  if (name === "" || name === "." || name === ".." || /[/\0]/.test(name)) return false;
  return separator === "/" || !/[\\:]/.test(name);
}
