import { ignoreRejection, ignoreRejectionsIn } from "../contract/index.js";
import { isList, kindOf } from "../runtime/index.js";
import { isRecord } from "../values/index.js";

/**
 * Throws a `TypeError` that names an argument of a testing function unless the argument is a function.
 *
 * @param what - the argument, such as `createRuntime of recordRun`
 */
export function requireFunction(what: string, given: unknown): void {
  if (typeof given !== "function") throw unusable(what, "a function", given);
}

/** Throws a `TypeError` that names an argument unless it is a list that can be read. */
export function requireList(what: string, given: unknown): asserts given is readonly unknown[] {
  if (!isList(given)) throw unusable(what, "a list", given);
}

/** Throws a `TypeError` that names an argument unless it is a list of texts. */
export function requireTexts(what: string, given: unknown): void {
  requireList(what, given);
  for (let index = 0; index < given.length; index += 1) {
    const text = memberOf(given, index);
    if (typeof text !== "string") throw unusable(`${what}[${index}]`, "a text", text);
  }
}

/** Throws a `TypeError` that names an argument unless it is an object that can be read and has members of some types. */
export function requireObject(
  what: string,
  given: unknown,
  { form = "an object", members = {} }: ObjectForm = {},
): asserts given is Readonly<Record<string, unknown>> {
  if (!isRecord(given) || isUnreadable(given)) throw unusable(what, form, given);
  for (const [name, type] of Object.entries(members)) {
    const member = memberOf(given, name);
    if (typeof member !== type || member === null) throw unusable(what, form, given);
  }
  if (memberOf(given, "then") !== undefined) throw unusable(what, form, given);
}

/** The form of an object. */
export interface ObjectForm {
  /** For the message: `a tool of defineTool({...})`. */
  readonly form?: string;
  /** Members and the results of `typeof` for them. */
  readonly members?: Readonly<Record<string, "string" | "object" | "function" | "boolean">>;
}

/** Throws a `TypeError` that names an argument unless it is a tool, as far as code that describes tools reads it. */
export function requireTool(what: string, given: unknown): void {
  const members = { name: "string", description: "string", inputSchema: "object" } as const;
  requireObject(what, given, { form: "a tool of defineTool({...})", members });
}

/** Returns a member of a value of the host; `undefined` if it cannot be read. */
export function memberOf(given: object, name: string | number | symbol): unknown {
  try {
    return (given as Record<string | number | symbol, unknown>)[name];
  } catch (thrown) {
    ignoreRejection(thrown);
    return undefined;
  }
}

/** Returns whether an object has members or names that cannot be read. Never throws. */
export function isUnreadable(given: unknown): boolean {
  if (typeof given !== "object" || given === null) return false;
  try {
    Object.keys(given);
    void (given as { readonly then?: unknown }).then;
    return false;
  } catch (thrown) {
    ignoreRejection(thrown);
    return true;
  }
}

/** Returns the error for an argument of another form. A promise in it is marked as handled: no code waits for it. */
export function unusable(what: string, form: string, given: unknown): TypeError {
  ignoreRejectionsIn(given);
  return new TypeError(`${what} must be ${form}, but it is ${kindOf(given)}.`);
}
