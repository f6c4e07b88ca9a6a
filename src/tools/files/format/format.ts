import { loadOnce } from "../../../values/index.js";
import type { Operation } from "../../operation.js";
import { editingKeys, volumeKey } from "../../paths/index.js";
import type { FormatInput, FormatOutput } from "./format-file.js";

const loadFormatting = loadOnce(() => import("./format-file.js"));

/**
 * Formats a file with the formatter that its project uses.
 *
 * The formatter only reads; its text is written like any edit: in the file's own encoding, under its lock, recorded for
 * undo. The kind is `execute`, because a formatter and its plug-ins are code from the project: permission to format is
 * permission to run that code. The command is unknown until the project has been searched, so it is not a fact for
 * command rules; an approver sees it in the preview.
 *
 * Errors: `formatter-missing` with everything that was searched for, `format-failed` with the formatter's own message,
 * `stale-file` when the file changed meanwhile, and the errors of the workspace.
 */
export const formatOperation: Operation<FormatInput, FormatOutput> = {
  requires: ["shell"],
  kind: "execute",
  annotations: { readOnlyHint: false, destructiveHint: false, idempotentHint: true },
  // Only the formatter knows which settings, plug-ins and other files it reads.
  executionProfile: {
    resourceKeys: ({ path }, { cwd }) => [...editingKeys(path, cwd), volumeKey(path, cwd)],
  },
  facts: ({ path }) => ({ paths: [{ path, access: "write" }] }),
  preview: async (input, context) => (await loadFormatting()).previewFormat(input, context),
  run: async (input, context) => (await loadFormatting()).formatFile(input, context),
};
