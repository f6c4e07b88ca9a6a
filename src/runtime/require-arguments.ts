import type { OnReject } from "../batching/index.js";
import { ignoreRejection, type ToolCall } from "../contract/index.js";
import { requireKnownValue } from "../values/index.js";
import type { ExplainOptions } from "./calls/index.js";
import { isList, kindOf } from "./host/kind-of.js";
import { type MemberNames, readMembers } from "./host/read-members.js";
import { isSession } from "./sessions/index.js";
import type { ExecuteOptions } from "./tool-runtime.js";

const REJECTION_POLICIES: readonly OnReject[] = ["continue", "cancel-dependents", "cancel-later"];

const RUN_OPTIONS: MemberNames<ExecuteOptions> = {
  signal: true,
  session: true,
  within: true,
  onReject: true,
  traceContext: true,
  messageId: true,
  agent: true,
  extra: true,
  confinement: true,
  truncation: true,
  onApproval: true,
  onTimeline: true,
};

/**
 * Returns a list of calls. Throws a `TypeError` that names the method for anything else, including a list that cannot be read.
 */
export function requireCalls(calls: unknown, method: string): readonly ToolCall[] {
  if (isList(calls)) return calls as readonly ToolCall[];
  throw new TypeError(
    `${method} expects an array of calls { id, name, input }, but it got ${kindOf(calls)}.`,
  );
}

/** Returns the known options of `explain`, and those of a run. Throws a `TypeError` that names the invalid option. */
export function requireExplainOptions(options: unknown): ExecuteOptions & Pick<ExplainOptions, "rules"> {
  if (options === undefined || options === null) return {};
  const names: MemberNames<ExecuteOptions & ExplainOptions> = { ...RUN_OPTIONS, rules: true };
  const { rules, ...run } = readMembers<ExecuteOptions & ExplainOptions>(
    options,
    "The options of explain()",
    names,
  );
  return { ...requireOptions(run), rules };
}

/** Returns the known options of a run. Throws a `TypeError` that names the invalid option. */
export function requireOptions(options: unknown): ExecuteOptions {
  if (options === undefined || options === null) return {};
  const read = readMembers<ExecuteOptions>(options, "The options of a run", RUN_OPTIONS);
  const {
    signal,
    session,
    within,
    onApproval,
    onTimeline,
    onReject,
    messageId,
    agent,
    extra,
    traceContext,
    truncation,
  } = read as Partial<Record<keyof ExecuteOptions, unknown>>;
  requireThat("signal", "an AbortSignal", signal, isSignal);
  requireThat("session", "a session of this runtime", session, isSession);
  requireThat("within", "the context of a running call", within, (value) => isSession(value.session));
  for (const [name, value] of Object.entries({ messageId, agent })) {
    if (value !== undefined && typeof value !== "string") {
      throw new TypeError(`${name} must be a string, but it is ${kindOf(value)}.`);
    }
  }
  requireThat("extra", "an object", extra, () => true);
  if (truncation !== false) requireThat("truncation", "limits or false", truncation, () => true);
  if (onReject !== undefined) requireKnownValue("onReject", onReject, REJECTION_POLICIES);
  requireThat("traceContext", "an object with traceparent", traceContext, isTraceContext);
  for (const [name, value] of Object.entries({ onApproval, onTimeline })) {
    if (value !== undefined && typeof value !== "function") {
      throw new TypeError(`${name} must be a function, but it is ${kindOf(value)}.`);
    }
  }
  return read;
}

type Fields = Readonly<Record<string, unknown>>;

function requireThat(name: string, what: string, value: unknown, holds: (value: Fields) => boolean): void {
  if (value === undefined) return;
  try {
    if (typeof value === "object" && value !== null && holds(value as Fields)) return;
  } catch (thrown) {
    ignoreRejection(thrown);
    // A value that cannot be read is not valid either.
  }
  throw new TypeError(`${name} must be ${what}, but it is ${kindOf(value)}.`);
}

function isTraceContext({ traceparent, tracestate }: Fields): boolean {
  return typeof traceparent === "string" && (tracestate === undefined || typeof tracestate === "string");
}

function isSignal(value: Fields): boolean {
  return (
    typeof value.aborted === "boolean" &&
    typeof value.addEventListener === "function" &&
    typeof value.removeEventListener === "function"
  );
}
