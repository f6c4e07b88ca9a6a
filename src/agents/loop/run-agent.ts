import { ignoreRejection } from "../../contract/index.js";
import type { AgentResult } from "./agent-event.js";
import { holds } from "./check-messages.js";
import { checkSelection } from "./offered-tools.js";
import { checkRunAgentOptions, type RunAgentOptions, readRunAgentOptions } from "./run-agent-options.js";

/**
 * Runs an agent to its end: asks the model, carries out its calls, and returns their results to it, until it answers
 * without calls.
 *
 * The result contains the reason why it ended; no behaviour of the model makes this function reject. After an empty
 * reply the model is asked once more. A call of a tool that the agent does not have gets an error as its result, and
 * so does every call of a reply that was truncated at its limit. If the provider does not count tokens, they are
 * estimated.
 *
 * Throws a `TypeError` or `RangeError` for invalid options, for example if there is no model.
 *
 * @example
 * const { ended, text } = await runAgent({ runtime, model, system, prompt: "Why does the build fail?", maxSteps: 30 });
 */
export async function runAgent(options: RunAgentOptions): Promise<AgentResult> {
  const read = readRunAgentOptions(options ?? {});
  const { runtime } = read;
  if (!hasMethod(runtime, "executeBatch")) {
    throw new TypeError("runAgent needs a runtime: pass the result of createToolRuntime as `runtime`.");
  }
  const model = read.model ?? runtime.model;
  if (!hasMethod(model, "generate")) {
    throw new TypeError(
      "runAgent needs a model: pass one as `model`, or to createToolRuntime. Wrap your client with an adapter such as anthropicModel.",
    );
  }
  const checked = { ...read, runtime };
  checkRunAgentOptions(checked);
  checkSelection(runtime, checked.tools);
  const { AgentLoop } = await import("./agent-loop.js");
  return new AgentLoop(model, checked).run();
}

function hasMethod<Value>(value: Value | undefined, name: keyof Value): value is Value {
  return holds(() => {
    const method: unknown = value?.[name];
    ignoreRejection(method);
    return typeof method === "function";
  });
}
