import type { FileLocation } from "../../contract/index.js";
import type { CallFiles } from "../call-files.js";
import { alreadyExists, requireFile } from "../paths/index.js";
import { carryOutPlans, planCreation, planReplacement } from "../plans/index.js";
import { encodeLongText, MAX_WHOLE_FILE_BYTES, readWholeFile } from "../reading/index.js";

/** Creates or replaces a file under its lock; see `WorkspaceFiles.writeText`. */
export async function writeText(
  call: CallFiles,
  path: string,
  text: string,
  options: { readonly overwrite?: boolean } = {},
): Promise<{ readonly location: FileLocation; readonly existed: boolean }> {
  const bytes = await encodeLongText(text, "utf-8");
  return call.lockedWhere(
    () => call.locateFor(path, "write"),
    (location) => [location],
    async (location, held) => {
      const existed = location.stat !== undefined;
      if (!existed) {
        await carryOutPlans(held, [planCreation(held, location.path, { bytes })]);
      } else {
        requireFile(location);
        if (options.overwrite !== true) {
          throw alreadyExists(location.path, "Edit the file instead.");
        }
        await overwrite(held, location, bytes);
      }
      return { location, existed };
    },
  );
}

async function overwrite(call: CallFiles, location: FileLocation, content: Uint8Array): Promise<void> {
  const { named, handle, close } = await call.openFile(location, "read-write");
  try {
    const isHeld = handle.stat.size <= MAX_WHOLE_FILE_BYTES;
    const bytes = isHeld ? await readWholeFile(handle, location.path, MAX_WHOLE_FILE_BYTES) : undefined;
    const old = { handle, bytes };
    await call.requireFresh(location.path, old, { content: "replaced" });
    await carryOutPlans(call, [planReplacement(call, { named, old }, content, "all")]);
  } finally {
    await close();
  }
}
