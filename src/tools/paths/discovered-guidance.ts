import type { ToolContext, ToolSession } from "../../contract/index.js";
import { earlierTurns, turnNumber } from "./guidance-turns.js";
import { parentFolder } from "./path-keys.js";

/** A guidance file (AGENTS.md, CLAUDE.md) that the session learns about for the first time. */
export interface DiscoveredGuidance {
  /** Absolute. */
  readonly path: string;
  readonly content: string;
}

const LOOKED_AT = Symbol("collet.guidance-folders");

/**
 * Guidance for the place of a file that was just touched, nearest first; each file comes up once in a session, with the call
 * that began first.
 *
 * What is found is also noted as `discoveredGuidanceFiles` in the metadata of the result, for hosts that put guidance
 * into the prompt themselves.
 *
 * @param path - of the touched file, absolute, symlinks resolved
 */
export async function discoveredGuidance(path: string, context: ToolContext): Promise<DiscoveredGuidance[]> {
  const folders = foldersLookedAt(context.session);
  const folder = parentFolder(path, path);
  folders.set(folder, Math.min(turnNumber(context), folders.get(folder) ?? Number.POSITIVE_INFINITY));
  const found = await context.files.discoverGuidance(path, { beforeTelling: () => earlierTurns(context) });
  const guidance = found.map((file) => ({ path: file.path, content: file.text }));
  if (guidance.length > 0) context.note({ discoveredGuidanceFiles: guidance });
  return guidance;
}

/**
 * The same for calls that come by the dozen: looks only when the session touches a folder for the first time, because
 * looking takes as long as reading a file.
 */
export async function guidanceOfNewFolder(path: string, context: ToolContext): Promise<DiscoveredGuidance[]> {
  const lookedAt = foldersLookedAt(context.session).get(parentFolder(path, path));
  // A later call that was faster left it to this one.
  const isKnown = lookedAt !== undefined && lookedAt <= turnNumber(context);
  return isKnown ? [] : discoveredGuidance(path, context);
}

/** Folders, each with the number of the first turn in which it was looked at. */
function foldersLookedAt({ memory }: ToolSession): Map<string, number> {
  let folders = memory.get(LOOKED_AT) as Map<string, number> | undefined;
  if (folders === undefined) {
    folders = new Map();
    memory.set(LOOKED_AT, folders);
  }
  return folders;
}
