import { AgentLoop } from "./agent-loop.js";
import type { AgentResult } from "./agent-result.js";
import { checkSelection } from "./offered-tools.js";
import { checkRunAgentOptions, type RunAgentOptions } from "./run-agent-options.js";

/**
 * Runs an agent to its end: asks the model, carries out its calls, shows it the results, until it answers without calls.
 *
 * Why it ended is in the result; nothing that the model does makes it reject. An empty reply is asked for once more. A call of
 * a tool that the agent was not given gets an error as its result, and so does every call of a reply that was cut at its limit.
 * Where the provider does not count tokens they are estimated.
 *
 * Throws a `TypeError` or `RangeError` for options that make no sense, no model anywhere for example.
 *
 * @example
 * const { ended, text } = await runAgent({ runtime, model, system, prompt: "Why does the build fail?", maxSteps: 30 });
 */
export async function runAgent(options: RunAgentOptions): Promise<AgentResult> {
  const { runtime, model = runtime?.model } = options ?? {};
  if (typeof runtime?.executeBatch !== "function") {
    throw new TypeError("runAgent needs a runtime: give it what createToolRuntime made as `runtime`.");
  }
  if (typeof model?.generate !== "function") {
    throw new TypeError(
      "runAgent needs a model: give it one as `model`, or give createToolRuntime one. Adapters make it of your client (anthropicModel).",
    );
  }
  checkRunAgentOptions(options);
  checkSelection(runtime, options.tools);
  return new AgentLoop(model, options).run();
}
