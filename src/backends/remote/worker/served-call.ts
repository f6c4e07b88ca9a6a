import { type Backend, ToolError } from "../../../contract/index.js";
import type { HandleTable } from "./handle-table.js";

/** A call of a host while it runs. */
export interface ServedCall {
  readonly backend: Backend;
  readonly handles: HandleTable;
  readonly args: Readonly<Record<string, unknown>>;
  readonly body: Uint8Array;
  readonly signal: AbortSignal;
  /** Sends an event to the host. */
  readonly emit: (name: string, value: unknown, body?: Uint8Array) => void;
  /** Receives the bytes that the host sends to the call, and `undefined` at their end. */
  readonly onInput: (listener: (bytes: Uint8Array | undefined) => void) => void;
}

/** Answer to a call. */
export interface Served {
  readonly value?: unknown;
  readonly body?: Uint8Array;
}

/** Carries out a method for a host. */
export type Method = (call: ServedCall) => Promise<Served> | Served;

/** Returns a text argument. */
export function textOf({ args }: ServedCall, name: string): string {
  const value = args[name];
  if (typeof value === "string") return value;
  throw new ToolError(`The argument '${name}' must be a text.`, { code: "invalid-input" });
}

/** Returns an argument that is an integer and at least 0. */
export function countOf({ args }: ServedCall, name: string): number {
  const value = args[name];
  if (Number.isSafeInteger(value) && (value as number) >= 0) return value as number;
  throw new ToolError(`The argument '${name}' must be an integer.`, { code: "invalid-input" });
}

/** Returns an argument that is a list of texts. */
export function textsOf({ args }: ServedCall, name: string): readonly string[] {
  const value = args[name];
  if (Array.isArray(value) && value.every((each) => typeof each === "string")) return value;
  throw new ToolError(`The argument '${name}' must be a list of texts.`, { code: "invalid-input" });
}

/** Returns an argument that is an object; an empty one if it is absent. */
export function objectOf({ args }: ServedCall, name: string): Readonly<Record<string, unknown>> {
  const value = args[name];
  return typeof value === "object" && value !== null ? (value as Record<string, unknown>) : {};
}

/** Returns a port of the backend. */
export function portOf<Name extends keyof Backend>(
  { backend }: ServedCall,
  name: Name,
): NonNullable<Backend[Name]> {
  const port = backend[name];
  if (port === undefined) throw new ToolError(`The worker has no ${name}.`, { code: "not-supported" });
  return port as NonNullable<Backend[Name]>;
}
