import { describe, expect, it } from "vitest";
import { claudeCodeToolset } from "../../../src/toolsets/index.js";
import { fakeSubagents } from "../../tools/agents/fake-subagents.js";
import { createWorkbench } from "../../tools/workbench.js";

const spawn = claudeCodeToolset.tools.find(
  ({ name }) => name === "Spawn",
) as (typeof claudeCodeToolset.tools)[number];
const task = claudeCodeToolset.tools.find(
  ({ name }) => name === "Task",
) as (typeof claudeCodeToolset.tools)[number];

describe("Spawn (seed 003)", () => {
  it("returns the answer of each subagent in order, and names those that failed", async () => {
    const subagents = fakeSubagents(({ prompt }) =>
      prompt === "b" ? { ended: "model-failed", problem: "No luck." } : `did ${prompt}`,
    );
    const bench = await createWorkbench({ services: { subagents } });
    const { result, text } = await bench.call(spawn, {
      tasks: [
        { description: "First", prompt: "a", subagent_type: "explore" },
        { prompt: "b", subagent_type: "explore" },
        { prompt: "c", paths: ["src"] },
      ],
    });
    expect(text).toMatch(
      /^## 1\. First\ndid a\ntask_id: agent-\d\n\n## 2\. task 2 \(failed\)\nSubagent failed/,
    );
    expect(text).toMatch(/## 3\. task 3\ndid c\ntask_id: agent-\d$/);
    const { tasks } = result as { tasks: readonly { status: string }[] };
    expect(tasks.map(({ status }) => status)).toEqual(["done", "error", "done"]);
  });
});

describe("Task (claude-code)", () => {
  it("starts the general subagent for general-purpose, and returns the id to continue with", async () => {
    const subagents = fakeSubagents(() => "Done.");
    const bench = await createWorkbench({ services: { subagents } });
    const input = { description: "A thing", prompt: "Do it.", subagent_type: "general-purpose" };
    const { text } = await bench.call(task, input);
    expect(text).toBe("Done.\n\ntask_id: agent-1");
    expect(subagents.requests).toEqual([{ kind: "general", prompt: "Do it.", description: "A thing" }]);
  });
});
