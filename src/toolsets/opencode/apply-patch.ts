import * as z from "zod";
import { type ApplyPatchOutput, applyPatchOperation } from "../../tools/index.js";
import { face } from "../face.js";
import { guidanceNotices } from "../guidance-text.js";
import { patchDescription, patchedFiles } from "../patch-text.js";
import { type OpenCodeResult, openCodeContent } from "./results/index.js";

/** Result of apply_patch in OpenCode's style. */
export type OpenCodePatchResult = OpenCodeResult<{
  /** Diff of all files, in git's format. */
  readonly diff: string;
  readonly files: readonly {
    /** Absolute path; the new path of a moved file. */
    readonly filePath: string;
    readonly type: "add" | "update" | "delete" | "move";
    readonly movedFrom?: string;
  }[];
}>;

/** OpenCode's apply_patch, which it shows in place of edit and write to models that were trained on it. */
export function applyPatch() {
  return face(applyPatchOperation, {
    name: "apply_patch",
    description: patchDescription(),
    inputSchema: z.object({
      patchText: z.string().describe("The whole patch, from *** Begin Patch to *** End Patch"),
    }),
    toInput: ({ patchText }) => ({ patch: patchText, patchName: "patchText" }),
    toResult: patchResult,
    render: openCodeContent,
  });
}

const TYPES = { create: "add", update: "update", delete: "delete", move: "move" } as const;

function patchResult({ files, warnings, guidance }: ApplyPatchOutput): OpenCodePatchResult {
  return {
    title: files.length === 1 ? "1 file" : `${files.length} files`,
    metadata: {
      diff: files.map(({ diff }) => diff).join(""),
      files: files.map(({ change, path, movedFrom }) => ({
        filePath: path,
        type: TYPES[change],
        ...(movedFrom !== undefined && { movedFrom }),
      })),
    },
    output: [patchedFiles(files), ...warnings, ...guidanceNotices(guidance)].join("\n"),
  };
}
