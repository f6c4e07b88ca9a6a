import type { CommandConfinement, JudgedCall, TraceContext } from "../../../contract/index.js";
import { isRecord } from "../../../values/index.js";
import { isSignatureOf, type SigningKey, signatureOf } from "../signing/index.js";

/** All values of {@link WireVerdict}. */
const WIRE_VERDICTS = ["default", "allow", "ask"] as const;

/**
 * Reason why a host let a call through: `default` when only its defaults allow it, because the call reads; `allow` when a
 * rule, a grant or a preset that allows everything does; `ask` when an approver agreed.
 */
type WireVerdict = (typeof WIRE_VERDICTS)[number];

/** Kinds of tools that change nothing: their calls may run twice, and presets other than `allow-all` allow them too. */
export const READ_ONLY_KINDS: ReadonlySet<string> = new Set(["read", "search", "think"]);

/** Version of the protocol between host and worker. Any other version is refused. */
export const WIRE_VERSION = 1;

/** Bytes of one job; larger content does not belong in Redis. */
export const MAX_JOB_BYTES = 8_388_608;

/** Job names. They are a hint for how soon a job starts: `alone` means that its host has no other call in flight. */
export const JOB_NAMES = { alone: "alone", among: "call" } as const;

/** Number of ancestor sessions; equal to how deep calls can be nested. */
const MAX_PARENTS = 32;

/** UTF-16 code units of an id or a folder. */
const MAX_NAME_CHARACTERS = 4_096;

const HOST_ID = /^[\w-]{1,64}$/;

/** Part of a host's session that a worker must know. */
export interface WireSession {
  readonly id: string;
  /** Relative to the workspace, with `/`; empty for the workspace itself. */
  readonly cwd: string;
  /** Ancestor sessions, the nearest first. */
  readonly parents: readonly string[];
  /**
   * Tokens of the workers that last served this session and its ancestors, in that order, as far as the host knows; empty
   * strings for unknown ones. Only state left by such a worker is accepted.
   */
  readonly served?: readonly string[];
}

/** Request of a host. */
export type WireRequest =
  | {
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
  | { readonly type: "export-session" }
  | { readonly type: "import-session"; readonly state: unknown };

/** Job that a host sends to a worker. */
export interface WireJob {
  readonly version: typeof WIRE_VERSION;
  readonly host: string;
  readonly session: WireSession;
  readonly request: WireRequest;
  /** When it was sent, in milliseconds of the clock of Redis. */
  readonly sentAt: number;
  /** Latest start, in milliseconds of the clock of Redis. */
  readonly notAfter: number;
  /** Epoch of the Redis memory that received the job; another epoch may have forgotten that the job started. */
  readonly epoch?: string;
}

/** Data of a BullMQ job. */
export interface WireEnvelope {
  readonly body: string;
  readonly signature?: string;
}

/** Job, or the reason why it is not one, with the host to answer if it could be read. */
export type ReadJob =
  | { readonly status: "read"; readonly job: WireJob }
  | { readonly status: "refused"; readonly reason: string; readonly host?: string };

/** Serialises and signs a job. Throws a `TypeError` for an input that is not JSON. */
export function sealJob(job: WireJob, id: string, key: SigningKey): WireEnvelope {
  const body = JSON.stringify(job);
  // The signature covers the workspace and the job id, so that a signed job is not valid under another id.
  return key.secret === undefined ? { body } : { body, signature: signatureOf(body, [id], key) };
}

/** Reads an untrusted job. Never throws. */
export function openJob(data: unknown, id: string, key: SigningKey): ReadJob {
  if (!isRecord(data) || typeof data.body !== "string") return refused("it is not a Collet call");
  const { body, signature } = data;
  if (body.length > MAX_JOB_BYTES) return refused(`it is larger than ${MAX_JOB_BYTES} bytes`);
  let job: unknown;
  try {
    job = JSON.parse(body);
  } catch {
    return refused("its body is not JSON");
  }
  if (!isRecord(job)) return refused("its body is not an object");
  const host = typeof job.host === "string" && HOST_ID.test(job.host) ? job.host : undefined;
  const no = (reason: string) => refused(reason, host);
  if (key.secret !== undefined && !isSignatureOf(signature, body, [id], key)) {
    return no("its signature is missing or is not that of this workspace's secret (forged-message)");
  }
  if (job.version !== WIRE_VERSION) {
    return no(
      `it is of version ${JSON.stringify(job.version) ?? "none"}, and this worker supports version ${WIRE_VERSION}`,
    );
  }
  if (host === undefined) return no("its host has no name");
  const session = readSession(job.session);
  if (typeof session === "string") return no(session);
  const request = readRequest(job.request);
  if (typeof request === "string") return no(request);
  const { sentAt, notAfter, epoch } = job;
  if (!Number.isFinite(sentAt) || !Number.isFinite(notAfter)) return no("its times are missing");
  return {
    status: "read",
    job: {
      version: WIRE_VERSION,
      host,
      session,
      request,
      sentAt: sentAt as number,
      notAfter: notAfter as number,
      ...(isName(epoch) && { epoch }),
    },
  };
}

function readSession(value: unknown): WireSession | string {
  if (!isRecord(value)) return "it names no session";
  const { id, cwd, parents = [], served } = value;
  if (!isName(id)) return "its session has no id";
  if (typeof cwd !== "string" || cwd.length > MAX_NAME_CHARACTERS || !isInside(cwd)) {
    return "the folder of its session is not inside the workspace";
  }
  if (!Array.isArray(parents) || parents.length > MAX_PARENTS || !parents.every(isName)) {
    return "the parents of its session are not a list of ids";
  }
  return { id, cwd, parents, ...(isTokens(served) && { served }) };
}

function readRequest(value: unknown): WireRequest | string {
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

/** Returns whether a path is relative, with `/`, and has no `..`. */
function isInside(path: string): boolean {
  if (path === "") return true;
  return (
    !/^[/\\~]|^[a-zA-Z]:|[\\\0]/.test(path) &&
    path.split("/").every((part) => part !== "" && part !== "." && part !== "..")
  );
}

function isTokens(value: unknown): value is readonly string[] {
  return (
    Array.isArray(value) &&
    value.length <= MAX_PARENTS + 1 &&
    value.every((token) => token === "" || isName(token))
  );
}

function isName(value: unknown): value is string {
  return typeof value === "string" && value !== "" && value.length <= MAX_NAME_CHARACTERS;
}

function refused(reason: string, host?: string): ReadJob {
  return { status: "refused", reason, ...(host !== undefined && { host }) };
}

/**
 * Returns why a host lets a call through, for the worker. A worker judges a `default` again, because only it can see whether
 * a path leaves the roots or belongs to a secret.
 */
export function wireVerdict({ decision, tool }: Pick<JudgedCall, "decision" | "tool">): WireVerdict {
  if (decision.verdict === "ask") return "ask";
  const isUnasked = decision.confinement !== undefined || READ_ONLY_KINDS.has(tool.kind);
  return decision.source === "kind" && isUnasked ? "default" : "allow";
}
