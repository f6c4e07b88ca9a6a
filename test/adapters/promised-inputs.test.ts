import { expect, it } from "vitest";
import { toToolApproval, toToolSet } from "../../src/adapters/ai-sdk/index.js";
import { toRunnableTools as anthropicTools } from "../../src/adapters/anthropic/index.js";
import { langchainTools } from "../../src/adapters/langchain/index.js";
import { toRunnableTools as openaiTools } from "../../src/adapters/openai/index.js";
import { createToolRuntime, defineTool, z } from "../runtime/fixtures.js";
import { watchProcess } from "../runtime/well-formed.js";

const echo = defineTool({
  name: "echo",
  description: "Echoes.",
  inputSchema: z.object({ x: z.any().optional() }),
  execute: async () => "fine",
});
const runtime = createToolRuntime({ tools: [echo], permissions: "allow-all" });
const named = <Tool>(list: readonly Tool[]) => list[0] as Tool;

/** The functions of the SDK's tool, called with whatever a host passes. */
interface SdkTool {
  execute(input: unknown, options: object): unknown;
  needsApproval(input: unknown, options: object): unknown;
}
const sdkTool = () => (toToolSet(runtime) as unknown as { readonly echo: SdkTool }).echo;
const sdkApproval = () =>
  (toToolApproval(runtime) as unknown as { echo(input: unknown, options: object): unknown }).echo;

const CALLERS: Readonly<Record<string, (input: never) => unknown>> = {
  "toToolSet: execute": (input) => sdkTool().execute(input, { toolCallId: "1", messages: input }),
  "toToolSet: needsApproval": (input) => sdkTool().needsApproval(input, { toolCallId: "1", messages: [] }),
  toToolApproval: (input) => sdkApproval()(input, { toolCallId: "1" }),
  "langchainTools: func": (input) => named(langchainTools(runtime)).func(input),
  "langchainTools: invoke": (input) => named(langchainTools(runtime)).invoke(input),
  "toRunnableTools of Anthropic": (input) => named(anthropicTools(runtime)).run(input),
  "toRunnableTools of OpenAI": (input) => named(openaiTools(runtime)).function.function(input, {}),
};

const INPUTS: Readonly<Record<string, () => unknown>> = {
  "a promise": () => Promise.reject(new Error("never awaited")),
  "a promise in a field": () => ({ x: Promise.reject(new Error("never awaited")) }),
};

it.each(
  Object.entries(CALLERS).flatMap(([caller, run]) =>
    Object.entries(INPUTS).map(([kind, input]) => [caller, kind, run, input] as const),
  ),
)("%s leaves no unhandled rejection if the input is %s that rejects", async (_caller, _kind, run, input) => {
  const watched = watchProcess();
  // A result or an error that says what is wrong, at once.
  await (async () => run(input() as never))().then(
    (result) => expect(JSON.stringify(result ?? null)).toBeTypeOf("string"),
    (thrown: unknown) => expect((thrown as Error).message).not.toBe(""),
  );
  await watched.none();
});
