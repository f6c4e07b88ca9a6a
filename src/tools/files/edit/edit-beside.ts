import type { ToolContext } from "../../../contract/index.js";
import {
  applyEdit,
  applyEditBriefly,
  applyPatchHunks,
  applyPatchHunksBriefly,
  type EditEngine,
  type EditRequest,
  type EditResult,
  type PackedResult,
  type PatchResult,
  unpackResult,
} from "../../../fuzzy/index.js";
import { beforeLongStep } from "../../../values/index.js";

/** The hunks of one text, as `applyPatchHunks` accepts them. */
type PatchRequest = Parameters<typeof applyPatchHunks>[0];

/** Services for computing in another thread. */
export type EditThreads = Pick<ToolContext, "textThreads" | "signal" | "edits" | "offers">;

/**
 * Makes an edit with the engine that was chosen: directly if that takes little time, otherwise in another thread, so that the event loop is not
 * blocked.
 */
export async function editBeside(edit: EditRequest, context: EditThreads): Promise<EditResult> {
  // The runtime has checked the names of the engine.
  const request = { ...edit, ...(context.edits as EditEngine | undefined) };
  await beforeLongStep(request.content);
  const result = applyEditBriefly(request) ?? (await beside<EditResult>("apply-edit", request, context));
  return result ?? applyEdit(request);
}

/** Applies hunks to a text in the same way. */
export async function patchBeside(request: PatchRequest, context: EditThreads): Promise<PatchResult> {
  await beforeLongStep(request.content);
  const brief = applyPatchHunksBriefly(request);
  const result = brief ?? (await beside<PatchResult>("apply-patch-hunks", request, context));
  return result ?? applyPatchHunks(request);
}

async function beside<Result extends EditResult | PatchResult>(
  name: string,
  request: EditRequest | PatchRequest,
  { textThreads, signal }: EditThreads,
): Promise<Result | undefined> {
  if (textThreads === undefined) return undefined;
  // The text is copied for the thread.
  await beforeLongStep(request.content);
  const packed = await textThreads.compute(name, request, signal);
  return packed === undefined ? undefined : unpackResult<Result>(packed as PackedResult);
}
