import { ignoreRejection, ignoreRejectionsIn, type ToolSession } from "../../contract/index.js";
import { kindOf } from "../host/kind-of.js";
import { type MemberNames, readMembers } from "../host/read-members.js";
import type { SessionOptions } from "./session.js";

/** Longest id of a session, in UTF-16 code units; applies to exported sessions as well. */
export const MAX_ID_CHARACTERS = 1_024;

type Fields = Readonly<Record<string, unknown>>;

/** Returns whether a value has the members of a session. Throws if a getter of the value throws. */
export function isSession(value: unknown): value is ToolSession {
  if (typeof value !== "object" || value === null) return false;
  const { id, cwd, memory } = value as Fields;
  return typeof id === "string" && typeof cwd === "string" && typeof memory === "object" && memory !== null;
}

/** Returns a session; throws a `TypeError` that names the argument for anything else. */
export function requireSession(session: unknown, name: string): ToolSession {
  try {
    if (isSession(session)) return session;
  } catch (thrown) {
    ignoreRejection(thrown);
    // A value that cannot be read is not a session either.
  }
  throw new TypeError(`${name} must be a session of this runtime, but it is ${kindOf(session)}.`);
}

/** The names of the options of `session()`. */
export const SESSION_OPTIONS: MemberNames<SessionOptions> = {
  id: true,
  cwd: true,
  parent: true,
  mode: true,
  rules: true,
  tools: true,
  subagent: true,
};

/** Returns the options of `session()`; throws a `TypeError` or `RangeError` that names the invalid option. */
export function requireSessionOptions(options: unknown): SessionOptions {
  ignoreRejectionsIn(options);
  const read = readMembers<SessionOptions>(options, "The options of session()", SESSION_OPTIONS);
  const { id, cwd, parent } = read as Fields;
  if (id !== undefined) requireText("id of a session", id, MAX_ID_CHARACTERS);
  if (cwd !== undefined) requireText("cwd of a session", cwd, Number.POSITIVE_INFINITY);
  if (parent !== undefined) requireSession(parent, "parent of a session");
  return read;
}

function requireText(name: string, value: unknown, maximum: number): void {
  if (typeof value !== "string") {
    throw new TypeError(`The ${name} must be a string, but it is ${kindOf(value)}.`);
  }
  if (value === "" || value.length > maximum) {
    const range = Number.isFinite(maximum) ? `of 1 to ${maximum} characters` : "that is not empty";
    throw new RangeError(`The ${name} must be a string ${range}, but it has ${value.length} characters.`);
  }
}
