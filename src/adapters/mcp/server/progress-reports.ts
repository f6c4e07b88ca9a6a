import type { ServerContext } from "@modelcontextprotocol/server";
import type { ProgressUpdate, ToolEvent, ToolSession } from "../../../contract/index.js";
import type { ToolRuntime } from "../../../runtime/index.js";

/** Characters of one progress message. */
const MAX_PROGRESS_LENGTH = 500;

/** Progress messages of one call that the client has not taken yet. */
const MAX_UNSENT = 8;

/** Reports the progress of the calls of one session to the client that asked for it. */
export class ProgressReports {
  readonly #calls = new Map<string, CallProgress>();
  readonly #runtime: Pick<ToolRuntime, "on">;
  readonly #session: ToolSession;
  #stopListening: (() => void) | undefined;

  constructor(runtime: Pick<ToolRuntime, "on">, session: ToolSession) {
    this.#runtime = runtime;
    this.#session = session;
  }

  /** Starts to report the progress of a call if its request has a token; returns a function that stops it. */
  start(callId: string, { mcpReq }: ServerContext): () => void {
    const token = mcpReq._meta?.progressToken;
    if (token === undefined) return () => undefined;
    this.#calls.set(callId, new CallProgress(mcpReq, token));
    // One listener for all calls: with one each, an event would cost as much as there are calls.
    this.#stopListening ??= this.#runtime.on((event) => this.#receive(event));
    return () => {
      this.#calls.delete(callId);
      if (this.#calls.size > 0) return;
      this.#stopListening?.();
      this.#stopListening = undefined;
    };
  }

  #receive(event: ToolEvent): void {
    if (event.type !== "tool-progress" || event.sessionId !== this.#session.id) return;
    const call = this.#calls.get(event.callId);
    call?.report(event.update, () => this.#calls.get(event.callId) === call);
  }
}

/** Progress of one call. Of a client that does not read, only some messages and the latest one are kept. */
class CallProgress {
  readonly #request: ServerContext["mcpReq"];
  readonly #token: string | number;
  #steps = 0;
  #unsent = 0;
  #latest: ProgressUpdate | undefined;

  constructor(request: ServerContext["mcpReq"], token: string | number) {
    this.#request = request;
    this.#token = token;
  }

  report(update: ProgressUpdate, isRunning: () => boolean): void {
    if (this.#unsent >= MAX_UNSENT) {
      this.#latest = update;
      return;
    }
    this.#unsent += 1;
    const sent = () => {
      this.#unsent -= 1;
      const latest = this.#latest;
      this.#latest = undefined;
      if (latest !== undefined && isRunning()) this.report(latest, isRunning);
    };
    this.#send(update).then(sent, sent);
  }

  async #send({ completed, total, message, output }: ProgressUpdate): Promise<void> {
    // The protocol requires it to grow with every step, whatever the tool counts.
    this.#steps = Math.max(this.#steps + 1, completed ?? 0);
    const said = message ?? output?.trimEnd().split("\n").at(-1);
    await this.#request.notify({
      method: "notifications/progress",
      params: {
        progressToken: this.#token,
        progress: this.#steps,
        total,
        ...(said !== undefined && said !== "" && { message: said.slice(0, MAX_PROGRESS_LENGTH) }),
      },
    });
  }
}
