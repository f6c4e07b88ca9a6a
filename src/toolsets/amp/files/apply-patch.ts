import * as z from "zod";
import { applyPatchOperation, type PatchedFile } from "../../../tools/index.js";
import { face } from "../../face.js";
import { guidanceNotices } from "../../guidance-text.js";
import { patchDescription } from "../../patch-text.js";

/** Result of apply_patch. */
export interface AmpPatchResult {
  /** Diff of all files, in git's format. */
  readonly diff: string;
  /** One row per file: `A` added, `M` modified, `D` deleted, `R` renamed, and the absolute path. */
  readonly files: readonly string[];
}

/** Applies a patch of several files, in Codex' envelope or as a unified diff. */
export const applyPatch = () =>
  face(applyPatchOperation, {
    name: "apply_patch",
    description: patchDescription(['A unified diff ("--- a/path", "+++ b/path", "@@") is accepted as well.']),
    inputSchema: z.object({
      patch: z.string().describe("The whole patch, from *** Begin Patch to *** End Patch, or a unified diff"),
    }),
    aliases: ["ApplyPatch", "patch"],
    parameterAliases: { patch: ["input", "patchText", "patch_text", "diff"] },
    toInput: ({ patch }) => ({ patch }),
    toResult: ({ files }): AmpPatchResult => ({
      diff: files.map(({ diff }) => diff).join(""),
      files: files.map(fileRow),
    }),
    render: ({ files }, { output }) => {
      return [
        `Patched ${files.length === 1 ? "1 file" : `${files.length} files`}:`,
        ...files,
        ...(output?.warnings ?? []),
        ...guidanceNotices(output?.guidance),
        // The patch itself states what was added or deleted, but not where a change was applied.
        ...(output?.files ?? [])
          .filter(({ change }) => change === "update" || change === "move")
          .map(({ diff }) => diff),
      ].join("\n");
    },
  });

const LETTERS: Readonly<Record<PatchedFile["change"], string>> = {
  create: "A",
  update: "M",
  delete: "D",
  move: "R",
};

function fileRow({ change, path, movedFrom }: PatchedFile): string {
  return `${LETTERS[change]} ${movedFrom === undefined ? "" : `${movedFrom} -> `}${path}`;
}
