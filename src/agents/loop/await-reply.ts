import {
  type Clock,
  createQuietController,
  ignoreRejection,
  ignoreRejectionsIn,
  type Model,
  type ModelRequest,
  quietly,
} from "../../contract/index.js";
import { MAX_TIMER_DELAY_MS } from "../../values/index.js";
import type { RunAgentOptions } from "./run-agent-options.js";

/** The outcome of a request to a model. */
export type AwaitedReply =
  | { readonly type: "answered"; readonly reply: unknown }
  | { readonly type: "threw"; readonly thrown: unknown }
  /** The loop ended in the meantime. */
  | { readonly type: "stopped" }
  /** The model did not answer in time. */
  | { readonly type: "late" };

/**
 * Asks a model and waits until the loop ends or the time limit is reached, whether or not the model obeys its signal.
 *
 * A later reply or error of the model is ignored.
 */
export function awaitReply(
  model: Model,
  request: Omit<ModelRequest, "signal">,
  options: { readonly signal: AbortSignal; readonly timeoutMs: number; readonly clock: Clock },
): Promise<AwaitedReply> {
  const { signal, timeoutMs, clock } = options;
  return new Promise((resolve) => {
    // The listeners of a model must not end the process of the host.
    const controller = createQuietController();
    const settle = (outcome: AwaitedReply) => {
      signal.removeEventListener("abort", onStop);
      clock.clearTimeout(timer);
      resolve(outcome);
    };
    const giveUp = (outcome: AwaitedReply) => {
      settle(outcome);
      controller.abort(signal.aborted ? signal.reason : new Error("The model took too long."));
    };
    const onStop = () => giveUp({ type: "stopped" });
    const timer = clock.setTimeout(() => giveUp({ type: "late" }), Math.min(timeoutMs, MAX_TIMER_DELAY_MS));
    if (signal.aborted) {
      onStop();
      return;
    }
    signal.addEventListener("abort", onStop);
    // A model may throw before it returns its promise.
    const { onText } = request;
    // A model that ignores its signal may still write after the loop has ended.
    const listener = onText && {
      onText: (delta: string) => {
        if (controller.signal.aborted) ignoreRejection(delta);
        else onText(delta);
      },
    };
    const asked = (async () => model.generate({ ...request, ...listener, signal: controller.signal }))();
    asked.then(
      (reply) => {
        ignoreRejectionsIn(reply);
        settle({ type: "answered", reply });
      },
      (thrown: unknown) => {
        ignoreRejectionsIn(thrown);
        settle({ type: "threw", thrown });
      },
    );
  });
}

/** Returns the field of a request that passes the text of the model on to the host. A model may pass any value. */
export function textListener({ onText }: Pick<RunAgentOptions, "onText">): Pick<ModelRequest, "onText"> {
  if (onText === undefined) return {};
  return {
    onText: (delta: unknown) => {
      ignoreRejection(delta);
      if (typeof delta === "string" && delta !== "") quietly(() => onText(delta));
    },
  };
}
