import { canonicalJson } from "../../runtime/index.js";
import { programError } from "./program-error.js";
import type { CallOutcome, ProgramCall } from "./program-log.js";

/** Refuses a message of globals that the host does not know. */
export function refuseSignal(): never {
  throw invalidMessage();
}

/** Returns the error of a message that no correct program sends. */
export function invalidMessage(): Error {
  return programError("The program sent an invalid message.", "program-failed");
}

/** Returns the error of a program that does not repeat its earlier run. */
export function diverged(): Error {
  return programError(
    "The program did not repeat what it did before its pause, so it was ended. Its calls were not repeated.",
    "program-diverged",
  );
}

/** Returns whether a call repeats a call of the earlier run. */
export function isSameCall(one: ProgramCall, other: ProgramCall): boolean {
  return (
    one.type === other.type &&
    one.name === other.name &&
    canonicalJson(one.input) === canonicalJson(other.input)
  );
}

/** Returns an outcome as the program receives it. */
export function deliveryJson(n: number, outcome: CallOutcome): string {
  return `[${n},${outcome.ok},${JSON.stringify(outcome.ok ? (outcome.value ?? null) : outcome.error)}]`;
}

/** Returns the message that delivers outcomes; without any, it only makes the program come back. */
export function messageOf(group: readonly (readonly [number, CallOutcome, string])[], at?: number): string {
  return `{"results":[${group.map(([, , json]) => json).join(",")}]${at === undefined ? "" : `,"at":${at}`}}`;
}

/** Returns the message that ends the program. */
export function endMessage(): string {
  return '{"results":[],"end":true}';
}
