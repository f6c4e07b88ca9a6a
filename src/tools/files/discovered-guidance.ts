import type { ToolContext, ToolSession } from "../../contract/index.js";
import { parentFolder } from "./path-keys.js";

/** A guidance file (AGENTS.md, CLAUDE.md) that the session learns about for the first time. */
export interface DiscoveredGuidance {
  /** Absolute. */
  readonly path: string;
  readonly content: string;
}

const LOOKED_AT = Symbol("collet.guidance-folders");

/**
 * Guidance for the place of a file that was just touched, nearest first; each file comes up once in a session.
 *
 * What is found is also noted as `discoveredGuidanceFiles` in the metadata of the result, for hosts that put guidance
 * into the prompt themselves.
 *
 * @param path - of the touched file, absolute, symlinks resolved
 */
export async function discoveredGuidance(path: string, context: ToolContext): Promise<DiscoveredGuidance[]> {
  foldersLookedAt(context.session).add(parentFolder(path, path));
  const found = await context.files.discoverGuidance(path);
  const guidance = found.map((file) => ({ path: file.path, content: file.text }));
  if (guidance.length > 0) context.note({ discoveredGuidanceFiles: guidance });
  return guidance;
}

/**
 * The same for calls that come by the dozen: looks only when the session touches a folder for the first time, because
 * looking takes as long as reading a file.
 */
export async function guidanceOfNewFolder(path: string, context: ToolContext): Promise<DiscoveredGuidance[]> {
  const isKnown = foldersLookedAt(context.session).has(parentFolder(path, path));
  return isKnown ? [] : discoveredGuidance(path, context);
}

function foldersLookedAt({ memory }: ToolSession): Set<string> {
  let folders = memory.get(LOOKED_AT) as Set<string> | undefined;
  if (folders === undefined) {
    folders = new Set();
    memory.set(LOOKED_AT, folders);
  }
  return folders;
}
