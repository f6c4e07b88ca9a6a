import type { FolderExtent } from "../../contract/index.js";
import type { CallFiles } from "../call-files.js";
import { MAX_KEPT_ENTRIES } from "../changes/index.js";
import { MAX_JOURNAL_BYTES } from "../journal/index.js";

/** Limit of the content of a removed folder that is kept in memory. */
const IN_MEMORY: FolderExtent = { entries: MAX_KEPT_ENTRIES, bytes: MAX_JOURNAL_BYTES };

/** Returns how large the folder at a path may be so that its removal can be undone; see `FileChanges.removalLimits`. */
export async function removalLimits(call: CallFiles, path: string): Promise<FolderExtent> {
  const { trash } = call.services.backend;
  const { stat } = await call.locateEntry(path);
  return (await trash?.takes(stat?.device)) === true ? (trash?.limits ?? IN_MEMORY) : IN_MEMORY;
}
