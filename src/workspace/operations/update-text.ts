import type { FileLocation, TextUpdate, TextUpdateOptions } from "../../contract/index.js";
import { beforeLongStep } from "../../values/index.js";
import type { CallFiles } from "../call-files.js";
import { carryOutPlans, openText, planReplacement } from "../plans/index.js";
import { encodeLongText } from "../reading/index.js";

/**
 * Changes the text of a file under its lock, from the first lookup to the last sync; see `WorkspaceFiles.updateText`.
 */
export async function updateText<Extra>(
  call: CallFiles,
  path: string,
  { update, whenStale }: TextUpdateOptions & { readonly update: TextUpdate<Extra> },
): Promise<{ readonly location: FileLocation } & Extra> {
  const location = await call.afterRecovery(() => call.locateFor(path, "read", "write"));
  const extra = await call.locked([location], async (held) => {
    const opened = await openText(held, location, whenStale);
    try {
      const { file } = opened;
      const { text, ...rest } = await update(file);
      await beforeLongStep(text);
      if (text === file.text) return rest;
      const content = await encodeLongText(text, file.encoding);
      // A session that edits without reading first only knows the place of its edit, so there is no record to update.
      const knowledge = file.stale === undefined ? "as-before" : "unchanged";
      await carryOutPlans(held, [planReplacement(held, opened, content, knowledge)]);
      return rest;
    } finally {
      await opened.close();
    }
  });
  return { location, ...extra } as unknown as { readonly location: FileLocation } & Extra;
}
