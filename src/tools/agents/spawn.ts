import { type ResourceKey, type SubagentReport, type ToolContext, ToolError } from "../../contract/index.js";
import type { Operation } from "../operation.js";
import { type AgentAnswer, answerOf, noteOf, runSubagent } from "./agent-answer.js";
import type { AgentWording } from "./agent-wording.js";
import { type DelegateInput, delegateKeys, delegateRequest } from "./delegate.js";
import { runBounded } from "./run-bounded.js";
import { isReadOnlyKind } from "./subagent-kind.js";

/** Most tasks of one call. Chosen by Collet. */
export const MAX_SPAWNED_TASKS = 32;

/** Concurrent subagents of one call. Chosen by Collet: more of them wait for the provider. */
export const MAX_SUBAGENTS_AT_ONCE = 8;

/** Several tasks to run in parallel. */
export interface SpawnInput {
  readonly tasks: readonly Omit<DelegateInput, "wording">[];
  readonly wording?: Partial<AgentWording> | undefined;
}

/** Result of one task. */
export type SpawnedTask =
  | { readonly status: "done"; readonly description: string; readonly answer: AgentAnswer }
  | {
      readonly status: "error";
      readonly description: string;
      readonly message: string;
      readonly errorCode: string;
    };

/**
 * Runs several tasks in one subagent each, and waits for all of them. The answers are in the order of the tasks; a task
 * that fails does not affect the others.
 *
 * Tasks that only read, or that name what they change, run in parallel; those that may change anything run one after
 * the other after them. Errors: `invalid-input` for no task or too many; an error of one task is in its result.
 */
export const spawnOperation: Operation<SpawnInput, readonly SpawnedTask[]> = {
  kind: "think",
  annotations: { readOnlyHint: false, destructiveHint: true, openWorldHint: true },
  executionProfile: {
    resourceKeys: ({ tasks }, { cwd }): readonly ResourceKey[] =>
      tasks.flatMap((task) => delegateKeys(task, cwd)),
  },
  facts: () => ({}),
  timeoutMs: false,
  requires: ["model"],
  async run({ tasks, wording = {} }, context) {
    if (tasks.length === 0 || tasks.length > MAX_SPAWNED_TASKS) {
      throw new ToolError(
        `tasks has ${tasks.length} entries; pass 1 to ${MAX_SPAWNED_TASKS}. Combine small tasks into one.`,
        { code: "invalid-input" },
      );
    }
    const answers = new Array<SpawnedTask>(tasks.length);
    const reports: SubagentReport[] = [];
    let ended = 0;
    const carryOut = async (index: number) => {
      const task = { ...(tasks[index] as DelegateInput), wording };
      answers[index] = await spawnOne(task, index, reports, context);
      ended += 1;
      context.progress({
        message: `${ended} of ${tasks.length} tasks ended`,
        completed: ended,
        total: tasks.length,
      });
    };
    const indexes = tasks.map((_task, index) => index);
    const waves = wavesOf(tasks, indexes);
    for (const wave of waves) await runBounded(wave, MAX_SUBAGENTS_AT_ONCE, carryOut);
    context.note({ subagents: reports.map(noteOf) });
    return answers;
  },
};

/**
 * Returns groups of tasks to run one after the other: first the tasks that do not conflict, then each of the others.
 */
function wavesOf(tasks: SpawnInput["tasks"], indexes: readonly number[]): readonly (readonly number[])[] {
  const isBounded = (index: number) => {
    const { kind, paths = [] } = tasks[index] as DelegateInput;
    return paths.length > 0 || (kind !== undefined && isReadOnlyKind(kind));
  };
  const waves: number[][] = [];
  const taken: string[][] = [];
  for (const index of indexes.filter(isBounded)) {
    const { kind, paths = [] } = tasks[index] as DelegateInput;
    const changes = kind !== undefined && isReadOnlyKind(kind) ? [] : paths.map(plainPath);
    const free = taken.findIndex((others) => !others.some((one) => changes.some((two) => overlap(one, two))));
    const wave = free === -1 ? waves.length : free;
    waves[wave] = [...(waves[wave] ?? []), index];
    taken[wave] = [...(taken[wave] ?? []), ...changes];
  }
  return [...waves, ...indexes.filter((index) => !isBounded(index)).map((index) => [index])];
}

/** Normalises a path by its text alone. Two spellings of one path only cause their calls to wait for each other. */
function plainPath(path: string): string {
  return path
    .replaceAll("\\", "/")
    .replace(/^(?:\.\/)+/, "")
    .replace(/(?<!\/)\/+$/, "");
}

function overlap(one: string, other: string): boolean {
  return (
    one === other ||
    one.startsWith(`${other}/`) ||
    other.startsWith(`${one}/`) ||
    one === "." ||
    other === "."
  );
}

async function spawnOne(
  task: DelegateInput,
  index: number,
  reports: SubagentReport[],
  context: ToolContext,
): Promise<SpawnedTask> {
  const description = task.description ?? `task ${index + 1}`;
  try {
    const report = await runSubagent(await delegateRequest(task, context), context, task.wording);
    reports.push(report);
    return { status: "done", description, answer: await answerOf(report, context, task.wording) };
  } catch (error) {
    // An error that is not a `ToolError` is a bug, and ends the call.
    if (!ToolError.isInstance(error) || context.signal.aborted) throw error;
    return { status: "error", description, message: error.message, errorCode: error.code };
  }
}
