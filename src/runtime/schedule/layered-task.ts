import type { TaskHandle, TaskSubmission } from "../../batching/index.js";
import type { ToolResult } from "../../contract/index.js";
import type { AskedCall } from "../approve/index.js";
import type { PreparedCall } from "../prepare/index.js";

/** The wait of a call's core for its slot. */
export class PendingSlot {
  /** The task once it has its slot; `undefined` if it never gets one. */
  readonly granted: Promise<TaskHandle | undefined>;
  #settle!: (task: TaskHandle | undefined) => void;

  constructor() {
    this.granted = new Promise((resolve) => {
      this.#settle = resolve;
    });
  }

  grant(task: TaskHandle): void {
    this.#settle(task);
  }

  /** Resolves the wait of a cancelled call without a slot, so that its middleware can end. */
  giveUp(): void {
    this.#settle(undefined);
  }
}

/** The steps of a call inside its middleware. */
export interface LayeredSteps {
  /** Runs the middleware around a core. Never rejects. */
  through(core: () => Promise<ToolResult>): Promise<ToolResult>;
  ask(task: TaskHandle): Promise<AskedCall>;
  run(approved: PreparedCall, task: TaskHandle): Promise<ToolResult>;
  cancelled(): ToolResult;
}

/**
 * Creates the task of a call with middleware. The middleware starts before the call has a slot, because it may answer
 * without running the call; the core asks, waits for the slot and then runs.
 */
export function layeredTask(
  slot: PendingSlot,
  steps: LayeredSteps,
): Required<Pick<TaskSubmission<ToolResult>, "prepare" | "run">> {
  let layered: Promise<ToolResult> | undefined;
  return {
    prepare: (handle) => {
      const needsSlot = new Promise<undefined>((resolve) => {
        layered = steps.through(async () => {
          const asked = await steps.ask(handle);
          if ("stopped" in asked) return asked.stopped;
          resolve(undefined);
          const task = await slot.granted;
          return task === undefined ? steps.cancelled() : steps.run(asked.prepared, task);
        });
      });
      return Promise.race([needsSlot, (layered as Promise<ToolResult>).then((value) => ({ value }))]);
    },
    run: (task) => {
      slot.grant(task);
      return layered as Promise<ToolResult>;
    },
  };
}
