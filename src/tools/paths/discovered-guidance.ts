import type { ToolContext, ToolSession } from "../../contract/index.js";
import { earlierGuidance, guidancePosition } from "./guidance-order.js";
import { parentFolder } from "./path-keys.js";

/** A guidance file (AGENTS.md, CLAUDE.md) that is new to the session. */
export interface DiscoveredGuidance {
  /** Absolute. */
  readonly path: string;
  readonly content: string;
}

const SEARCHED_FOLDERS = Symbol("collet.guidance-folders");

/**
 * Returns guidance for a file that was just accessed, nearest first; each guidance file is reported once in a session,
 * by the call that began first.
 *
 * The files are also recorded as `discoveredGuidanceFiles` in the metadata of the result, for hosts that add guidance
 * to the prompt themselves.
 *
 * @param path - of the accessed file, absolute, symlinks resolved
 */
export async function discoveredGuidance(path: string, context: ToolContext): Promise<DiscoveredGuidance[]> {
  const folders = searchedFolders(context.session);
  const folder = parentFolder(path, path);
  folders.set(folder, Math.min(guidancePosition(context), folders.get(folder) ?? Number.POSITIVE_INFINITY));
  const found = await context.files.discoverGuidance(path, { beforeTelling: () => earlierGuidance(context) });
  const guidance = found.map((file) => ({ path: file.path, content: file.text }));
  if (guidance.length > 0) context.note({ discoveredGuidanceFiles: guidance });
  return guidance;
}

/**
 * Returns guidance like {@link discoveredGuidance} for calls that come in large numbers: searches only when the session
 * accesses a folder for the first time, because the search takes as long as reading a file.
 */
export async function guidanceOfNewFolder(path: string, context: ToolContext): Promise<DiscoveredGuidance[]> {
  const searchedBy = searchedFolders(context.session).get(parentFolder(path, path));
  // A faster later call left it to this one.
  const isKnown = searchedBy !== undefined && searchedBy <= guidancePosition(context);
  return isKnown ? [] : discoveredGuidance(path, context);
}

/** Folders, each with the number of the first call that searched it. */
function searchedFolders({ memory }: ToolSession): Map<string, number> {
  let folders = memory.get(SEARCHED_FOLDERS) as Map<string, number> | undefined;
  if (folders === undefined) {
    folders = new Map();
    memory.set(SEARCHED_FOLDERS, folders);
  }
  return folders;
}
