import { describe, expect, it } from "vitest";
import { codexToolset } from "../../../src/toolsets/index.js";
import { fakeSubagents } from "../../tools/agents/fake-subagents.js";
import { createWorkbench } from "../../tools/workbench.js";

async function agents() {
  const subagents = fakeSubagents(({ prompt }) => `Did: ${prompt}`);
  const bench = await createWorkbench({ services: { subagents } });
  const call = (name: string, input: object) => {
    const tool = codexToolset.tools.find((each) => each.name === name) as (typeof codexToolset.tools)[number];
    return bench.call(tool, input);
  };
  return { call, subagents };
}

describe("the agent tools of the codex toolset", () => {
  it("start an agent, continue it, and return its last answer", async () => {
    const { call, subagents } = await agents();
    const started = await call("spawn_agent", {
      message: "Look.",
      agent_type: "explorer",
      task_name: "look",
    });
    expect(started.result).toEqual({ agent_id: "agent-1", message: "Did: Look." });
    await call("spawn_agent", { message: "Work.", agent_type: "worker" });
    await call("send_input", { target: "agent-1", message: "Look again." });
    expect(subagents.requests).toMatchObject([
      { kind: "explore", prompt: "Look.", description: "look" },
      { kind: "general", prompt: "Work." },
      { prompt: "Look again.", resume: "agent-1" },
    ]);
    const waited = await call("wait_agent", { targets: ["agent-2"] });
    expect(waited.result).toEqual({ status: { "agent-2": { completed: "Did: Work." } }, timed_out: false });
  });

  it("list the agents of the session and forget closed ones", async () => {
    const { call } = await agents();
    await call("spawn_agent", { message: "One." });
    await call("spawn_agent", { message: "Two.", agent_type: "explorer" });
    expect((await call("close_agent", { target: "agent-1" })).result).toEqual({
      previous_status: { "agent-1": { completed: "Did: One." } },
    });
    expect((await call("list_agents", {})).result).toEqual({
      agents: [{ agent_id: "agent-2", agent_type: "explore" }],
    });
    await expect(call("wait_agent", { targets: ["agent-1"] })).rejects.toMatchObject({
      code: "unknown-subagent",
      message: "There is no agent 'agent-1'. This session has agent-2.",
    });
  });
});
