import type { CallFiles, OpenNamedEntry } from "../call-files.js";
import { Creation, type FileImage, type ReplacedFile, Replacement } from "../changes/index.js";
import { createdStep, replacedStep } from "../journal/index.js";
import { KnownContent } from "../staleness/index.js";
import type { PlannedChange } from "./planned-change.js";

/** Plans a file that does not exist yet. */
export function planCreation(call: CallFiles, path: string, content: Omit<FileImage, "type">): PlannedChange {
  const creation = new Creation(call.changeServices, path, { ...content, type: "file" });
  return {
    change: { type: "create", path },
    steps: [creation],
    async done() {
      const [read, left] = KnownContent.twice(content.bytes);
      call.tracker.recordWhole(path, read);
      return [createdStep(path, left, creation.madeFolders)];
    },
  };
}

/**
 * Plans new content for a file.
 *
 * @param knowledge - what the session knows of the file afterwards: `"all"` when it provided the whole content;
 * `"as-before"` when it may only know the place of its edit; `"unchanged"` when the file has changes that it has not read
 */
export function planReplacement(
  call: CallFiles,
  file: { readonly named: OpenNamedEntry; readonly old: ReplacedFile },
  content: Uint8Array,
  knowledge: "all" | "as-before" | "unchanged",
): PlannedChange {
  const { named, old } = file;
  const { path } = named;
  const step = new Replacement(call.changeServices, named, old, content);
  return {
    change: { type: "update", path },
    steps: [step],
    async done() {
      call.services.boundary.learnContent(path, step.madeStat, content);
      const [read, left] = KnownContent.twice(content);
      const isKnown = knowledge === "all" || (knowledge === "as-before" && call.tracker.knows(path));
      if (isKnown) call.tracker.recordWhole(path, read);
      return [old.bytes === undefined ? undefined : replacedStep(path, old.bytes, left)];
    },
  };
}
