import type { ApprovalHandler } from "../../contract/index.js";
import type { ToolRuntime } from "../../runtime/index.js";

/** The approval handler to hand on to the runtime; empty where questions are to come back as results. */
export interface RuntimeHooks {
  readonly onApproval?: ApprovalHandler;
}

/** What the recorder and the replay need of a runtime. */
export type ReplayableRuntime = Pick<
  ToolRuntime,
  "execute" | "executeBatch" | "stream" | "resume" | "defaultSession" | typeof Symbol.asyncDispose
>;

/** Makes the runtime of a run: `(hooks) => createToolRuntime({ ...options, ...hooks })`. */
export type RuntimeFactory<Runtime extends ReplayableRuntime = ReplayableRuntime> = (
  hooks: RuntimeHooks,
) => Runtime | Promise<Runtime>;
