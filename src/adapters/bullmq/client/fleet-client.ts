import { Queue, type RedisClient } from "bullmq";
import type { ExecutionContext } from "../../../contract/index.js";
import { inSeconds } from "../../../text/index.js";
import { HostMessageWriter, LastWorkers } from "../messages/index.js";
import {
  closeQueue,
  GOODBYE_MS,
  RedisLink,
  reconnecting,
  type StreamEntry,
  withTimeout,
} from "../redis/index.js";
import type { SigningKey } from "../signing/index.js";
import {
  type HostMessageContent,
  hostStream,
  lostResult,
  readWorkerMessage,
  type WireEnvelope,
  type WireRequest,
  type WireResult,
  type WireSession,
  type WorkspaceNames,
  workspaceNames,
} from "../wire/index.js";
import { ClientStatistics, type FleetClientMetrics } from "./client-statistics.js";
import type { FleetClientOptions } from "./held-call.js";
import { cancelledUnsent, type HeldCall, jobOf, keyedJobId } from "./held-call.js";
import { RemoteCall } from "./remote-call.js";
import { type SettleMode, settleCall } from "./settled-call.js";

/** Milliseconds between two checks for calls without news. */
const LOOK_MS = 250;

/** Milliseconds without news after which a running call is checked: is its worker still alive? */
const QUIET_MS = 1_000;

/** Messages to workers that are kept; older ones were read long ago. */
const MAX_CONTROL_ENTRIES = 10_000;

/** Milliseconds between two deletions of read answers in Redis. */
const FORGET_MS = 100;

/** Jobs that are sent in one step. */
const MAX_TOGETHER = 256;

/** Host side of a fleet: sends calls in order, receives their messages, and checks calls that have had no news. */
export class FleetClient {
  readonly #options: FleetClientOptions;
  readonly #names: WorkspaceNames;
  readonly #host: string = crypto.randomUUID();
  readonly #stream: string;
  readonly #queue: Queue<WireEnvelope>;
  readonly #calls = new Map<string, RemoteCall>();
  readonly #settling = new Set<RemoteCall>();
  readonly #statistics = new ClientStatistics();
  readonly #served = new LastWorkers();
  readonly #key: SigningKey;
  readonly #writer: HostMessageWriter;
  readonly #startedAt = performance.now();
  #held: HeldCall[] = [];
  #sending = false;
  #scheduled = false;
  #client: RedisClient | undefined;
  #link: RedisLink | undefined;
  #timer: NodeJS.Timeout | undefined;
  #lastRead: string | undefined;
  #forgotAt = 0;
  #count = 0;
  #closed = false;

