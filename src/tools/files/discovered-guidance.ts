import type { ToolContext } from "../../contract/index.js";

/** A guidance file (AGENTS.md, CLAUDE.md) that the session learns about for the first time. */
export interface DiscoveredGuidance {
  /** Absolute. */
  readonly path: string;
  readonly content: string;
}

/**
 * Guidance for the place of a file that was just touched, nearest first; each file comes up once in a session.
 *
 * What is found is also noted as `discoveredGuidanceFiles` in the metadata of the result, for hosts that put guidance
 * into the prompt themselves.
 *
 * @param path - of the touched file, in any spelling
 */
export async function discoveredGuidance(path: string, context: ToolContext): Promise<DiscoveredGuidance[]> {
  const found = await context.files.discoverGuidance(path);
  const guidance = found.map((file) => ({ path: file.path, content: file.text }));
  if (guidance.length > 0) context.note({ discoveredGuidanceFiles: guidance });
  return guidance;
}
