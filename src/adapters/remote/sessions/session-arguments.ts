import { isList, kindOf } from "../../../runtime/index.js";
import { isRecord } from "../../../values/index.js";

/** Requirement of an argument of a session's function. */
export interface ArgumentKind {
  /** The expected kind for messages, such as "a string". */
  readonly expected: string;
  /** Returns whether a value is of this kind. Never throws. */
  readonly accepts: (value: unknown) => boolean;
}

/** The kinds of the arguments of a function by name, in their order. */
export type ArgumentKinds = Readonly<Record<string, ArgumentKind>>;

/** Creates the kind of an argument. */
export function argumentKind(expected: string, accepts: (value: unknown) => boolean): ArgumentKind {
  return { expected, accepts };
}

/** Returns the kind of an argument that may be missing. */
export function optional({ expected, accepts }: ArgumentKind): ArgumentKind {
  return argumentKind(expected, (value) => value === undefined || accepts(value));
}

/** Returns the kind of an argument that may be missing or null. */
export function nullable({ expected, accepts }: ArgumentKind): ArgumentKind {
  return argumentKind(expected, (value) => value === undefined || value === null || accepts(value));
}

export const TEXT = argumentKind("a string", (value) => typeof value === "string");
export const FLAG = argumentKind("a boolean", (value) => typeof value === "boolean");
export const COUNT = argumentKind("a number", (value) => typeof value === "number" && !Number.isNaN(value));
export const OPTIONS = argumentKind("an object of options", isRecord);
export const CONTENT = argumentKind(
  "a string or a Uint8Array",
  (value) => typeof value === "string" || isBytes(value),
);

/** Returns whether a value is bytes. Never throws; a proxy is none. */
export function isBytes(value: unknown): value is Uint8Array {
  return ArrayBuffer.isView(value) && value instanceof Uint8Array;
}

/**
 * Throws if an argument of a function is not of its kind. Without this check, a list that claims an impossible length would be written
 * into a message item by item.
 */
export function requireArguments(method: string, given: readonly unknown[], kinds: ArgumentKinds): void {
  for (const [index, [name, { expected, accepts }]] of Object.entries(kinds).entries())
    if (!accepts(given[index])) throw refusedArgument(method, name, { expected, received: given[index] });
}

/** Returns the items of a list, each read once. Throws if it is none, or if an item is not of its kind. */
export function requireItems<Item>(
  method: string,
  given: unknown,
  { expected, read }: { readonly expected: string; readonly read: (item: unknown) => Item | undefined },
): Item[] {
  if (!isList(given)) throw refusedArgument(method, "its argument", { expected, received: given });
  return Array.from({ length: given.length }, (_, index) => {
    const received = given[index];
    const item = read(received);
    if (item === undefined) throw refusedArgument(method, "its argument", { expected, received, index });
    return item;
  });
}

interface Refused {
  readonly expected: string;
  readonly received: unknown;
  readonly index?: number;
}

function refusedArgument(method: string, name: string, { expected, received, index }: Refused): TypeError {
  const at = index === undefined ? "got" : `item ${index} is`;
  return new TypeError(
    `${method} of a session expects ${name} to be ${expected}, but ${at} ${kindOf(received)}.`,
  );
}
