import type { CommandConfinement, TraceContext } from "../../../contract/index.js";
import { isRecord } from "../../../values/index.js";
import { isSignatureOf, type SigningKey, signatureOf } from "../signing/index.js";
import { WIRE_VERDICTS, type WireVerdict } from "./wire-verdict.js";

/** Version of what crosses between host and worker. Another one is refused, never guessed at. */
export const WIRE_VERSION = 1;

/** Bytes of one job; what is larger has no business in Redis. */
export const MAX_JOB_BYTES = 8_388_608;

/** Names of jobs, a hint that decides nothing but how soon one is begun: `alone` has no other call of its host beside it. */
export const JOB_NAMES = { alone: "alone", among: "call" } as const;

/** Sessions above a session, as many as calls can be nested. */
const MAX_PARENTS = 32;

/** UTF-16 code units of an id or a folder. */
const MAX_NAME_CHARACTERS = 4_096;

const HOST_ID = /^[\w-]{1,64}$/;

/** A session of a host, as far as a worker must know it. */
export interface WireSession {
  readonly id: string;
  /** Relative to the workspace, with `/`; empty for the workspace itself. */
  readonly cwd: string;
  /** The sessions it works for, the nearest first. */
  readonly parents: readonly string[];
  /**
   * The tokens of the workers that served it and the sessions it works for last, in that order, as the host heard from them; empty where
   * it has not. Only what such a worker left of a session is believed.
   */
  readonly served?: readonly string[];
}

/** What a host asks for. */
export type WireRequest =
  | {
      readonly type: "call";
      /** The canonical name. */
      readonly tool: string;
      /** The canonical input. */
      readonly input: unknown;
      readonly decided: WireVerdict;
      /** The limits of a command that nobody was asked about. */
      readonly confinement?: CommandConfinement;
      /** The trace of the host that the call is a part of. */
      readonly traceContext?: TraceContext;
    }
  | { readonly type: "export-session" }
  | { readonly type: "import-session"; readonly state: unknown };

/** One job. */
export interface WireJob {
  readonly version: typeof WIRE_VERSION;
  readonly host: string;
  readonly session: WireSession;
  readonly request: WireRequest;
  /** When it was sent, in milliseconds of the clock of Redis. */
  readonly sentAt: number;
  /** After that it must not start any more, in milliseconds of the clock of Redis. */
  readonly notAfter: number;
  /** The memory of Redis that it was sent to: another one may have forgotten that the job began. */
  readonly epoch?: string;
}

/** What the queue carries. */
export interface WireEnvelope {
  readonly body: string;
  readonly signature?: string;
}

/** A job, or why it is none, with whoever is to be told where that much can be read. */
export type ReadJob =
  | { readonly status: "read"; readonly job: WireJob }
  | { readonly status: "refused"; readonly reason: string; readonly host?: string };

/** Writes a job. Throws a `TypeError` for an input that is not JSON. */
export function sealJob(job: WireJob, id: string, key: SigningKey): WireEnvelope {
  const body = JSON.stringify(job);
  // Bound to the workspace and the job, so that a signed job is worth nothing under another name.
  return key.secret === undefined ? { body } : { body, signature: signatureOf(body, [id], key) };
}

/** Reads a job that anybody may have written. Never throws. */
export function openJob(data: unknown, id: string, key: SigningKey): ReadJob {
  if (!isRecord(data) || typeof data.body !== "string") return refused("it is not a call of Collet's");
  const { body, signature } = data;
  if (body.length > MAX_JOB_BYTES) return refused(`it is larger than ${MAX_JOB_BYTES} bytes`);
  let job: unknown;
  try {
    job = JSON.parse(body);
  } catch {
    return refused("its body is not JSON");
  }
  if (!isRecord(job)) return refused("its body is no object");
  const host = typeof job.host === "string" && HOST_ID.test(job.host) ? job.host : undefined;
  const no = (reason: string) => refused(reason, host);
  if (key.secret !== undefined && !isSignatureOf(signature, body, [id], key)) {
    return no("its signature is missing or is not that of this workspace's secret (forged-message)");
  }
  if (job.version !== WIRE_VERSION) {
    return no(
      `it is of version ${JSON.stringify(job.version) ?? "none"}, and this worker speaks version ${WIRE_VERSION}`,
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
    return "the sessions that its session works for are no list of ids";
  }
  return { id, cwd, parents, ...(isTokens(served) && { served }) };
}

function readRequest(value: unknown): WireRequest | string {
  if (!isRecord(value)) return "it asks for nothing";
  switch (value.type) {
    case "call": {
      const { tool, input, decided, confinement, traceContext } = value;
      if (!isName(tool)) return "it names no tool";
      const verdict = WIRE_VERDICTS.find((each) => each === decided);
      if (verdict === undefined) return "it was not let through by its host";
      const limits = confinement === undefined ? undefined : readConfinement(confinement);
      if (limits === "unreadable") return "the limits of its command are not readable";
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
      return "it asks for something that this worker does not know";
  }
}

/** Limits that cannot be read are no reason to do without them. */
function readConfinement(value: unknown): CommandConfinement | "unreadable" {
  if (!isRecord(value) || typeof value.readOnly !== "boolean") return "unreadable";
  const { readOnly, programs } = value;
  if (!Array.isArray(programs) || !programs.every((each) => typeof each === "string")) return "unreadable";
  return { readOnly, programs };
}

/** A trace that makes no sense is no reason to refuse a call; whoever traces reads the strings strictly. */
function readTrace(value: unknown): { readonly traceContext?: TraceContext } {
  if (!isRecord(value) || !isName(value.traceparent)) return {};
  const { traceparent, tracestate } = value;
  return { traceContext: { traceparent, ...(isName(tracestate) && { tracestate }) } };
}

/** A relative path with `/` that leads nowhere up. */
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
