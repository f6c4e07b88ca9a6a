import {
  describeThrown,
  ignoreRejection,
  ignoreRejectionsIn,
  readData,
  type ToolCall,
} from "../../contract/index.js";
import { MAX_INPUT_VALUES } from "../../schema/index.js";
import { createYield } from "../../values/index.js";
import type { RuntimeServices } from "../services/index.js";
import { type CallFailure, callFailure, canonicalJson } from "../values/index.js";
import { expandWrapper } from "./expand-wrapper.js";

/** The treatment of one entry of a batch before its tool is resolved. */
export type Admission =
  | { readonly type: "run"; readonly call: ToolCall }
  /** A repetition of an earlier call; it gets the result of the first one. */
  | { readonly type: "repeat"; readonly call: ToolCall; readonly firstIndex: number }
  | { readonly type: "refuse"; readonly call: ToolCall; readonly failure: CallFailure };

/** The calls of one batch after admission. */
export interface AdmittedCalls {
  /** The calls to run, in order; those of a wrapper call take its position. */
  readonly admissions: readonly Admission[];
  /** For each entry of the batch, the admissions that answer it. */
  readonly entries: readonly AdmittedEntry[];
}

/** One entry of a batch. */
export interface AdmittedEntry {
  readonly call: ToolCall;
  readonly first: number;
  /** Number of calls of a wrapper call; absent for any other call. */
  readonly wrapped?: number;
}

/**
 * Checks the form of the calls of one batch, finds repeated ids, and expands wrapper calls (`expandWrapper`).
 *
 * An input is copied: a getter may return another value each time, so every later stage sees what was read here.
 *
 * An id names one call: repeated with an equal input it runs once; with another input it is an error. Ids are
 * compared within one batch only, because several providers number the calls of each reply from one.
 *
 * Yields to the event loop during a batch of very many calls.
 */
export async function admitCalls(
  calls: readonly ToolCall[],
  services: Pick<RuntimeServices, "registry">,
): Promise<AdmittedCalls> {
  const admissions: Admission[] = [];
  const firstById = new Map<string, FirstCall>();
  const admit = (call: CallShape): AdmittedEntry => {
    const entry = { call, first: admissions.length };
    if (call.problem !== undefined) {
      const code = call.hasInvalidInput === true ? "invalid-input" : "invalid-call";
      admissions.push({ type: "refuse", call, failure: callFailure(code, call.problem) });
      return entry;
    }
    const known = firstById.get(call.id);
    if (known === undefined) {
      firstById.set(call.id, { entry });
      admissions.push({ type: "run", call });
      return entry;
    }
    if (isRepetition(call, known)) {
      if (known.entry.wrapped !== undefined) return known.entry;
      admissions.push({ type: "repeat", call, firstIndex: known.entry.first });
      return entry;
    }
    const message = `Two calls of one batch have the id '${shorten(call.id)}' but differ in tool or input; the first one was used. Use a unique id for each call.`;
    admissions.push({ type: "refuse", call, failure: callFailure("duplicate-call-id", message) });
    return entry;
  };
  const expandOrAdmit = (call: CallShape): AdmittedEntry => {
    const isFirst = call.problem === undefined && !firstById.has(call.id);
    const expansion = isFirst ? expandWrapper(call, services) : undefined;
    if (expansion === undefined) return admit(call);
    const first = admissions.length;
    if ("problem" in expansion) {
      const failure = callFailure("invalid-input", `Invalid input: ${expansion.problem}.`);
      firstById.set(call.id, { entry: { call, first } });
      admissions.push({ type: "refuse", call, failure });
      return { call, first };
    }
    const entry = { call, first, wrapped: expansion.calls.length };
    firstById.set(call.id, { entry });
    for (const inner of expansion.calls) admit(checkedShape(inner));
    return entry;
  };
  const entries: AdmittedEntry[] = [];
  const pause = createYield();
  const { length } = calls;
  for (let index = 0; index < length; index += 1) {
    entries.push(expandOrAdmit(readableShape(calls, index)));
    // Without a pause, a batch is read before its caller can change it, and is not overtaken by a later batch.
    const pausing = index + 1 < length ? pause() : undefined;
    if (pausing !== undefined) await pausing;
  }
  return { admissions, entries };
}

/** Returns whether one of the calls has this id. Reads every call, whatever its form. */
export function includesCall(calls: readonly ToolCall[], callId: string): boolean {
  return Array.from({ length: calls.length }, (_, index) => index).some(
    (index) => readableId(calls, index) === callId,
  );
}

function readableId(calls: readonly ToolCall[], index: number): unknown {
  try {
    const id: unknown = calls[index]?.id;
    ignoreRejection(id);
    return id;
  } catch (thrown) {
    ignoreRejection(thrown);
    return undefined;
  }
}

/** The first call of an id. */
interface FirstCall {
  readonly entry: AdmittedEntry;
  /** The input as canonical JSON; written once, for all repetitions. */
  text?: string;
}

function isRepetition({ name, input }: ToolCall, first: FirstCall): boolean {
  const { call } = first.entry;
  if (call.name !== name) return false;
  if (call.input === input) return true;
  first.text ??= canonicalJson(call.input);
  return first.text === canonicalJson(input);
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

type CallShape = ToolCall & { readonly problem?: string; readonly hasInvalidInput?: true };

function callShape(received: unknown, index: number): CallShape {
  ignoreRejection(received);
  if (typeof received !== "object" || received === null) {
    const problem = `Entry ${index} of the batch is ${received === null ? "null" : typeof received}, not a call { id, name, input }.`;
    return { id: `invalid-${index}`, name: "", input: undefined, problem };
  }
  const { id, name, input: given } = received as Partial<ToolCall>;
  // A host that forgets an await passes promises; no code waits for them.
  for (const value of [id, name]) if (typeof value !== "string") ignoreRejectionsIn(value);
  const { value: input, problem } = readData(given, { maxValues: MAX_INPUT_VALUES });
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
      problem: nameless(id),
    };
  }
  if (problem !== undefined) {
    return {
      ...call,
      problem: `Invalid input for '${shorten(name)}': it ${problem}.`,
      hasInvalidInput: true,
    };
  }
  return call;
}

/** Checks a call of a wrapper, whose id is known. */
function checkedShape(call: ToolCall): CallShape {
  return call.name === "" ? { ...call, problem: nameless(call.id) } : call;
}

function nameless(id: string): string {
  return `The call '${shorten(id)}' names no tool. A call is { id: string, name: string, input }.`;
}

/** Shortens an id for a message: an id of megabytes would flood the model. */
function shorten(id: string): string {
  return id.length > 80 ? `${id.slice(0, 80)}...` : id;
}
