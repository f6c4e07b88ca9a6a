import type { ApprovalHandler, ToolResult } from "../../contract/index.js";
import { readMembers } from "../../runtime/index.js";
import { firstDifference, shown } from "../first-difference.js";
import { requireFunction, requireList, requireTexts } from "../require-arguments.js";
import { recordedResult, withCwd } from "./portable-values.js";
import { readRecording } from "./read-recording.js";
import { madeRuntime, type ReplayableRuntime, type RuntimeFactory } from "./record-run.js";
import type { RecordedAnswer, RecordedResult, RecordedStep, Recording } from "./recording.js";

/** Options for comparing a replay. */
export interface ReplayOptions {
  /** Names of properties of results that may differ, at any depth: `["modifiedAt"]`. */
  readonly ignore?: readonly string[];
}

/** Maximum number of differences that a message lists; the first ones are the most useful. */
const MAX_LISTED_DIFFERENCES = 10;

/**
 * Runs a recording again, step by step, and throws an `Error` that lists the differences: a result, its status or
 * decision, a new question, or a missing one. Questions are answered as recorded.
 *
 * Resolves to the results of this run, after its runtime has been disposed of.
 *
 * @param given - the recording, read from its JSON
 * @param createRuntime - creates the runtime over the files that the recording started with
 *
 * @example
 * const recording = JSON.parse(await readFile("run.json", "utf8"));
 * await replay(recording, (hooks) => createToolRuntime({ cwd, ...hooks }));
 */
export async function replay(
  given: Recording,
  createRuntime: RuntimeFactory,
  options: ReplayOptions = {},
): Promise<readonly ToolResult[]> {
  const { ignore = [] } = readMembers<ReplayOptions>(options, "The options of replay", { ignore: true });
  requireTexts("ignore of replay", ignore);
  requireFunction("createRuntime of replay", createRuntime);
  const recording = await readRecording(given);
  const script = answerScript(recording.answers);
  const hooks = recording.asksHost ? { onApproval: script.handler } : {};
  await using runtime = await madeRuntime("replay", createRuntime(hooks));
  script.cwd = runtime.defaultSession.cwd;
  const differences: string[] = [];
  const latest = new Map<string, ToolResult>();
  const all: ToolResult[] = [];
  for (const [index, step] of recording.steps.entries()) {
    const results = await runStep(step, runtime, latest);
    for (const result of results) latest.set(result.callId, result);
    all.push(...results);
    differences.push(...stepDifferences(`step ${index + 1}`, step, results, { cwd: script.cwd, ignore }));
  }
  differences.push(...script.problems());
  if (differences.length === 0) return all;
  const listed = differences.slice(0, MAX_LISTED_DIFFERENCES);
  const more = differences.length - listed.length;
  throw new Error(
    `The replay differs from the recording:\n${listed.map((line) => `- ${line}`).join("\n")}${more > 0 ? `\n(${more} more)` : ""}`,
  );
}

async function runStep(
  step: RecordedStep,
  runtime: ReplayableRuntime,
  latest: ReadonlyMap<string, ToolResult>,
): Promise<readonly ToolResult[]> {
  const { cwd } = runtime.defaultSession;
  if (step.type === "calls") return listed(await runtime.executeBatch(withCwd(step.calls, cwd)));
  const blocked = step.callIds.map((callId) => {
    const result = latest.get(callId);
    if (result !== undefined) return result;
    throw new Error(
      `The recording resumes the call '${callId}', which no earlier step made. Record the run from its first call.`,
    );
  });
  return listed(await runtime.resume(blocked, withCwd(step.answers, cwd)));
}

function listed(results: readonly ToolResult[]): readonly ToolResult[] {
  requireList("The results of the runtime of replay", results);
  return results;
}

function stepDifferences(
  name: string,
  step: RecordedStep,
  results: readonly ToolResult[],
  { cwd, ignore }: { readonly cwd: string; readonly ignore: readonly string[] },
): readonly string[] {
  return step.results.flatMap((before, index) => {
    const result = results[index];
    const now = result === undefined ? undefined : recordedResult(result, cwd);
    const difference = firstDifference(without(before, ignore), without(now, ignore), "result");
    if (difference === undefined) return [];
    const { path, first, second } = difference;
    return [
      `${name}, call '${before.callId}' (${before.toolName}): ${path} was ${shown(first)}, but is now ${shown(second)}.`,
    ];
  });
}

/** Returns a result as JSON without some properties. */
function without(result: RecordedResult | undefined, ignore: readonly string[]): unknown {
  if (result === undefined) return undefined;
  return JSON.parse(JSON.stringify(result, (name, value) => (ignore.includes(name) ? undefined : value)));
}

/** Answers questions as recorded, in whatever order the calls of a batch ask. */
function answerScript(answers: readonly RecordedAnswer[]) {
  const left = [...answers];
  const unexpected: string[] = [];
  const handler: ApprovalHandler = ({ callId, toolName }) => {
    const index = left.findIndex((each) => each.callId === callId && each.toolName === toolName);
    const [recorded] = index < 0 ? [] : left.splice(index, 1);
    if (recorded === undefined) {
      unexpected.push(`The call '${callId}' (${toolName}) asked for approval; it did not in the recording.`);
      throw new Error("The recording has no answer to this question.");
    }
    const answer = withCwd(recorded.answer, script.cwd);
    if (typeof answer === "object" && "threw" in answer) throw new Error(answer.threw);
    return answer;
  };
  const script = {
    handler,
    cwd: "",
    problems: () => [
      ...unexpected,
      ...left.map(
        ({ callId, toolName }) =>
          `The call '${callId}' (${toolName}) did not ask for approval; it did in the recording.`,
      ),
    ],
  };
  return script;
}
