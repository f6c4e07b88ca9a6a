import {
  type ApprovalAnswer,
  describeThrown,
  ignoreRejectionsIn,
  readData,
  ToolError,
  type ToolResult,
} from "../../contract/index.js";
import { isHostObject, isList, kindOf } from "./kind-of.js";
import { UnusableValue } from "./unusable-value.js";

/** Members and list items of one answer or stored question, or of the state of a paused call. */
const MAX_STORED_VALUES = 1_000_000;

/** The arguments of `resume`, each member read once. */
export interface Resumable {
  readonly entries: readonly ResumableEntry[];
  readonly answers: Readonly<Record<string, boolean | ApprovalAnswer>>;
}

/** One result of an earlier run. */
export interface ResumableEntry {
  /** The result as it was passed. */
  readonly given: ToolResult;
  /** A copy; its question, state and calls are plain data. */
  readonly result: ToolResult;
}

/**
 * Reads the arguments of `resume`: results of an earlier run, perhaps read from a store, and answers by id.
 *
 * @throws TypeError for a value that is not a list or not an object and for answers that are not data, and ToolError (`invalid-input`)
 *   that names the entry and the field for a result that cannot be continued
 */
export function readResumable(results: unknown, answers: unknown): Resumable {
  ignoreRejectionsIn(results);
  ignoreRejectionsIn(answers);
  if (!isList(results)) {
    throw new TypeError(
      `resume expects the list of results of an earlier run, but it got ${kindOf(results)}.`,
    );
  }
  if (!isHostObject(answers)) throw notAnswers(answers);
  const { value, problem } = readData(answers, { maxValues: MAX_STORED_VALUES });
  if (problem?.startsWith("cannot be read") === true || (problem === undefined && !isHostObject(value)))
    throw notAnswers(answers);
  if (problem !== undefined)
    throw new TypeError(`The answers of resume must be data, but the object ${problem}.`);
  return { entries: readResults(results, "results"), answers: value as Resumable["answers"] };
}

function notAnswers(answers: unknown): TypeError {
  return new TypeError(
    `resume expects answers by call id, { "call id": true }, but it got ${kindOf(answers)}.`,
  );
}

function readResults(results: readonly unknown[], name: string): readonly ResumableEntry[] {
  return Array.from({ length: results.length }, (_, index) => {
    const location = `${name}[${index}]`;
    try {
      const given = results[index];
      return { given: given as ToolResult, result: readResult(given, location) };
    } catch (thrown) {
      const problem = UnusableValue.isInstance(thrown)
        ? thrown.message
        : `${location} cannot be read: ${describeThrown(thrown)}`;
      throw new ToolError(`The results cannot be resumed: ${problem}.`, { code: "invalid-input" });
    }
  });
}

function readResult(given: unknown, location: string): ToolResult {
  if (!isHostObject(given))
    throw new UnusableValue(`${location} must be a tool result, not ${kindOf(given)}`);
  const result: Record<string, unknown> = { ...given };
  ignoreRejectionsIn(result);
  const { callId, status, approval, calls, paused } = result;
  if (typeof callId !== "string")
    throw new UnusableValue(`${location}.callId must be a string, not ${kindOf(callId)}`);
  if (typeof status !== "string")
    throw new UnusableValue(`${location}.status must be a string, not ${kindOf(status)}`);
  if (calls !== undefined) {
    if (!isList(calls))
      throw new UnusableValue(`${location}.calls must be a list of results, not ${kindOf(calls)}`);
    result.calls = readResults(calls, `${location}.calls`).map((entry) => entry.result);
  }
  if (status === "blocked-on-user") {
    result.approval = readApproval(approval, `${location}.approval`);
    if (paused !== undefined) result.paused = readStored(paused, `${location}.paused`);
  }
  return result as unknown as ToolResult;
}

function readApproval(given: unknown, location: string): Readonly<Record<string, unknown>> {
  if (!isHostObject(given))
    throw new UnusableValue(`${location} must be the question as it was asked, not ${kindOf(given)}`);
  const approval = readStored(given, location);
  for (const name of ["requestedName", "digest"]) {
    if (typeof approval[name] !== "string")
      throw new UnusableValue(`${location}.${name} must be a string, not ${kindOf(approval[name])}`);
  }
  return approval;
}

function readStored(given: unknown, location: string): Readonly<Record<string, unknown>> {
  const { value, problem } = readData(given, { maxValues: MAX_STORED_VALUES });
  if (problem !== undefined) throw new UnusableValue(`${location} ${problem}`);
  // A date becomes text or null.
  if (!isHostObject(value)) throw new UnusableValue(`${location} must be an object, not ${kindOf(value)}`);
  return value as Readonly<Record<string, unknown>>;
}
