import { isRecord } from "../../../values/index.js";
import {
  type WireSession as CallSession,
  isName,
  MAX_PARENTS,
  readSession as readCallSession,
  readRequest,
  type WireRequest,
} from "../../calls/wire/index.js";
import { isSignatureOf, type SigningKey, signatureOf } from "../signing/index.js";

/** Version of the protocol between host and worker. Any other version is refused. */
export const WIRE_VERSION = 1;

/** Bytes of one job; larger content does not belong in Redis. */
export const MAX_JOB_BYTES = 8_388_608;

/** Job names. They are a hint for how soon a job starts: `alone` means that its host has no other call in flight. */
export const JOB_NAMES = { alone: "alone", among: "call" } as const;

const HOST_ID = /^[\w-]{1,64}$/;

/** Session of a host of a fleet. */
export interface WireSession extends CallSession {
  /**
   * Tokens of the workers that last served this session and its ancestors, in that order, as far as the host knows; empty
   * strings for unknown ones. Only state left by such a worker is accepted.
   */
  readonly served?: readonly string[];
}

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
  | { readonly status: "refused"; readonly reason: string; readonly host?: string | undefined };

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
  const session = readCallSession(value, {
    isFolder: isInside,
    absent: "the folder of its session is not inside the workspace",
  });
  if (typeof session === "string") return session;
  const { served } = value as { readonly served?: unknown };
  return { ...session, ...(isTokens(served) && { served }) };
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

function refused(reason: string, host?: string): ReadJob {
  return { status: "refused", reason, host };
}
