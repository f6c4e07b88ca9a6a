import { type Connection, isConnectionLost, type RemoteLink } from "../../../backends/remote/index.js";
import {
  type BackendExecutor,
  type ExecutionContext,
  JudgeAgain,
  type JudgedCall,
  ToolError,
  type ToolResult,
  type ToolSession,
} from "../../../contract/index.js";
import { isRecord } from "../../../values/index.js";
import { hostResult, KnownOutputs, parentsOf, tellHost, worksOnFiles } from "../../calls/host/index.js";
import {
  type CallAnswer,
  READ_ONLY_KINDS,
  readCallNews,
  readEnd,
  type WireResult,
  type WireSession,
  wireCall,
} from "../../calls/wire/index.js";
import { readOutcome } from "../wire/call-outcome.js";
import { BoundedNews } from "./bounded-news.js";
import { endedCall, lostCall, uncertainCall } from "./lost-call.js";
import { SessionReads } from "./session-reads.js";

/** Times that a call is sent; a second time only if it has not run, or only reads. */
const MAX_ATTEMPTS = 2;

/** Runs the calls of one runtime on the worker of a connection. */
export class RemoteCalls implements BackendExecutor {
  readonly #link: RemoteLink;
  readonly #options: Readonly<Record<string, unknown>>;
  readonly #runtime: number;
  readonly #opened = new WeakMap<Connection, Promise<unknown>>();
  readonly #outputs = new KnownOutputs();
  readonly #reads = new SessionReads();
  readonly #known = new WeakSet<ToolSession>();
  #callCount = 0;

  /** @param runtime - unique for the connection */
  constructor(link: RemoteLink, runtime: number, options: Readonly<Record<string, unknown>>) {
    this.#link = link;
    this.#runtime = runtime;
    this.#options = options;
  }

  includes(tool: JudgedCall["tool"]): boolean {
    return worksOnFiles(tool);
  }

  ownsOutput(path: string, session: ToolSession): boolean {
    return this.#outputs.owns(path, session);
  }

  async run(
    call: JudgedCall,
    context: ExecutionContext,
    inProcess: () => Promise<ToolResult>,
  ): Promise<ToolResult> {
    // The rules of a session are known here only, so the calls of a limited one use the other ports.
    if (!this.includes(call.tool) || call.isLimited === true) return inProcess();
    const stop = new AbortController();
    context.onStop(() => stop.abort());
    const isReadOnly = READ_ONLY_KINDS.has(call.tool.kind);
    this.#callCount += 1;
    const id = `${this.#runtime}-${this.#callCount}`;
    for (let attempt = 1; ; attempt += 1) {
      let sentOver: Connection | undefined;
      try {
        sentOver = await this.#link.connection();
        return await this.#send(id, call, context, { connection: sentOver, signal: stop.signal });
      } catch (error) {
        if (!isConnectionLost(error)) throw error;
        const mayRepeat = attempt < MAX_ATTEMPTS && !stop.signal.aborted;
        if (mayRepeat && (isReadOnly || wasNotSent(error))) continue;
        const found = isReadOnly
          ? lostCall(error)
          : wasNotSent(error)
            ? "not-begun"
            : await this.#afterLoss(id, error, { sentOver, session: context.session });
        if (found === "not-begun" && mayRepeat) continue;
        return hostResult(call, found === "not-begun" ? lostCall(error, { hasBegun: false }) : found);
      }
    }
  }

  async #send(
    id: string,
    call: JudgedCall,
    context: ExecutionContext,
    { connection, signal }: { readonly connection: Connection; readonly signal: AbortSignal },
  ): Promise<ToolResult> {
    this.#open(connection);
    const bounds = new BoundedNews();
    let answer: (answer: CallAnswer) => void = () => {};
    const session = this.#wireSession(context.session);
    const brought = this.#reads.bring(context.session, connection, (reads) =>
      connection.call("calls.reads", { runtime: this.#runtime, session, reads }),
    );
    if (brought !== undefined) await brought;
    const { value } = await connection.call(
      "calls.run",
      {
        ...{ runtime: this.#runtime, call: id, session },
        ...{ request: wireCall(call, context), shown: call.shown, expected: call.isExpected === true },
      },
      {
        signal,
        onEvent: (name, told) => {
          const sent = name === "news" && isRecord(told) ? readCallNews(told) : undefined;
          const news = sent && bounds.bounded(sent);
          if (news !== undefined) tellHost(news, context, answer);
        },
        onOpen: (send) => {
          answer = (sent) => send(new TextEncoder().encode(JSON.stringify(sent)));
        },
      },
    );
    if (!isRecord(value)) throw new ToolError("The remote worker sent a result that cannot be used.");
    if (value.judge === true) throw new JudgeAgain();
    if (value.recorded === true) connection.send("calls.seen", { call: id });
    return this.#ended(value, call, context.session);
  }

  #ended(end: Readonly<Record<string, unknown>>, call: JudgedCall, session: ToolSession): ToolResult {
    const { result, outputs = [] } = readEnd(end, "remote");
    this.#outputs.add(session, outputs);
    this.#reads.add(session, end.reads);
    return hostResult(call, result);
  }

  /** Opens the runtime on a connection, once; the calls that follow wait for it there. */
  #open(connection: Connection): void {
    if (this.#opened.has(connection)) return;
    const opening = connection.call("calls.open", { runtime: this.#runtime, options: this.#options });
    // The calls report it.
    opening.catch(() => {});
    this.#opened.set(connection, opening);
  }

  #wireSession(session: ToolSession): WireSession {
    if (!this.#known.has(session)) {
      this.#known.add(session);
      try {
        session.onDispose?.(async () => this.#endSession(session.id));
      } catch {
        // The session is already disposed of; the worker forgets it after a while.
      }
    }
    return { id: session.id, cwd: session.cwd, parents: parentsOf(session) };
  }

  async #endSession(session: string): Promise<void> {
    const connection = await this.#link.connection().catch(() => undefined);
    if (connection !== undefined && this.#opened.has(connection))
      connection.send("calls.end-session", { runtime: this.#runtime, session });
  }

  /**
   * Finds out what happened to a call whose connection was lost. The new worker has ended the earlier one before it answers; a worker
   * of another machine knows nothing of it.
   */
  async #afterLoss(
    id: string,
    lost: ToolError,
    { sentOver, session }: { readonly sentOver: Connection | undefined; readonly session: ToolSession },
  ): Promise<WireResult | "not-begun"> {
    try {
      const { connection, found } = await this.#link.retried(async (next) => {
        const { value } = await next.call("calls.outcome", { call: id });
        return { connection: next, found: readOutcome(value) };
      });
      const expected = sentOver?.records;
      if (expected === undefined || found.records !== expected) return uncertainCall(lost);
      if (found.state === "none") return "not-begun";
      connection.send("calls.seen", { call: id });
      if (found.state === "ended") {
        const { result } = readEnd(found.end, "remote");
        this.#reads.addEarlier(session, found.end.reads);
        // The host has not cancelled it.
        return result.status === "cancelled" ? endedCall(lost, result) : result;
      }
      const { outcomes, isPartial = false } = found;
      return lostCall(lost, { hasBegun: true, outcomes, isPartial });
    } catch {
      return uncertainCall(lost);
    }
  }
}

function wasNotSent({ cause }: ToolError): boolean {
  return isRecord(cause) && cause.code === "not-sent";
}
