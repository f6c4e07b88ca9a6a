import { describeThrown, ignoreRejection, type ToolCall } from "../../contract/index.js";
import { type CallFailure, callFailure, canonicalJson } from "../values/index.js";

/** The treatment of one entry of a batch before its tool is resolved. */
export type Admission =
  | { readonly type: "run"; readonly call: ToolCall }
  /** A repetition of an earlier call; it gets the result of the first one. */
  | { readonly type: "repeat"; readonly call: ToolCall; readonly firstIndex: number }
  | { readonly type: "refuse"; readonly call: ToolCall; readonly failure: CallFailure };

/**
 * Checks the form of the calls of one batch and finds repeated ids.
 *
 * An id names one call: repeated with an equal input it runs once; with another input it is an error. Ids are
 * compared within one batch only, because several providers number the calls of each reply from one.
 */
export function admitCalls(calls: readonly ToolCall[]): readonly Admission[] {
  const firstById = new Map<string, number>();
  const shapes = Array.from({ length: calls.length }, (_, index) => readableShape(calls, index));
  return shapes.map((call, index): Admission => {
    if (call.problem !== undefined) {
      return { type: "refuse", call, failure: callFailure("invalid-call", call.problem) };
    }
    const firstIndex = firstById.get(call.id);
    if (firstIndex === undefined) {
      firstById.set(call.id, index);
      return { type: "run", call };
    }
    const first = shapes[firstIndex];
    if (first?.name === call.name && canonicalJson(first.input) === canonicalJson(call.input)) {
      return { type: "repeat", call, firstIndex };
    }
    const message = `Two calls of one batch have the id '${shorten(call.id)}' but differ in tool or input; the first one was used. Use a unique id for each call.`;
    return { type: "refuse", call, failure: callFailure("duplicate-call-id", message) };
  });
}

/**
 * Reads the shape of a call. A value that did not come from JSON may throw on access: a getter, a proxy, a revoked
 * proxy.
 */
function readableShape(calls: readonly unknown[], index: number): CallShape {
  try {
    return callShape(calls[index], index);
  } catch (thrown) {
    const problem = `Entry ${index} of the batch cannot be read: ${describeThrown(thrown)}.`;
    return { id: `invalid-${index}`, name: "", input: undefined, problem };
  }
}

type CallShape = ToolCall & { readonly problem?: string };

function callShape(received: unknown, index: number): CallShape {
  ignoreRejection(received);
  if (typeof received !== "object" || received === null) {
    const problem = `Entry ${index} of the batch is ${received === null ? "null" : typeof received}, not a call { id, name, input }.`;
    return { id: `invalid-${index}`, name: "", input: undefined, problem };
  }
  const { id, name, input } = received as Partial<ToolCall>;
  // A host that forgets an await passes promises; no code waits for them.
  for (const value of [id, name, input]) ignoreRejection(value);
  const call = {
    id: typeof id === "string" ? id : `invalid-${index}`,
    name: typeof name === "string" ? name : "",
    input,
  };
  if (typeof id !== "string" || id === "") {
    return {
      ...call,
      problem: `Entry ${index} of the batch has no id. A call is { id: string, name: string, input }.`,
    };
  }
  if (typeof name !== "string" || name === "") {
    return {
      ...call,
      problem: `The call '${shorten(id)}' names no tool. A call is { id: string, name: string, input }.`,
    };
  }
  // Not the value itself, because a getter may return another id each time.
  return call;
}

/** Shortens an id for a message: an id of megabytes would flood the model. */
function shorten(id: string): string {
  return id.length > 80 ? `${id.slice(0, 80)}...` : id;
}
