import { type Method, objectOf, type ServedCall, textOf } from "../../../backends/remote/index.js";
import { type Backend, ToolError } from "../../../contract/index.js";
import { isRecord } from "../../../values/index.js";
import {
  readCallAnswer,
  readRequest,
  readSession,
  type WireCall,
  type WireSession,
} from "../../calls/wire/index.js";
import { readFileReads } from "../wire/file-read.js";
import { AdmittedCalls } from "./admitted-calls.js";
import type { CallRecords } from "./call-records.js";
import { outcomeOf } from "./outcome-of.js";
import { runServedCall } from "./run-served-call.js";
import { ServedRuntime } from "./served-runtime.js";

/** Dependencies of the methods of one host. */
export interface CallMethodsOptions {
  readonly backend: Backend;
  /** Absent where there is no folder for them. */
  readonly records: CallRecords | undefined;
  /** The name of the host. */
  readonly host: string;
}

/** Id of a call: the number of its runtime and its own. */
const CALL_ID = /^\d{1,9}-\d{1,15}$/;

/** Returns the methods that run whole calls of one host. */
export function callMethods({
  backend,
  records,
  host,
}: CallMethodsOptions): Readonly<Record<string, Method>> {
  const runtimes = new Map<unknown, Promise<ServedRuntime>>();
  const admitted = new AdmittedCalls();
  const runtimeOf = (call: ServedCall): Promise<ServedRuntime> => {
    const opened = runtimes.get(call.args.runtime);
    if (opened === undefined) throw new ToolError("There is no open runtime with this number.");
    return opened;
  };
  return {
    "calls.open": async (call) => {
      const opening = ServedRuntime.open(objectOf(call, "options"), backend, admitted);
      runtimes.set(call.args.runtime, opening);
      const opened = await opening.catch((error: unknown) => {
        const reason = error instanceof Error ? error.message : String(error);
        throw new ToolError(`The worker cannot use the options of the runtime: ${reason}`, {
          code: "invalid-input",
        });
      });
      call.handles.add("runtime", opened, () => opened.end());
      return {};
    },
    "calls.run": async (call) => {
      const id = callOf(call);
      const session = sessionOf(call);
      const request = readRequest(call.args.request);
      const fault = typeof session === "string" ? session : typeof request === "string" ? request : undefined;
      if (fault !== undefined || typeof session === "string" || typeof request === "string")
        throw new ToolError(`The worker cannot read the call: ${fault}.`, { code: "invalid-input" });
      if (request.type !== "call")
        throw new ToolError("The request is not a call.", { code: "invalid-input" });
      const opened = await runtimeOf(call);
      return runServedCall({
        ...{ id, session, opened, admitted, host, records },
        request: request satisfies WireCall,
        shown: call.args.shown,
        isExpected: call.args.expected === true,
        signal: call.signal,
        tell: (news) => call.emit("news", news),
        onAnswer: (listener) =>
          call.onInput((bytes) => {
            const answer = bytes === undefined ? undefined : answerIn(bytes);
            if (answer !== undefined) listener(answer);
          }),
      });
    },
    "calls.reads": async (call) => {
      const session = sessionOf(call);
      if (typeof session === "string")
        throw new ToolError(`The worker cannot read the message: ${session}.`, { code: "invalid-input" });
      const opened = await runtimeOf(call);
      opened.reads.restore(await opened.session(session), readFileReads(call.args.reads));
      return {};
    },
    "calls.seen": (call) => {
      records?.forget(host, callOf(call));
      return {};
    },
    "calls.outcome": async (call) => ({
      value: await outcomeOf({ call: callOf(call), host, records, backend, signal: call.signal }),
    }),
    "calls.end-session": async (call) => {
      await (await runtimeOf(call)).endSession(textOf(call, "session"));
      return {};
    },
  };
}

/** Returns the session of a message, or a text that says why it cannot be read. */
function sessionOf(call: ServedCall): WireSession | string {
  return readSession(call.args.session, {
    isFolder: (cwd) => cwd.startsWith("/") && !cwd.includes("\0"),
    absent: "the folder of its session is not an absolute path",
  });
}

function callOf(call: ServedCall): string {
  const id = textOf(call, "call");
  if (CALL_ID.test(id)) return id;
  throw new ToolError("The id of the call cannot be read.", { code: "invalid-input" });
}

function answerIn(bytes: Uint8Array): ReturnType<typeof readCallAnswer> {
  try {
    const message: unknown = JSON.parse(new TextDecoder().decode(bytes));
    return isRecord(message) ? readCallAnswer(message) : undefined;
  } catch {
    return undefined;
  }
}
