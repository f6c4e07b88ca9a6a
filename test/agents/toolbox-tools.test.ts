import { describe, expect, it } from "vitest";
import * as z from "zod";
import { type AnyTool, agentKinds, createToolRuntime, defineTool, memoryBackend } from "../../src/core.js";
import { modelOf, reply } from "./fixtures.js";

const KINDS = Object.keys(agentKinds);

/** A toolbox tool of the default kind `other`, as a program of a toolbox is. */
function toolboxTool(name: string, subagentTypes?: readonly string[]): AnyTool {
  return defineTool({
    name: `tb__${name}`,
    description: "Does something.",
    source: "toolbox",
    inputSchema: z.object({}),
    metadata: { toolbox: { file: name, ...(subagentTypes !== undefined && { subagentTypes }) } },
    execute: () => `${name} ran`,
  });
}

const tools = [
  ...KINDS.map((kind) => toolboxTool(`for-${kind}`, [kind])),
  toolboxTool("for-all", ["all"]),
  toolboxTool("for-none", []),
  toolboxTool("unlabelled"),
];

const start = defineTool({
  name: "start",
  description: "Starts a subagent.",
  kind: "think",
  requires: ["model"],
  inputSchema: z.object({ kind: z.string() }),
  execute: async ({ kind }, { subagents }) => (await subagents.run({ kind, prompt: "Go." })).text,
});

/** Runs a subagent that calls every toolbox tool; returns the tools that it was offered and those that ran. */
async function toolsOf(kind: string) {
  const ran: string[] = [];
  const model = modelOf((_request, turn) =>
    turn === 1
      ? reply(
          "",
          tools.map(({ name }) => ({ name })),
        )
      : reply("done"),
  );
  await using runtime = createToolRuntime({
    model,
    backend: memoryBackend(),
    tools: [start, ...tools],
    onApproval: () => true,
    onEvent: (event) => {
      if (event.type === "tool-result" && event.result.status === "done") ran.push(event.result.toolName);
    },
  });
  await runtime.execute({ id: "s", name: "start", input: { kind } });
  const offered = (model.requests[0]?.tools ?? []).map(({ name }) => name);
  const isToolbox = (name: string) => name.startsWith("tb__");
  return { offered: offered.filter(isToolbox).sort(), ran: ran.filter(isToolbox).sort() };
}

describe("toolbox tools with subagentTypes", () => {
  it.each(KINDS)("reach the subagent %s if they name it, and no other one", async (kind) => {
    const { offered, ran } = await toolsOf(kind);
    const isFull = agentKinds[kind as keyof typeof agentKinds].rights === "full";
    const expected = ["tb__for-all", `tb__for-${kind}`, ...(isFull ? ["tb__unlabelled"] : [])].sort();
    expect(offered).toEqual(expected);
    expect(ran).toEqual(expected);
  });

  it("offers all of them to the agent of the host", async () => {
    await using runtime = createToolRuntime({ tools });
    expect(runtime.tools()).toHaveLength(tools.length);
  });

  it("follow the innermost subagent, and a rule of a parent still denies them", async () => {
    await using runtime = createToolRuntime({ tools });
    const names = (session: ReturnType<typeof runtime.session>) =>
      runtime.tools(undefined, { session }).map(({ name }) => name);
    const general = runtime.session({ subagent: { type: "general", rights: "full" } });
    const finder = runtime.session({ parent: general, subagent: { type: "finder", rights: "read-only" } });
    expect(names(general)).toEqual(["tb__for-general", "tb__for-all", "tb__unlabelled"]);
    expect(names(finder)).toEqual(["tb__for-finder", "tb__for-all"]);
    const denying = runtime.session({
      subagent: { type: "general", rights: "full" },
      rules: [{ tool: "tb__for-*", verdict: "deny" }],
    });
    const child = runtime.session({ parent: denying, subagent: { type: "finder", rights: "read-only" } });
    expect(names(child)).toEqual([]);
  });

  it.each([
    [{ typ: "finder" }, /subagent of a session has no key "typ"\. Did you mean "type"\?/],
    [
      { type: "finder", rights: "readonly" },
      /must be one of "read-only", "full".*Did you mean "read-only"\?/,
    ],
    ["finder", /subagent of a session must be an object/],
  ])("refuse the session option %j", async (subagent, message) => {
    await using runtime = createToolRuntime({ tools });
    expect(() => runtime.session({ subagent: subagent as never })).toThrow(message);
  });
});
