import type { TaskHandle, TaskSubmission } from "../../batching/index.js";
import type { ToolResult } from "../../contract/index.js";
import type { AskedCall } from "../approve/index.js";
import type { PreparedCall } from "../prepare/index.js";

/** The wait of a call's innermost layer for its slot. */
export class PendingSlot {
  /** The task once it has its slot; nothing when it never gets one. */
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

  /** A cancelled call never gets its slot; its layers still have to come to an end. */
  giveUp(): void {
    this.#settle(undefined);
  }
}

/** The steps of a call between its layers. */
export interface LayeredSteps {
  /** Runs the layers around a core. Never rejects. */
  through(core: () => Promise<ToolResult>): Promise<ToolResult>;
  ask(task: TaskHandle): Promise<AskedCall>;
  run(approved: PreparedCall, task: TaskHandle): Promise<ToolResult>;
  cancelled(): ToolResult;
}

/**
 * The task of a call with middleware: its layers open before it has a slot, because a layer may answer by itself; their core
 * asks, then waits for the slot, then runs.
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
