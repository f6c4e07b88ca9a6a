import type { ToolContext } from "../../../contract/index.js";
import type {
  EditEngine,
  EditRequest,
  EditResult,
  PackedResult,
  PatchRequest,
  PatchResult,
} from "../../../fuzzy/index.js";
import { beforeLongStep, loadOnce } from "../../../values/index.js";

const loadEngine = loadOnce(() => import("../../../fuzzy/index.js"));

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
  const { applyEdit, applyEditBriefly } = await loadEngine();
  const result = applyEditBriefly(request) ?? (await beside<EditResult>("apply-edit", request, context));
  return result ?? applyEdit(request);
}

/** Applies hunks to a text in the same way. */
export async function patchBeside(request: PatchRequest, context: EditThreads): Promise<PatchResult> {
  await beforeLongStep(request.content);
  const { applyPatchHunks, applyPatchHunksBriefly } = await loadEngine();
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
  if (packed === undefined) return undefined;
  const { unpackResult } = await loadEngine();
  return unpackResult<Result>(packed as PackedResult);
}
