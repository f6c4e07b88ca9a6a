import { describeThrown, ignoreRejectionsIn } from "../../contract/index.js";
import { copyJsonInSteps } from "../../runtime/index.js";
import { shown } from "../first-difference.js";
import { requireList, requireObject, requireTexts, unusable } from "../require-arguments.js";
import { RECORDING_FORMAT, type Recording } from "./recording.js";

/** Returns a recording that a host has stored; rejects with an error that names the part which is not one. */
export async function readRecording(given: unknown): Promise<Recording> {
  const recording = await copyOf(given);
  requireObject("The recording of replay", recording);
  if (recording.format !== RECORDING_FORMAT) {
    throw new Error(
      `The recording must have the format "${RECORDING_FORMAT}", but it has ${shown(recording.format)}. Record the run again.`,
    );
  }
  const { steps, answers } = recording;
  requireList("steps of the recording", steps);
  for (const [index, step] of steps.entries()) requireStep(`steps[${index}] of the recording`, step);
  requireList("answers of the recording", answers);
  for (const [index, answer] of answers.entries())
    requireAnswer(`answers[${index}] of the recording`, answer);
  return recording as unknown as Recording;
}

async function copyOf(given: unknown): Promise<unknown> {
  ignoreRejectionsIn(given);
  try {
    return (await copyJsonInSteps(given)) ?? given;
  } catch (thrown) {
    throw new TypeError(`The recording of replay cannot be read as JSON: ${describeThrown(thrown)}`);
  }
}

function requireStep(what: string, step: unknown): void {
  requireObject(what, step);
  const { type, calls, callIds, answers, results } = step;
  if (type === "calls") requireList(`calls of ${what}`, calls);
  else if (type === "resume") {
    requireTexts(`callIds of ${what}`, callIds);
    requireObject(`answers of ${what}`, answers);
  } else throw unusable(`type of ${what}`, '"calls" or "resume"', type);
  requireList(`results of ${what}`, results);
  for (const [index, result] of results.entries()) requireObject(`results[${index}] of ${what}`, result);
}

function requireAnswer(what: string, given: unknown): void {
  requireObject(what, given, { members: { callId: "string", toolName: "string" } });
  const { answer } = given;
  if (typeof answer !== "boolean") requireObject(`answer of ${what}`, answer);
}
