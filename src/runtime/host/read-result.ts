import {
  type ApprovalRequest,
  type CallTiming,
  type ContentPart,
  ignoreRejectionsIn,
  type ToolFailure,
  type ToolResult,
  type ToolStatus,
  type TruncationRecord,
} from "../../contract/index.js";
import { withoutUndefined } from "../../values/index.js";
import { isHostObject, kindOf } from "./kind-of.js";
import { readContent, readContentInSteps } from "./read-content.js";
import { readOutcomes } from "./read-outcomes.js";
import { UnusableValue } from "./unusable-value.js";

/**
 * The fields of a result that an executor, a middleware or a worker decides; the runtime adds ids, names and the
 * decision.
 */
export interface GivenResult {
  readonly status: Exclude<ToolStatus, "in-progress">;
  readonly content: readonly ContentPart[];
  readonly result?: unknown;
  readonly error?: ToolFailure;
  readonly approval?: ApprovalRequest;
  readonly trackFiles?: readonly string[];
  readonly metadata?: Readonly<Record<string, unknown>>;
  readonly truncation?: TruncationRecord;
  readonly timing?: CallTiming;
}

const STATUSES: readonly unknown[] = ["done", "error", "cancelled", "rejected-by-user", "blocked-on-user"];

/** Replaces empty content: some providers refuse an empty result. */
const NO_CONTENT: ContentPart = { type: "text", text: "(no output)" };

type Fields = Readonly<Record<string, unknown>>;

/**
 * Reads a value that should be a tool result and returns copies of its known fields; unknown fields are omitted.
 *
 * For results that cross a boundary: from an executor, a middleware, a worker or a store. Every member is read once,
 * so a getter cannot return one value for the check and another one for the use.
 *
 * @throws UnusableValue with the field, the expected and the received value; never another error
 */
export function readResult(value: unknown): GivenResult {
  ignoreRejectionsIn(value);
  return usable(() => {
    const given = knownFields(value);
    return fieldsOf(given, readContent(given.content));
  });
}

/**
 * Returns the same as {@link readResult} for a result that is truncated afterwards: of a result with long content, a promise, because
 * the content is read in steps with yields to the event loop.
 *
 * @throws UnusableValue, or rejects with one
 */
export function readResultInSteps(value: unknown): GivenResult | Promise<GivenResult> {
  ignoreRejectionsIn(value);
  return usable(() => {
    const given = knownFields(value);
    const reading = readContentInSteps(given.content);
    return reading instanceof Promise
      ? reading.then(
          (content) => usable(() => fieldsOf(given, content)),
          (thrown: unknown) => Promise.reject(unusable(thrown)),
        )
      : fieldsOf(given, reading);
  });
}

function usable<Value>(read: () => Value): Value {
  try {
    return read();
  } catch (thrown) {
    throw unusable(thrown);
  }
}

function unusable(thrown: unknown): UnusableValue {
  return UnusableValue.isInstance(thrown)
    ? thrown
    : new UnusableValue("it cannot be read, because one of its members throws");
}

/** Reads each known field of a value that should be a result once, and checks the status. */
function knownFields(value: unknown): Fields {
  if (typeof value !== "object" || value === null || Array.isArray(value)) {
    throw new UnusableValue(`it must be a tool result { status, content, ... }, not ${kindOf(value)}`);
  }
  const given = membersOf(value as Fields);
  const { status } = given;
  if (!STATUSES.includes(status)) {
    throw new UnusableValue(`status must be one of ${STATUSES.join(", ")}, not ${kindOf(status)}`);
  }
  return given;
}

function fieldsOf(given: Fields, content: readonly ContentPart[]): GivenResult {
  const read = given.status as GivenResult["status"];
  const error = read === "done" ? undefined : failureOf(given.error);
  const { result } = given;
  const approval = read === "blocked-on-user" ? approvalOf(given.approval) : undefined;
  const trackFiles = optional(given.trackFiles, pathsOf);
  const metadata = optional(given.metadata, recordOf);
  const truncation = optional(given.truncation, readTruncation);
  const timing = optional(given.timing, timingOf);
  return {
    status: read,
    content: content.length > 0 ? content : [messagePart(error)],
    ...((read === "done" || (result !== undefined && read !== "blocked-on-user")) && { result }),
    ...withoutUndefined({ error, approval, trackFiles, metadata, truncation, timing }),
  };
}

