import type { AnyTool } from "../../contract/index.js";
import { brokenPromise } from "./broken-promise.js";
import type { CallObservation } from "./observe-call.js";

/** Throws if a function of the tool threw something that is not an error for the model. */
export function requireNothingThrown(tool: AnyTool, { watch }: CallObservation, input: string): void {
  const [thrown] = watch.thrown;
  if (thrown === undefined) return;
  throw brokenPromise({
    tool,
    promise: "it returns an error for bad input and never throws.",
    seen: `${thrown.where} threw ${describeError(thrown.error)} for ${input}.`,
    remedy: REMEDIES[thrown.where] ?? DEFAULT_REMEDY,
  });
}

const DEFAULT_REMEDY =
  "Reject such input in the schema, or throw a ToolError whose message states the expected input and the remedy.";

const REMEDIES: Readonly<Record<string, string>> = {
  "executionProfile.resourceKeys":
    "Return keys for every input that the schema accepts: a call whose keys fail conflicts with every other call.",
  render: "Render every output that execute can return, including an empty one.",
  mapInput: "Accept any object: mapInput runs before validation, on any input from the model.",
};

/** Describes an error with its first position in a file. The function that throws is often built in and has no position. */
function describeError(error: unknown): string {
  const stack = error instanceof Error ? (error.stack ?? "") : "";
  const position = stack.split("\n").find((line) => /^\s+at .*:\d+:\d+\)?$/.test(line));
  return `${String(error)}${position === undefined ? "" : ` (${position.trim()})`}`;
}
