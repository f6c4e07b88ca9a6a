import { createQuietController, type ToolResult } from "../../contract/index.js";
import { type AskedCall, waitsForAnswer } from "../approve/index.js";
import { denialOf, type PreparedCall, prepareCall } from "../prepare/index.js";
import { type CallScope, unrunBase } from "../run/index.js";
import { type CallFailure, failedResult } from "../values/index.js";
import { notStarted } from "./unstarted-call.js";

/** The calls of one run that are judged by the files, after their executor found these not as expected. */
export class RejudgedCalls {
  readonly #judging = new Map<string, AbortController>();
  readonly #ids = new Set<string>();

  /** Returns whether a call is or was judged again. */
  has(callId: string): boolean {
    return this.#ids.has(callId);
  }

  /** Judges a call again, and runs it if it may. Until it runs, it can be cancelled here. */
  async run(
    expected: PreparedCall,
    scope: CallScope,
    {
      run,
      ask,
    }: {
      readonly run: (judged: PreparedCall) => Promise<ToolResult>;
      readonly ask: (judged: PreparedCall, signal: AbortSignal) => Promise<AskedCall>;
    },
  ): Promise<ToolResult> {
    const { id } = expected.call;
    const controller = createQuietController();
    const { signal } = controller;
    this.#ids.add(id);
    this.#judging.set(id, controller);
    try {
      const prepared = await prepareCall(expected.call, expected.session, scope.services);
      const refused = (failure: CallFailure) => failedResult(unrunBase(prepared, scope), failure);
      if (signal.aborted) return refused(notStarted());
      if (prepared.status === "failed") return refused(prepared.failure);
      if (prepared.decision.verdict === "deny") return refused(denialOf(prepared));
      const asked = waitsForAnswer(prepared, scope) ? await ask(prepared, signal) : { prepared };
      // The question of a cancelled call ends as a rejection.
      const isOver = "stopped" in asked && asked.stopped.status !== "rejected-by-user";
      if (signal.aborted && !isOver) return refused(notStarted());
      if ("stopped" in asked) return asked.stopped;
      this.#judging.delete(id);
      return await run(asked.prepared);
    } finally {
      this.#judging.delete(id);
    }
  }

  /** Cancels a call that is judged; returns whether there was one. */
  cancel(callId: string): boolean {
    const controller = this.#judging.get(callId);
    controller?.abort();
    return controller !== undefined;
  }

  cancelAll(): void {
    for (const controller of this.#judging.values()) controller.abort();
  }
}
