import { ToolError } from "../../contract/index.js";
import type { CallFiles, OpenNamedEntry } from "../call-files.js";
import { type FolderContent, Relocation } from "../changes/index.js";
import { trashedStep } from "../journal/index.js";
import { carryOutPlans, type PresentLocation } from "../plans/index.js";

/** Errors of a rename into the trash after which the folder is removed directly: after them the folder is unchanged. */
const NOT_MOVABLE: ReadonlySet<string | undefined> = new Set([
  "access-denied",
  "io-error",
  "no-space",
  "not-supported",
]);

/** A folder that is about to be removed. */
export interface TrashedFolder {
  readonly location: PresentLocation;
  readonly named: OpenNamedEntry;
  readonly content: FolderContent;
  /** Called after the folder was moved. */
  readonly gone: () => void;
}

/**
 * Moves a folder to the trash, from which `undo` restores it. Returns whether that was possible; if not, nothing has
 * changed.
 */
export async function trashFolder(call: CallFiles, folder: TrashedFolder): Promise<boolean> {
  const { location, named, content, gone } = folder;
  const { path, stat } = location;
  const { extent, holdsProtected } = content;
  const { trash, files } = call.services.backend;
  if (trash === undefined || extent === undefined) return false;
  const keptAs = await trash.reserve(stat.device, extent);
  if (keptAs === undefined || keptAs.startsWith(path + files.path.sep)) return false;
  const move = new Relocation(call.changeServices, {
    from: named,
    expected: stat,
    to: keptAs,
    acrossVolumes: "refuse",
  });
  try {
    await carryOutPlans(call, [
      {
        change: { type: "delete", path },
        steps: [move],
        async done() {
          gone();
          return [trashedStep({ path, keptAs, identity: stat.identity, holdsProtected })];
        },
      },
    ]);
    return true;
  } catch (error) {
    if (ToolError.isInstance(error) && NOT_MOVABLE.has(error.code)) return false;
    throw error;
  }
}
