import type { FileLocation } from "../../contract/index.js";
import type { CallFiles } from "../call-files.js";
import {
  carryOutPlans,
  type OpenedEntry,
  type OpenedMove,
  openEntry,
  openFolderEntry,
  type PresentLocation,
  planMove,
} from "../plans/index.js";
import { MAX_WHOLE_FILE_BYTES } from "../reading/index.js";
import { locateMove, type MoveEnds, requireReplaceable } from "./move-rules.js";

/** Largest file that is read when it moves, so that an undo of the move can check whether it is unchanged. */
export const MAX_MARKED_BYTES = 16_777_216;

/** Moves a file, symlink or folder under the locks of both names; see `FileChanges.move`. */
export function movePath(
  call: CallFiles,
  source: string,
  destination: string,
  options: { readonly overwrite?: boolean } = {},
): Promise<{ readonly from: FileLocation; readonly to: FileLocation; readonly overwrote: boolean }> {
  return call.lockedWhere(
    () => locateMove(call, source, destination),
    ({ from, to }) => [from, to],
    async (ends, held) => {
      requireReplaceable(ends, options);
      const { from, to, changesCaseOnly } = ends;
      const isFolder = from.stat.type === "directory";
      const source = await (isFolder
        ? openFolderEntry(held, from)
        : openEntry(held, from, { maxBytes: MAX_MARKED_BYTES }));
      const move = await openMove(held, ends, source);
      try {
        await carryOutPlans(held, [planMove(held, move)]);
      } finally {
        await move.close();
      }
      return { from, to, overwrote: to.stat !== undefined && !changesCaseOnly };
    },
  );
}

/**
 * Opens the destination of a move that was found possible. A file that will be overwritten must be unchanged since the
 * session read it. From here on the source is closed together with the destination, even on failure.
 */
export async function openMove(
  call: CallFiles,
  { to, changesCaseOnly }: MoveEnds,
  source: OpenedEntry,
): Promise<OpenedMove & { close(): Promise<void> }> {
  try {
    const { stat } = to;
    const isFree = stat === undefined || changesCaseOnly;
    const overwritten = isFree ? undefined : await openOverwritten(call, { ...to, stat });
    return {
      from: source,
      to,
      changesCaseOnly,
      overwritten,
      close: async () => {
        await overwritten?.close();
        await source.close();
      },
    };
  } catch (error) {
    await source.close();
    throw error;
  }
}

async function openOverwritten(call: CallFiles, location: PresentLocation): Promise<OpenedEntry> {
  const options = { maxBytes: MAX_WHOLE_FILE_BYTES, unreadable: "refuse" } as const;
  const entry = await openEntry(call, location, options);
  try {
    if (entry.content !== undefined) {
      await call.requireFresh(location.path, entry.content, { content: "replaced" });
    }
    return entry;
  } catch (error) {
    await entry.close();
    throw error;
  }
}