const FIELDS = [
  "status",
  "content",
  "result",
  "error",
  "approval",
  "trackFiles",
  "metadata",
  "truncation",
  "timing",
];

/**
 * Reads each known field once. No code waits for a promise in one of them, even if a getter returns it, so a rejection of it would end
 * the process.
 */
function membersOf(value: Fields): Fields {
  const fields = Object.fromEntries(FIELDS.map((name) => [name, value[name]]));
  ignoreRejectionsIn(fields);
  return fields;
}

/** Adds the ids, names and decision, which only the runtime knows, to the fields that were read. */
export function resultOf(
  given: GivenResult,
  own: Pick<ToolResult, "callId" | "toolName" | "requestedName" | "timing" | "decision">,
): ToolResult {
  const { decision, ...names } = own;
  // The fields that a status requires were checked when they were read.
  return Object.assign({}, given, names, decision === undefined ? undefined : { decision }) as ToolResult;
}

function messagePart(error: ToolFailure | undefined): ContentPart {
  return error === undefined ? NO_CONTENT : { type: "text", text: error.message };
}

function optional<Value>(value: unknown, read: (value: unknown) => Value): Value | undefined {
  return value === undefined || value === null ? undefined : read(value);
}

function failureOf(value: unknown): ToolFailure {
  const { message, errorCode, absolutePath, retryable, outcomes } = objectOf(value, "error");
  if (typeof message !== "string" || message === "") {
    throw new UnusableValue(`error.message must be a string, not ${kindOf(message)}`);
  }
  if (typeof errorCode !== "string" || errorCode === "") {
    throw new UnusableValue(`error.errorCode must be a string, not ${kindOf(errorCode)}`);
  }
  const states = readOutcomes(outcomes);
  return {
    message,
    errorCode,
    ...(typeof absolutePath === "string" && { absolutePath }),
    ...(typeof retryable === "boolean" && { retryable }),
    ...(states !== undefined && { outcomes: states }),
  };
}

function approvalOf(value: unknown): ApprovalRequest {
  const approval = { ...objectOf(value, "approval") };
  for (const name of ["callId", "toolName", "requestedName", "sessionId", "digest"]) {
    if (typeof approval[name] !== "string") {
      throw new UnusableValue(`approval.${name} must be a string, not ${kindOf(approval[name])}`);
    }
  }
  return approval as unknown as ApprovalRequest;
}

function pathsOf(value: unknown): readonly string[] {
  if (!Array.isArray(value))
    throw new UnusableValue(`trackFiles must be a list of paths, not ${kindOf(value)}`);
  return Array.from(value, (path: unknown, index) => {
    if (typeof path === "string" && path !== "") return path;
    throw new UnusableValue(`trackFiles[${index}] must be a path, not ${kindOf(path)}`);
  });
}

function recordOf(value: unknown): Fields {
  return { ...objectOf(value, "metadata") };
}

/** Reads a truncation record of a tool or an executor; throws {@link UnusableValue} for anything else. */
export function readTruncation(value: unknown): TruncationRecord {
  const { omittedBytes, omittedLines, savedTo } = objectOf(value, "truncation");
  return {
    omittedBytes: countOf(omittedBytes, "truncation.omittedBytes"),
    omittedLines: countOf(omittedLines, "truncation.omittedLines"),
    ...(typeof savedTo === "string" && { savedTo }),
  };
}

/** Reads the times of a result, which may be missing or invalid: the runtime measures its own. */
function timingOf(value: unknown): CallTiming | undefined {
  if (typeof value !== "object" || value === null) return undefined;
  const { queuedAt, startedAt, endedAt, durationMs } = value as Fields;
  if (!isTime(queuedAt) || !isTime(endedAt) || !isTime(durationMs)) return undefined;
  return { queuedAt, ...(isTime(startedAt) && { startedAt }), endedAt, durationMs };
}

function isTime(value: unknown): value is number {
  return typeof value === "number" && Number.isFinite(value);
}

function countOf(value: unknown, field: string): number {
  if (isTime(value) && value >= 0) return value;
  throw new UnusableValue(`${field} must be a number of at least 0, not ${kindOf(value)}`);
}

function objectOf(value: unknown, field: string): Fields {
  if (isHostObject(value)) return value;
  throw new UnusableValue(`${field} must be an object, not ${kindOf(value)}`);
}
