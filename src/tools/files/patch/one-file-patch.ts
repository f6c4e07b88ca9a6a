import { ToolError } from "../../../contract/index.js";
import type { Operation } from "../../operation.js";
import { type ApplyPatchOutput, applyPatchOperation } from "./apply-patch.js";
import { readPatch } from "./read-patch.js";

/** A change of one file, as OpenAI's `apply_patch` tool sends it. */
export interface OneFilePatchInput {
  readonly type: "create_file" | "update_file" | "delete_file";
  readonly path: string;
  /** In the V4A format without its envelope: hunks, or lines that begin with `+`. */
  readonly diff?: string | undefined;
}

const HEADINGS = { create_file: "Add", update_file: "Update", delete_file: "Delete" } as const;

/** Creates, updates or deletes one file by a diff. Errors: those of `applyPatchOperation`. */
export const oneFilePatchOperation: Operation<OneFilePatchInput, ApplyPatchOutput> = {
  ...applyPatchOperation,
  executionProfile: {
    resourceKeys: (input, environment) =>
      applyPatchOperation.executionProfile.resourceKeys?.(patchOf(input), environment) ?? [],
  },
  facts: (input, environment) => applyPatchOperation.facts(patchOf(input), environment),
  preview: async (input, context) => (await applyPatchOperation.preview?.(patchOf(input), context)) ?? [],
  run: (input, context) => applyPatchOperation.run(patchOf(input), context),
};

function patchOf({ type, path, diff = "" }: OneFilePatchInput) {
  if (path === "" || /[\r\n\0]/.test(path)) {
    throw new ToolError("path is not the path of one file.", { code: "invalid-path" });
  }
  const heading = `*** ${HEADINGS[type]} File: ${path}`;
  const sections = type === "delete_file" || diff === "" ? [heading] : [heading, diff.replace(/\r?\n$/, "")];
  const patch = ["*** Begin Patch", ...sections, "*** End Patch"].join("\n");
  const read = readPatch(patch);
  const [first, ...others] = read.ok ? read.files : [];
  if (first !== undefined && (others.length > 0 || first.type === "move" || first.path !== path.trim())) {
    throw new ToolError("diff has a line that begins another file. Send one operation for each file.", {
      code: "invalid-patch",
    });
  }
  return { patch, patchName: "diff" };
}
