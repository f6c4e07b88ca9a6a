import type { AnyTool } from "../../contract/index.js";
import { brokenPromise } from "./broken-promise.js";
import type { CallObservation } from "./observe-call.js";

/** Throws when a function of the tool threw something that is no error for the model. */
export function requireNothingThrown(tool: AnyTool, { watch }: CallObservation, input: string): void {
  const [thrown] = watch.thrown;
  if (thrown === undefined) return;
  throw brokenPromise({
    tool,
    promise: "it answers bad input with an error for the model, and never throws.",
    seen: `${thrown.where} threw ${describeError(thrown.error)} for ${input}.`,
    remedy: REMEDIES[thrown.where] ?? DEFAULT_REMEDY,
  });
}

const DEFAULT_REMEDY =
  "Refuse such input in the schema, or throw a ToolError whose message tells the model what was expected and what to do now.";

const REMEDIES: Readonly<Record<string, string>> = {
  "executionProfile.resourceKeys":
    "Let it answer for every input that the schema accepts: a call whose keys fail conflicts with every other call.",
  render: "Let it render every output that execute can give, also an empty one.",
  mapInput: "Let it take any object: it runs before validation, on whatever the model sent.",
};

/** With the first place in a file: what throws is often a function of the language, which has none. */
function describeError(error: unknown): string {
  const stack = error instanceof Error ? (error.stack ?? "") : "";
  const place = stack.split("\n").find((line) => /^\s+at .*:\d+:\d+\)?$/.test(line));
  return `${String(error)}${place === undefined ? "" : ` (${place.trim()})`}`;
}
