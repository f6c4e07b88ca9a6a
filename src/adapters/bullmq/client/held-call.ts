import type { ConnectionOptions } from "bullmq";
import { canonicalJson } from "../../../runtime/index.js";
import type { SigningKey } from "../signing/index.js";
import {
  JOB_NAMES,
  MAX_JOB_BYTES,
  sealJob,
  shortName,
  WIRE_VERSION,
  type WireEnvelope,
  type WireRequest,
  type WireResult,
  type WireSession,
} from "../wire/index.js";
import type { RemoteCall } from "./remote-call.js";

/** Dependencies and limits of a fleet client. */
export interface FleetClientOptions {
  readonly connection: ConnectionOptions;
  readonly workspace: string;
  readonly prefix: string;
  readonly secret: string | undefined;
  readonly startTimeoutMs: number;
  readonly redisTimeoutMs: number;
  readonly recordMs: number;
}

/** Call that is not sent yet. */
export interface HeldCall {
  readonly call: RemoteCall;
  readonly session: WireSession;
  readonly request: WireRequest;
}

/** Job in BullMQ's format. */
export interface SendableJob {
  readonly name: string;
  readonly data: WireEnvelope;
  readonly opts: { readonly jobId: string };
}

/** Creates the job of a call. Ends a call that cannot be sent, or no longer needs to be, and returns undefined. */
export function jobOf(
  { call, session, request }: HeldCall,
  sender: {
    readonly host: string;
    readonly options: FleetClientOptions;
    readonly key: SigningKey;
    readonly now: number;
    readonly epoch: string;
    /** Whether the host has no other call in flight. */
    readonly isAlone: boolean;
  },
): SendableJob | undefined {
  const { host, options, key, now, epoch, isAlone } = sender;
  if (call.stage !== "held") return undefined;
  const { startTimeoutMs } = options;
  try {
    const data = sealJob(
      {
        version: WIRE_VERSION,
        host,
        session,
        request,
        sentAt: now,
        notAfter: now + startTimeoutMs,
        epoch,
      },
      call.jobId,
      key,
    );
    if (data.body.length > MAX_JOB_BYTES) {
      call.end(unsendable("content-too-large", `Its input is larger than ${MAX_JOB_BYTES} bytes.`));
      return undefined;
    }
    const name = isAlone ? JOB_NAMES.alone : JOB_NAMES.among;
    return { name, data, opts: { jobId: call.jobId } };
  } catch (thrown) {
    call.end(unsendable("invalid-input", `Its input is not JSON: ${String(thrown)}.`));
    return undefined;
  }
}

/** Returns the job id of a call with a `callKey`: equal for equal requests only. */
export function keyedJobId(key: string, request: WireRequest): string {
  return `key-${shortName(key, requestText(request))}`;
}

/** Serialises the parts that make two requests with one key equal. */
function requestText(request: WireRequest): string {
  return request.type === "call" ? canonicalJson([request.tool, request.input]) : request.type;
}

/** Returns the result of a call that was cancelled before it was sent. */
export function cancelledUnsent(): WireResult {
  const message = "The call was cancelled before it was sent.";
  const error = { message, errorCode: "cancelled" };
  return { status: "cancelled", content: [{ type: "text", text: message }], error };
}

function unsendable(errorCode: string, reason: string): WireResult {
  const message = `The call could not be sent to its worker. ${reason} The call did not run.`;
  return { status: "error", content: [{ type: "text", text: message }], error: { message, errorCode } };
}
