import { isRecord } from "../../values/index.js";
import { exceededLimit } from "./message-limits.js";
import { programError } from "./program-error.js";
import { isCall, type ProgramCall } from "./program-log.js";

/** One message of a program to its host. */
export type ProgramEvent =
  | ProgramCall
  | { readonly type: "text"; readonly text: string }
  | { readonly type: "image"; readonly image: unknown }
  /** A message of other globals, which has no answer. */
  | { readonly type: "signal"; readonly name: string; readonly input: readonly unknown[] }
  | { readonly type: "end" };

/**
 * Reads what a program submitted; returns `undefined` for anything but a list of events.
 *
 * @throws a `program-limit` error for a text whose parsing would block the event loop
 */
export function readEvents(text: unknown): readonly ProgramEvent[] | undefined {
  if (typeof text !== "string") return undefined;
  const limit = exceededLimit(text);
  if (limit !== undefined) {
    const message = `The program passed too much to its tools and outputs at once: more than ${limit}. Pass less, or await a call in between.`;
    throw programError(message, "program-limit");
  }
  let events: unknown;
  try {
    events = JSON.parse(text);
  } catch {
    return undefined;
  }
  return Array.isArray(events) && events.every(isEvent) ? events : undefined;
}

function isEvent(value: unknown): value is ProgramEvent {
  if (isCall(value)) return true;
  if (!isRecord(value)) return false;
  return (
    (value.type === "text" && typeof value.text === "string") ||
    value.type === "image" ||
    (value.type === "signal" && typeof value.name === "string" && Array.isArray(value.input)) ||
    value.type === "end"
  );
}
