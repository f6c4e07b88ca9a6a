import type {
  ApprovalRequest,
  CommandConfinement,
  JudgedCall,
  TraceContext,
} from "../../../contract/index.js";
import { isRecord } from "../../../values/index.js";

/** All values of {@link WireVerdict}. */
const WIRE_VERDICTS = ["default", "allow", "ask"] as const;

/**
 * Reason why a host let a call through: `default` when only its defaults allow it, because the call reads; `allow` when a
 * rule, a grant or a preset that allows everything does; `ask` when an approver agreed.
 */
type WireVerdict = (typeof WIRE_VERDICTS)[number];

/** Kinds of tools that change nothing: their calls may run twice, and presets other than `allow-all` allow them too. */
export const READ_ONLY_KINDS: ReadonlySet<string> = new Set(["read", "search", "think"]);

/** Number of ancestor sessions; equal to how deep calls can be nested. */
export const MAX_PARENTS = 32;

/** UTF-16 code units of an id or a folder. */
const MAX_NAME_CHARACTERS = 4_096;

/** Part of a host's session that a worker must know. */
export interface WireSession {
  readonly id: string;
  /** In a fleet relative to the workspace, with `/`, and empty for the workspace itself; otherwise absolute. */
  readonly cwd: string;
  /** Ancestor sessions, the nearest first. */
  readonly parents: readonly string[];
}

/** Resources of a call as the host's approver sees them. */
export type WireShown = Pick<ApprovalRequest, "facts" | "warnings">;

/** Call that a host sends to a worker. */
export interface WireCall {
  readonly type: "call";
  /** Canonical name. */
  readonly tool: string;
  /** Canonical input. */
  readonly input: unknown;
  readonly decided: WireVerdict;
  /** Limits of a command that runs without a question. */
  readonly confinement?: CommandConfinement;
  /** Trace of the host that contains the call. */
  readonly traceContext?: TraceContext;
}

/** Request of a host. */
export type WireRequest =
  | WireCall
  | { readonly type: "export-session" }
  | { readonly type: "import-session"; readonly state: unknown };

/** Returns the request of a judged call. */
export function wireCall(
  call: JudgedCall,
  { traceContext }: { readonly traceContext?: TraceContext | undefined },
): WireCall {
  const { tool, input, decision } = call;
  return {
    type: "call",
    tool: tool.name,
    input,
    decided: wireVerdict(call),
    ...(decision.verdict === "allow" &&
      decision.confinement !== undefined && { confinement: decision.confinement }),
    ...(traceContext !== undefined && { traceContext }),
  };
}

/**
 * Returns why a host lets a call through, for the worker. A worker judges a `default` again, because only it can see whether
 * a path leaves the roots or belongs to a secret.
 */
function wireVerdict({ decision, tool }: Pick<JudgedCall, "decision" | "tool">): WireVerdict {
  if (decision.verdict === "ask") return "ask";
  const isUnasked = decision.confinement !== undefined || READ_ONLY_KINDS.has(tool.kind);
  return decision.source === "kind" && isUnasked ? "default" : "allow";
}

/** Reads an untrusted session; returns a clause about the fault of one that cannot be read. */
export function readSession(
  value: unknown,
  { isFolder, absent }: { readonly isFolder: (cwd: string) => boolean; readonly absent: string },
): WireSession | string {
  if (!isRecord(value)) return "it names no session";
  const { id, cwd, parents = [] } = value;
  if (!isName(id)) return "its session has no id";
  if (typeof cwd !== "string" || cwd.length > MAX_NAME_CHARACTERS || !isFolder(cwd)) return absent;
  if (!Array.isArray(parents) || parents.length > MAX_PARENTS || !parents.every(isName)) {
    return "the parents of its session are not a list of ids";
  }
  return { id, cwd, parents };
}

/** Reads an untrusted request; returns a clause about the fault of one that cannot be read. */
export function readRequest(value: unknown): WireRequest | string {
  if (!isRecord(value)) return "it has no request";
  switch (value.type) {
    case "call": {
      const { tool, input, decided, confinement, traceContext } = value;
      if (!isName(tool)) return "it names no tool";
      const verdict = WIRE_VERDICTS.find((each) => each === decided);
      if (verdict === undefined) return "it has no verdict of its host";
      const limits = confinement === undefined ? undefined : readConfinement(confinement);
      if (limits === "unreadable") return "the limits of its command are invalid";
      return {
        type: "call",
        tool,
        input,
        decided: verdict,
        ...(limits !== undefined && { confinement: limits }),
        ...readTrace(traceContext),
      };
    }
    case "export-session":
      return { type: "export-session" };
    case "import-session":
      return { type: "import-session", state: value.state };
    default:
      return "its request has a type that this worker does not know";
  }
}

/** Returns whether a value is a text that can name something: not empty, and not too long. */
export function isName(value: unknown): value is string {
  return typeof value === "string" && value !== "" && value.length <= MAX_NAME_CHARACTERS;
}

/** Reads the limits of a command. Invalid limits refuse the job instead of being ignored. */
function readConfinement(value: unknown): CommandConfinement | "unreadable" {
  if (!isRecord(value) || typeof value.readOnly !== "boolean") return "unreadable";
  const { readOnly, programs, sandboxed, usesAccount } = value;
  if (!Array.isArray(programs) || !programs.every((each) => typeof each === "string")) return "unreadable";
  if (sandboxed !== undefined && sandboxed !== true) return "unreadable";
  if (usesAccount !== undefined && usesAccount !== true) return "unreadable";
  return {
    readOnly,
    programs,
    ...(sandboxed === true && { sandboxed }),
    ...(usesAccount === true && { usesAccount }),
  };
}

/** Reads a trace context. An invalid one does not refuse the call, because the tracer validates the strings. */
function readTrace(value: unknown): { readonly traceContext?: TraceContext } {
  if (!isRecord(value) || !isName(value.traceparent)) return {};
  const { traceparent, tracestate } = value;
  return { traceContext: { traceparent, ...(isName(tracestate) && { tracestate }) } };
}
