import { describe, expect, it } from "vitest";
import { readTodosOperation } from "../../../src/tools/index.js";
import { createWorkbench } from "../../tools/workbench.js";
import { updatePlan } from "./codex-tools.js";

describe("update_plan of the codex toolset", () => {
  it("answers 'Plan updated' and keeps the steps as the session's to-do list", async () => {
    const bench = await createWorkbench();
    const { text } = await bench.call(updatePlan, {
      explanation: "The tests come first.",
      plan: [
        { step: "Write the test", status: "completed" },
        { step: "Write the code", status: "in_progress" },
        { step: "Run both", status: "pending" },
      ],
    });
    expect(text).toBe("Plan updated");
    expect(await bench.run(readTodosOperation, {})).toEqual([
      { content: "Write the test", status: "completed", id: "1" },
      { content: "Write the code", status: "in_progress", id: "2" },
      { content: "Run both", status: "pending", id: "3" },
    ]);
  });

  it("reports more than one step in progress, and keeps the plan", async () => {
    const bench = await createWorkbench();
    const plan = ["a", "b"].map((step) => ({ step, status: "in_progress" }));
    const { text } = await bench.call(updatePlan, { plan });
    expect(text).toBe("Plan updated\n2 tasks are in_progress; there should be at most one.");
    expect(await bench.run(readTodosOperation, {})).toHaveLength(2);
  });

  it("refuses a step without words in the words of its parameters", async () => {
    const bench = await createWorkbench();
    const refused = await bench.callFailure(updatePlan, { plan: [{ step: " ", status: "pending" }] });
    expect(refused).toMatchObject({
      code: "invalid-input",
      message: expect.stringMatching(/^plan\[0\]\.step is empty/),
    });
  });
});
