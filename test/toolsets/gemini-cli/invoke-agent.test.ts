import { describe, expect, it } from "vitest";
import { geminiCliToolset } from "../../../src/toolsets/index.js";
import { fakeSubagents } from "../../tools/agents/fake-subagents.js";
import { createWorkbench } from "../../tools/workbench.js";

const tool = geminiCliToolset.tools.find(({ name }) => name === "invoke_agent");

async function invoke(input: object) {
  const subagents = fakeSubagents(({ prompt }) => `Did: ${prompt}`);
  const bench = await createWorkbench({ services: { subagents } });
  if (tool === undefined) throw new Error("The toolset has no invoke_agent.");
  return { called: bench.call(tool, input), requests: subagents.requests };
}

describe("invoke_agent", () => {
  it.each([
    ["explore", "explore"],
    ["codebase_investigator", "explore"],
    ["generalist", "general"],
  ])("passes a task to the agent %s, and returns its answer", async (agent_name, kind) => {
    const { called, requests } = await invoke({ agent_name, prompt: "Look." });
    expect((await called).result).toBe("Did: Look.");
    expect(requests).toMatchObject([{ kind, prompt: "Look." }]);
  });

  it("lists the agents for an unknown name", async () => {
    const { called } = await invoke({ agent_name: "nobody", prompt: "Look." });
    await expect(called).rejects.toMatchObject({
      code: "unknown-subagent",
      message: expect.stringMatching(/^There is no subagent 'nobody'\. Use one of these as agent_name:\n/),
    });
  });
});