  constructor(options: FleetClientOptions) {
    this.#options = options;
    const { prefix, workspace, connection } = options;
    this.#names = workspaceNames(prefix, workspace);
    this.#stream = hostStream(prefix, this.#host);
    this.#key = { secret: options.secret, workspace };
    this.#writer = new HostMessageWriter(this.#host, this.#key);
    this.#queue = new Queue(this.#names.queue, {
      connection: reconnecting(connection),
      prefix,
      skipVersionCheck: true,
      skipMetasUpdate: true,
      defaultJobOptions: { removeOnComplete: true, removeOnFail: true },
    });
    // Without a listener an error would end the process; calls report a lost connection by what they wait for.
    this.#queue.on("error", () => {});
    this.#queue.client.then(
      (client) => {
        if (this.#closed) return;
        this.#client = client;
        this.#link = new RedisLink(client);
        void this.#link.follow(this.#stream, "0", (entries) => this.#onEntries(entries));
        this.#schedule();
      },
      () => {},
    );
  }

  /** Sends a request. It always gets a result. */
  send(
    session: WireSession,
    request: WireRequest,
    options: { readonly context?: ExecutionContext | undefined; readonly key?: string | undefined },
  ): RemoteCall {
    this.#count += 1;
    const jobId =
      options.key === undefined ? `${this.#host}-${this.#count}` : keyedJobId(options.key, request);
    const call = new RemoteCall(jobId, options.context, ({ id, approved }, to) =>
      this.#sendControl({ type: "answer", job: jobId, id, approved, to }),
    );
    call.isKeyed = options.key !== undefined;
    if (this.#closed) {
      call.end(this.#lostResult("The executor was closed.", { started: false }));
      return call;
    }
    this.#calls.set(jobId, call);
    void call.result.then((result) => this.#onEnd(call, session.id, result));
    options.context?.onStop(() => this.#cancel(call));
    if (call.stage !== "over") this.#held.push({ call, session, request });
    this.#timer ??= setInterval(() => this.#look(), LOOK_MS);
    this.#schedule();
    return call;
  }

  /** Tells the worker that a session of this host has ended. */
  endSession(session: string): void {
    this.#served.forget(session);
    this.#sendControl({ type: "end-session", host: this.#host, session });
  }

  async metrics(): Promise<FleetClientMetrics> {
    let waiting: number | undefined;
    if (this.#link?.isUp === true) {
      const counting = this.#queue.getWaitingCount().then((count) => {
        waiting = count;
      });
      await withTimeout(counting, GOODBYE_MS);
    }
    return {
      ...(waiting !== undefined && { waiting }),
      connected: this.#link?.isUp === true,
      underway: this.#calls.size,
      ...this.#statistics.summary(),
    };
  }

  async close(): Promise<void> {
    if (this.#closed) return;
    this.#closed = true;
    clearInterval(this.#timer);
    const link = this.#link;
    for (const call of [...this.#calls.values()]) {
      const isSent = call.stage !== "held";
      if (isSent) this.#sendControl({ type: "cancel", job: call.jobId });
      call.end(
        this.#lostResult("The executor was closed while the call was under way.", {
          started: isSent ? undefined : false,
        }),
      );
    }
    if (link?.isUp === true) await withTimeout(link.delete(this.#stream), GOODBYE_MS);
    link?.close();
    await closeQueue(this.#queue, this.#client, this.#options.connection);
  }

  /** Sends the calls of one event-loop turn together. */
  #schedule(): void {
    if (this.#scheduled) return;
    this.#scheduled = true;
    queueMicrotask(() => {
      this.#scheduled = false;
      void this.#flush();
    });
  }

  async #flush(): Promise<void> {
    const link = this.#link;
    // One at a time, to keep the order. Without a connection, calls wait here and are known not to have been sent.
    if (this.#sending || link?.isUp !== true || this.#held.length === 0) return;
    this.#sending = true;
    const batch: RemoteCall[] = [];
    try {
      const now = link.nowAsMeasured ?? (await link.now());
      const epoch = link.knownEpoch ?? (await link.epoch(this.#names));
      const jobs = this.#held.splice(0, MAX_TOGETHER).flatMap((held) => {
        const isAlone = this.#calls.size === 1;
        const session = { ...held.session, served: this.#served.of(held.session) };
        const job = jobOf(
          { ...held, session },
          { host: this.#host, options: this.#options, key: this.#key, now, epoch, isAlone },
        );
        if (job === undefined) return [];
        held.call.stage = "sent";
        held.call.lastNewsAt = performance.now();
        held.call.lossesAtSending = link.losses;
        batch.push(held.call);
        return [job];
      });
      const [first] = jobs;
      if (jobs.length === 1 && first !== undefined) await this.#queue.add(first.name, first.data, first.opts);
      else if (jobs.length > 1) await this.#queue.addBulk(jobs);
    } catch {
      // Whether the job arrived is found out by asking Redis.
      for (const call of batch) this.#settle(call, "cancel");
    } finally {
      this.#sending = false;
      if (this.#held.length > 0) this.#schedule();
    }
  }

  #onEntries(entries: readonly StreamEntry[]): void {
    for (const { text } of entries) {
      const message = readWorkerMessage(text, this.#key);
      const isBelieved = message !== undefined && this.#calls.get(message.job)?.take(message) !== false;
      if (!isBelieved) this.#statistics.refused += 1;
    }
    this.#lastRead = entries.at(-1)?.id;
    this.#forget();
  }

  /** Deletes read entries; once every {@link FORGET_MS} is often enough. */
  #forget(): void {
    const now = performance.now();
    if (now - this.#forgotAt < FORGET_MS || this.#lastRead === undefined) return;
    this.#forgotAt = now;
    this.#link?.forgetBefore(this.#stream, this.#lastRead, this.#options.recordMs).catch(() => {});
  }

  /** Checks calls that have had no news for long. */
  #look(): void {
    const { redisTimeoutMs, startTimeoutMs } = this.#options;
    const now = performance.now();
    if (this.#link?.isUp === true) this.#schedule();
    const downForMs = this.#link?.downForMs ?? now - this.#startedAt;
    for (const call of this.#calls.values()) {
      const quietMs = now - call.lastNewsAt;
      if (downForMs > 0) {
        const sinceMs = Math.min(downForMs, now - call.sentAt);
        if (sinceMs < redisTimeoutMs) continue;
        const because = `Redis could not be reached for ${inSeconds(redisTimeoutMs)}.`;
        call.end(this.#lostResult(because, { started: call.stage === "held" ? false : undefined }));
      } else if (call.stage === "sent" && quietMs > startTimeoutMs) {
        this.#settle(call, "cancel");
      } else if (quietMs > QUIET_MS) {
        this.#settle(call, "look");
      }
    }
  }

  #cancel(call: RemoteCall): void {
    if (call.stage === "over") return;
    if (call.stage === "held") {
      call.end(cancelledUnsent());
      return;
    }
    this.#sendControl({ type: "cancel", job: call.jobId });
    this.#settle(call, "cancel");
  }

  /** Asks Redis about a call: whether it has a result or a live worker. In mode `cancel`, withdraws it. */
  #settle(call: RemoteCall, mode: SettleMode): void {
    const link = this.#link;
    if (link === undefined || (mode === "look" && this.#settling.has(call))) return;
    this.#settling.add(call);
    const { recordMs, startTimeoutMs } = this.#options;
    const askedAt = performance.now();
    settleCall(call, link, { mode, key: this.#key, names: this.#names, recordMs, startTimeoutMs })
      // Without an answer the call is checked again later.
      .catch(() => {})
      .finally(() => {
        this.#settling.delete(call);
        call.lastNewsAt = Math.max(call.lastNewsAt, call.stage === "started" ? askedAt : call.lastNewsAt);
      });
  }

  #sendControl(content: HostMessageContent): void {
    const link = this.#link;
    if (link === undefined) return;
    const text = this.#writer.textOf(content, link.roughNow);
    link.add(this.#names.control, text, MAX_CONTROL_ENTRIES).catch(() => {});
  }

  #onEnd(call: RemoteCall, session: string, result: WireResult): void {
    this.#calls.delete(call.jobId);
    if (result.error?.errorCode === "redis-restored") this.#link?.forgetEpoch();
    if (call.servedBy !== undefined) this.#served.note(session, call.servedBy);
    this.#statistics.add(call, result);
    if (this.#calls.size === 0) {
      clearInterval(this.#timer);
      this.#timer = undefined;
    }
  }

  #lostResult(because: string, { started }: { readonly started: boolean | undefined }): WireResult {
    const { workspace } = this.#options;
    return lostResult({ workspace, because, started });
  }
}
