import {
  describeThrown,
  ignoreRejection,
  ignoreRejectionsIn,
  ToolError,
  type ToolResult,
} from "../../contract/index.js";
import { isHostObject } from "./is-host-object.js";
import { isList, kindOf } from "./kind-of.js";

/**
 * Checks the arguments of `resume`: results of an earlier run, perhaps read from a store, and answers by id.
 *
 * Throws a `TypeError` for a value that is not a list or not an object, and a `ToolError` (`invalid-input`) that
 * names the entry and the field for a result that cannot be continued.
 */
export function requireResumable(results: unknown, answers: unknown): void {
  ignoreRejectionsIn(results);
  ignoreRejectionsIn(answers);
  if (!isList(results)) {
    throw new TypeError(
      `resume expects the list of results of an earlier run, but it got ${kindOf(results)}.`,
    );
  }
  if (!isRecord(answers)) {
    throw new TypeError(
      `resume expects answers by call id, { "call id": true }, but it got ${kindOf(answers)}.`,
    );
  }
  for (let index = 0; index < results.length; index += 1) requireResult(results, index);
}

function requireResult(results: readonly unknown[], index: number): void {
  const location = `results[${index}]`;
  let problem: string | undefined;
  try {
    problem = problemOf(results[index], location);
  } catch (thrown) {
    problem = `${location} cannot be read: ${describeThrown(thrown)}`;
  }
  if (problem !== undefined) {
    throw new ToolError(`The results cannot be resumed: ${problem}.`, { code: "invalid-input" });
  }
}

function problemOf(result: unknown, location: string): string | undefined {
  if (!isRecord(result)) return `${location} must be a tool result, not ${kindOf(result)}`;
  const { callId, status, approval } = result as Partial<Record<keyof ToolResult | "approval", unknown>>;
  if (typeof callId !== "string") return `${location}.callId must be a string, not ${kindOf(callId)}`;
  if (typeof status !== "string") return `${location}.status must be a string, not ${kindOf(status)}`;
  if (status !== "blocked-on-user") return undefined;
  if (!isRecord(approval))
    return `${location}.approval must be the question as it was asked, not ${kindOf(approval)}`;
  for (const name of ["requestedName", "digest"]) {
    if (typeof approval[name] !== "string") {
      return `${location}.approval.${name} must be a string, not ${kindOf(approval[name])}`;
    }
  }
  return undefined;
}

function isRecord(value: unknown): value is Readonly<Record<string, unknown>> {
  if (!isHostObject(value)) return false;
  try {
    void Reflect.get(value, "status");
    return true;
  } catch (thrown) {
    ignoreRejection(thrown);
    return false;
  }
}
