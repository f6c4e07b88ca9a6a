import type { CallFiles } from "../call-files.js";
import { Removal } from "../changes/index.js";
import { removedStep } from "../journal/index.js";
import type { OpenedEntry } from "./opened-entry.js";
import type { PlannedChange } from "./planned-change.js";

/** Plans the removal of a file or symlink. */
export function planRemoval(call: CallFiles, entry: OpenedEntry): PlannedChange {
  const { named, stat, content, image } = entry;
  const { path } = named;
  return {
    change: { type: "delete", path },
    steps: [new Removal(named, stat, content)],
    async done() {
      call.tracker.forget(path);
      return [image === undefined ? undefined : removedStep(path, image)];
    },
  };
}
