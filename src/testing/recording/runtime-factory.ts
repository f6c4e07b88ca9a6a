import type { ApprovalHandler } from "../../contract/index.js";
import type { ToolRuntime } from "../../runtime/index.js";

/** The approval handler to pass to the runtime; empty if questions are returned as results. */
export interface RuntimeHooks {
  readonly onApproval?: ApprovalHandler;
}

/** The members of a runtime that the recorder and the replay use. */
export type ReplayableRuntime = Pick<
  ToolRuntime,
  "execute" | "executeBatch" | "stream" | "resume" | "defaultSession" | typeof Symbol.asyncDispose
>;

/** Creates the runtime of a run: `(hooks) => createToolRuntime({ ...options, ...hooks })`. */
export type RuntimeFactory<Runtime extends ReplayableRuntime = ReplayableRuntime> = (
  hooks: RuntimeHooks,
) => Runtime | Promise<Runtime>;
