import type { ApprovalHandler, ToolResult } from "../../contract/index.js";
import { firstDifference } from "../first-difference.js";
import { shown } from "../shown.js";
import { recordedResult, withCwd } from "./portable-values.js";
import {
  RECORDING_FORMAT,
  type RecordedAnswer,
  type RecordedResult,
  type RecordedStep,
  type Recording,
} from "./recording.js";
import type { ReplayableRuntime, RuntimeFactory } from "./runtime-factory.js";

/** How strictly a replay is compared. */
export interface ReplayOptions {
  /** Names of properties of results that may differ, wherever they are: `["modifiedAt"]`. */
  readonly ignore?: readonly string[];
}

/** Differences that a message lists; the first ones tell most. */
const MAX_LISTED_DIFFERENCES = 10;

/**
 * Runs a recording again, step by step, and throws an `Error` that lists what is not as it was: a result, its status or
 * decision, a question that is new, or one that does not come any more. Questions are answered as recorded.
 *
 * Resolves to the results of this run, whose runtime is disposed of by then.
 *
 * @param createRuntime - makes the runtime over the files that the recording started with
 *
 * @example
 * const recording = JSON.parse(await readFile("run.json", "utf8"));
 * await replay(recording, (hooks) => createToolRuntime({ cwd, ...hooks }));
 */
export async function replay(
  recording: Recording,
  createRuntime: RuntimeFactory,
  { ignore = [] }: ReplayOptions = {},
): Promise<readonly ToolResult[]> {
  if (recording.format !== RECORDING_FORMAT) {
    throw new Error(
      `This is no recording of the format ${RECORDING_FORMAT}, but ${shown(recording.format)}. Record the run anew.`,
    );
  }
  const script = answerScript(recording.answers);
  await using runtime = await createRuntime(recording.asksHost ? { onApproval: script.handler } : {});
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
    `The replay is not as the recording:\n${listed.map((line) => `- ${line}`).join("\n")}${more > 0 ? `\n(${more} more)` : ""}`,
  );
}

async function runStep(
  step: RecordedStep,
  runtime: ReplayableRuntime,
  latest: ReadonlyMap<string, ToolResult>,
): Promise<readonly ToolResult[]> {
  const { cwd } = runtime.defaultSession;
  if (step.type === "calls") return runtime.executeBatch(withCwd(step.calls, cwd));
  const blocked = step.callIds.map((callId) => {
    const result = latest.get(callId);
    if (result !== undefined) return result;
    throw new Error(
      `The recording resumes the call '${callId}', which no step before it made. Record the run from its first call on.`,
    );
  });
  return runtime.resume(blocked, withCwd(step.answers, cwd));
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
      `${name}, call '${before.callId}' (${before.toolName}): ${path} was ${shown(first)} and is ${shown(second)}.`,
    ];
  });
}

/** A result as JSON without some properties. */
function without(result: RecordedResult | undefined, ignore: readonly string[]): unknown {
  if (result === undefined) return undefined;
  return JSON.parse(JSON.stringify(result, (name, value) => (ignore.includes(name) ? undefined : value)));
}

/** Answers questions as they were answered, whatever order the calls of a batch ask in. */
function answerScript(answers: readonly RecordedAnswer[]) {
  const left = [...answers];
  const unexpected: string[] = [];
  const handler: ApprovalHandler = ({ callId, toolName }) => {
    const index = left.findIndex((each) => each.callId === callId && each.toolName === toolName);
    const [recorded] = index < 0 ? [] : left.splice(index, 1);
    if (recorded === undefined) {
      unexpected.push(
        `The call '${callId}' (${toolName}) was asked about; when it was recorded, it was not.`,
      );
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
          `The call '${callId}' (${toolName}) was not asked about; when it was recorded, it was.`,
      ),
    ],
  };
  return script;
}
