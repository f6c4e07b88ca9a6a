import * as z from "zod";
import { MAX_SPAWNED_TASKS, type SpawnedTask, spawnOperation } from "../../tools/index.js";
import { agentText } from "../agent-text.js";
import { face } from "../face.js";
import { pathsParameter } from "../task-parameters.js";

/** Result of one task of Spawn. */
export interface ClaudeCodeSpawnedTask {
  readonly description: string;
  readonly status: SpawnedTask["status"];
  /** Id for continuing the subagent; absent for a failed task. */
  readonly task_id?: string;
  /** Its text, or why it failed. */
  readonly text: string;
  /** Absolute paths of the files that it changed. */
  readonly files: readonly string[];
}

/** Claude Code's Spawn: sub-agents for parallel tasks. */
export function spawn() {
  return face(spawnOperation, {
    name: "Spawn",
    description: `Spawns a sub-agent for each of several tasks, waits for all of them, and returns their answers in order.

- Tasks that only read ("explore"), or that name in paths what they change, run in parallel; the others one after the other.
- Each prompt is all that its sub-agent knows.
- Up to ${MAX_SPAWNED_TASKS} tasks. For a single one use Task.`,
    inputSchema: z.object({
      tasks: z
        .array(
          z.object({
            description: z.string().describe("The task in three to five words").optional(),
            prompt: z.string().describe("The task for the sub-agent"),
            subagent_type: z.string().describe('Which sub-agent; default "general-purpose"').optional(),
            paths: pathsParameter(),
          }),
        )
        .describe("The tasks"),
    }),
    toInput: ({ tasks }) => ({
      tasks: tasks.map(({ description, prompt, subagent_type, paths }) => ({
        prompt,
        description,
        kind: subagent_type,
        paths,
      })),
    }),
    toResult: (tasks): { readonly tasks: readonly ClaudeCodeSpawnedTask[] } => ({
      tasks: tasks.map(spawnedTask),
    }),
    render: ({ tasks }) =>
      tasks
        .map(({ description, status, text, task_id }, index) => {
          const id = task_id === undefined ? "" : `\ntask_id: ${task_id}`;
          return `## ${index + 1}. ${description}${status === "error" ? " (failed)" : ""}\n${text}${id}`;
        })
        .join("\n\n"),
  });
}

function spawnedTask(task: SpawnedTask): ClaudeCodeSpawnedTask {
  const { description, status } = task;
  if (task.status === "error") return { description, status, text: task.message, files: [] };
  const { id, files } = task.answer;
  return { description, status, task_id: id, text: agentText(task.answer), files };
}
