import * as z from "zod";
import { writeTodosOperation } from "../../tools/index.js";
import { face } from "../face.js";

/** Codex' update_plan: the to-do list of the session, under the name of a plan. */
export function updatePlan() {
  return face(writeTodosOperation, {
    name: "update_plan",
    description: `Records your plan for this session: always all of its steps, replacing the previous plan.

- Use it for work of several steps that others may want to follow. A simple task needs no plan.
- Each step has a status; at most one is in_progress at a time. Mark a step completed as soon as it is done.
- When the plan changes, state the reason in explanation.`,
    inputSchema: z.object({
      explanation: z.string().describe("The reason for the plan or its change").optional(),
      plan: z
        .array(
          z.object({
            step: z.string().describe("What must be done, in a few words"),
            status: z
              .enum(["pending", "in_progress", "completed"])
              .describe("How far it is: pending, in_progress or completed"),
          }),
        )
        .describe("All steps, in order"),
    }),
    toInput: ({ plan }) => ({
      todos: plan.map(({ step, status }) => ({ content: step, status })),
      maxInProgress: 1,
      wording: { todos: "plan", content: "step" },
    }),
    toResult: ({ warnings }) => ["Plan updated", ...warnings].join("\n"),
  });
}
