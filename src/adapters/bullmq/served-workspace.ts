import { type ConnectionOptions, type Job, Queue, type RedisClient, Worker } from "bullmq";
import type { ToolMap, ToolRuntime } from "../../runtime/index.js";
import { atMost } from "./at-most.js";
import { type Latency, LatencyWindow } from "./latency-window.js";
import { lostResult } from "./lost-call.js";
import { RECONNECTING, RedisLink } from "./redis-link.js";
import { ServedCall, type ServedOutcome, type ServingContext, type WorkerApprovals } from "./served-call.js";
import { ServedSessions } from "./served-sessions.js";
import { openJob, type SigningKey, WIRE_VERSION, type WireJob } from "./wire-job.js";
import { readHostMessage, type WireResult } from "./wire-messages.js";
import { hostStream, shortName, type WorkspaceNames, workspaceNames } from "./wire-names.js";
import { WorkspaceLease } from "./workspace-lease.js";

/** Times that a stand-by asks for a lease while it would last. */
const TRIES_PER_LEASE = 4;

/** Milliseconds between two looks at the clock of Redis. */
const CLOCK_LOOK_MS = 20_000;

/** Seconds that BullMQ waits for a job before it asks again: as long takes the way back to a Redis that was restarted. */
const JOB_WAIT_SECONDS = 2;

/** Milliseconds after which BullMQ tries again what failed for want of a connection. */
const RETRY_MS = 250;

/** Milliseconds between two looks whether Redis is there, while a worker closes. */
const LOOK_MS = 100;

/** Milliseconds that a goodbye to Redis may take. */
export const GOODBYE_MS = 1_000;

/** How often a read may be begun anew before it is no longer delivered. */
const MAX_DELIVERIES = 10;

/** Milliseconds between two times that the stream to a host is given longer to live. */
const TOUCH_MS = 60_000;

/** Hosts that are known to have been given it. */
const MAX_TOUCHED = 10_000;

/** Cancelled calls that are remembered until their job comes. */
const MAX_CANCELLED = 1_000;

/** Something that a worker did, for logs and timelines. `at` is in milliseconds of this process's clock. */
export type WorkerEvent = { readonly workspace: string; readonly worker: string; readonly at: number } & (
  | { readonly type: "owned" | "stand-by" | "lost" | "released" }
  | { readonly type: "call-start"; readonly tool: string; readonly job: string }
  | ({ readonly type: "call-end"; readonly tool: string; readonly job: string } & ServedOutcome)
  | { readonly type: "job-refused"; readonly job: string; readonly reason: string }
  | { readonly type: "problem"; readonly message: string }
);

/** How one workspace fares on this worker. */
export interface WorkspaceMetrics {
  readonly workspace: string;
  /** Whether this worker owns it; a stand-by has no other figures but the depth. */
  readonly owned: boolean;
  /** Calls in the queue, of all hosts; absent while Redis does not answer. */
  readonly waiting?: number;
  readonly running: number;
  /** Calls that came to an end here. */
  readonly ended: number;
  /** From sending to start. */
  readonly waitedMs: Latency;
  readonly ranMs: Latency;
}

/** What the workspaces of one worker share. */
export interface WorkspaceServing {
  readonly connection: ConnectionOptions;
  readonly prefix: string;
  readonly workerId: string;
  readonly secret: string | undefined;
  readonly approvals: WorkerApprovals;
  readonly concurrency: number;
  readonly leaseMs: number;
  readonly recordMs: number;
  readonly maxResultBytes: number;
  /** Makes the runtime of a workspace that is owned from now on, and says whether it ends with the ownership. */
  open(workspace: string): Promise<{ readonly runtime: ToolRuntime<ToolMap>; readonly ends: boolean }>;
  report(event: WorkerEvent): void;
  /** Whether anybody is told of events. */
  readonly isWatched: boolean;
}

/** One workspace on one worker: stand-by until nobody else owns it, then its only worker. */
export class ServedWorkspace {
  readonly name: string;
  readonly #serving: WorkspaceServing;
  readonly #names: WorkspaceNames;
  readonly #key: SigningKey;
  readonly #waited = new LatencyWindow();
  readonly #ran = new LatencyWindow();
  readonly #calls = new Map<string, { readonly call: ServedCall; readonly served: Promise<ServedOutcome> }>();
  readonly #cancelled = new Set<string>();
  readonly #touched = new Map<string, number>();
  #ended = 0;
  #left = 0;
  #owned = false;
  #drain = true;
  readonly #end = new AbortController();
  #queue: Queue | undefined;
  #link: RedisLink | undefined;
  #done: Promise<void> | undefined;

  constructor(name: string, serving: WorkspaceServing) {
    this.name = name;
    this.#serving = serving;
    this.#names = workspaceNames(serving.prefix, name);
    this.#key = { secret: serving.secret, workspace: name };
  }

  get isOwned(): boolean {
    return this.#owned;
  }

  start(): void {
    this.#done = this.#live();
  }

  /** Stops taking calls; with `drain` those under way are finished, else they are ended. */
  async close(options: { readonly drain: boolean }): Promise<void> {
    this.#drain = options.drain;
    this.#end.abort();
    if (!this.#owned) this.#link?.close();
    // Without Redis nobody can be told anything, so a worker that has to go waits no longer than its lease lasts.
    const patienceMs = options.drain ? this.#serving.leaseMs : 0;
    const look = setInterval(() => {
      if ((this.#link?.downForMs ?? 0) > patienceMs) this.#link?.close();
    }, LOOK_MS);
    await this.#done;
    clearInterval(look);
  }

  /** Ends what a drain waits for. */
  stopCalls(): void {
    for (const { call } of this.#calls.values()) call.stop("lost");
  }

  async metrics(): Promise<WorkspaceMetrics> {
    let waiting: number | undefined;
    try {
      waiting = await this.#queue?.getWaitingCount();
    } catch {
      // Redis does not answer.
    }
    return {
      workspace: this.name,
      owned: this.#owned,
      ...(waiting !== undefined && { waiting }),
      running: this.#calls.size,
      ended: this.#ended,
      waitedMs: this.#waited.summary(),
      ranMs: this.#ran.summary(),
    };
  }

  async #live(): Promise<void> {
    const { connection, prefix, leaseMs } = this.#serving;
    const queue = new Queue(this.#names.queue, {
      connection: reconnecting(connection),
      prefix,
      skipVersionCheck: true,
      skipMetasUpdate: true,
    });
    queue.on("error", () => {});
    this.#queue = queue;
    const client = await Promise.race([queue.client.catch(() => undefined), aborted(this.#end.signal)]);
    if (client === undefined) return void queue.close().catch(() => {});
    const link = new RedisLink(client);
    this.#link = link;
    try {
      let standsBy = false;
      while (!this.#end.signal.aborted) {
        const token = `${this.#serving.workerId}.${crypto.randomUUID()}`;
        const lease = new WorkspaceLease(link, { names: this.#names, leaseMs, token });
        let onLost: () => void = () => {};
        const lost = new Promise<"lost">((resolve) => {
          onLost = () => resolve("lost");
        });
        // A link that is closed meanwhile ends the wait.
        if (await lease.acquire(onLost).catch(() => false)) {
          standsBy = false;
          await this.#own(link, lease, token, lost);
        } else {
          if (!standsBy) this.#report({ type: "stand-by" });
          standsBy = true;
          await pause(leaseMs / TRIES_PER_LEASE, this.#end.signal);
        }
      }
    } finally {
      link.close();
      await closeQueue(queue, client, connection);
    }
  }

  async #own(link: RedisLink, lease: WorkspaceLease, token: string, lost: Promise<"lost">): Promise<void> {
    const { runtime, ends } = await this.#serving.open(this.name);
    this.#left = 0;
    const { workerId, approvals, recordMs, maxResultBytes, prefix } = this.#serving;
    const sessions = new ServedSessions(runtime, link, this.#names);
    let onFenced: () => void = () => {};
    const fenced = new Promise<"lost">((resolve) => {
      onFenced = () => resolve("lost");
    });
    const context: ServingContext = {
      runtime,
      sessions,
      link,
      names: this.#names,
      workspace: this.name,
      workerId,
      token,
      approvals,
      recordMs,
      maxResultBytes,
      hostStream: (host) => hostStream(prefix, host),
    };
    const unlisten = runtime.on((event) => this.#calls.get(event.callId)?.call.onEvent(event));
    await link.now().catch(() => 0);
    const clock = setInterval(() => void link.now().catch(() => 0), CLOCK_LOOK_MS);
    const control = new AbortController();
    void this.#followControl(link, sessions, control.signal);
    const worker = this.#consume(context, onFenced);
    this.#owned = true;
    this.#report({ type: "owned" });
    const end = await Promise.race([lost, fenced, aborted(this.#end.signal)]);
    this.#owned = false;
    clearInterval(clock);
    if (end === "lost") {
      this.#report({ type: "lost" });
      this.stopCalls();
      await closed(worker, { force: true });
    } else {
      if (!this.#drain) this.stopCalls();
      await worker.pause(true).catch(() => {});
      // What was fetched while it paused comes in after the first look.
      while (this.#calls.size > 0) {
        await Promise.allSettled([...this.#calls.values()].map(({ served }) => served));
      }
      // A call that is left to the next worker never ends here, so there is nothing to wait for.
      const force = !this.#drain || this.#left > 0 || !link.isUp;
      await atMost(closed(worker, { force }), GOODBYE_MS);
    }
    await Promise.allSettled([...this.#calls.values()].map(({ served }) => served));
    control.abort();
    unlisten();
    if (end !== "lost" && this.#drain && link.isUp) await sessions.handOver();
    await sessions.dispose();
    if (ends) await runtime[Symbol.asyncDispose]();
    if (end !== "lost") {
      await atMost(lease.release(), GOODBYE_MS);
      this.#report({ type: "released" });
    }
  }

  #consume(context: ServingContext, onFenced: () => void): Worker {
    const { connection, prefix, concurrency, leaseMs } = this.#serving;
    const worker = new Worker(
      this.#names.queue,
      async (job) => {
        const outcome = await this.#serve(job, context);
        if (outcome === "left") {
          this.#left += 1;
          // The job must stay for the owner of the workspace, so it never ends here.
          onFenced();
          await new Promise(() => {});
        }
        return null;
      },
      {
        connection: reconnecting(connection),
        prefix,
        concurrency,
        autorun: false,
        skipVersionCheck: true,
        lockDuration: leaseMs,
        stalledInterval: Math.max(100, leaseMs / 2),
        maxStalledCount: MAX_DELIVERIES,
        drainDelay: JOB_WAIT_SECONDS,
        runRetryDelay: RETRY_MS,
        removeOnComplete: { count: 0 },
        removeOnFail: { count: 0 },
      },
    );
    worker.on("error", (error) => this.#report({ type: "problem", message: error.message }));
    worker.on("failed", (job, error) => {
      if (job !== undefined) void this.#giveUp(job, context, error.message).catch(() => {});
    });
    worker.run().catch((error: unknown) => {
      this.#report({ type: "problem", message: String(error) });
    });
    return worker;
  }

  /** Carries a job out; one that is delivered again while it runs is the one that runs. */
  async #serve(job: Job, context: ServingContext): Promise<"ended" | "left"> {
    const jobId = job.id ?? "";
    const running = this.#calls.get(jobId);
    if (running !== undefined) return (await running.served).status === "left" ? "left" : "ended";
    const read = openJob(job.data, jobId, this.#key);
    if (read.status === "refused") {
      await this.#refuse(job, context, read.reason, read.host);
      return "ended";
    }
    this.#keepInTouch(read.job.host, context.link);
    const call = new ServedCall(jobId, read.job, context);
    const served = call.serve();
    this.#calls.set(jobId, { call, served });
    if (this.#cancelled.delete(jobId)) call.stop("cancelled");
    if (this.#end.signal.aborted && !this.#drain) call.stop("lost");
    const tool = toolOf(read.job);
    this.#report({ type: "call-start", tool, job: jobId });
    try {
      const outcome = await served;
      this.#ended += 1;
      this.#waited.add(outcome.waitedMs);
      this.#ran.add(outcome.ranMs);
      this.#report({ type: "call-end", tool, job: jobId, ...outcome });
      return outcome.status === "left" ? "left" : "ended";
    } finally {
      this.#calls.delete(jobId);
    }
  }

  /** Sees to it that what is said to a host is not kept for ever; once a minute is often enough. */
  #keepInTouch(host: string, link: RedisLink): void {
    const now = performance.now();
    if (now - (this.#touched.get(host) ?? Number.NEGATIVE_INFINITY) < TOUCH_MS) return;
    if (this.#touched.size >= MAX_TOUCHED) this.#touched.clear();
    this.#touched.set(host, now);
    const { prefix, recordMs } = this.#serving;
    // After the first message is there.
    setTimeout(
      () => void link.expire(hostStream(prefix, host), recordMs).catch(() => {}),
      TOUCH_MS / 2,
    ).unref();
  }

  /** Answers a job that is none, where it says whom to answer. */
  async #refuse(job: Job, context: ServingContext, reason: string, host?: string): Promise<void> {
    const jobId = job.id ?? "";
    this.#report({ type: "job-refused", job: jobId, reason });
    if (host === undefined) return;
    const message = `The worker of the workspace '${this.name}' (wire version ${WIRE_VERSION}) refused the call: ${reason}. Nothing was done.`;
    const result: WireResult = {
      status: "error",
      content: [{ type: "text", text: message }],
      error: { message, errorCode: "invalid-call" },
    };
    await this.#answer(jobId, host, result, context);
  }

  /** Tells the host of a job that BullMQ delivers no more, because it was begun too often or could not be ended. */
  async #giveUp(job: Job, context: ServingContext, reason: string): Promise<void> {
    const jobId = job.id ?? "";
    this.#report({ type: "problem", message: `The job ${jobId} was given up: ${reason}` });
    const read = openJob(job.data, jobId, this.#key);
    if (read.status === "refused") return;
    const because = `The call was given up in the workspace '${this.name}' (${reason}).`;
    await this.#answer(jobId, read.job.host, lostResult({ workspace: this.name, because }), context);
  }

  async #answer(jobId: string, host: string, result: WireResult, context: ServingContext): Promise<void> {
    const { link, recordMs, workerId } = context;
    const timing = { worker: workerId, waitedMs: 0, ranMs: 0 };
    const text = JSON.stringify({ job: jobId, type: "result", result, timing });
    const keys = [this.#names.record(jobId), hostStream(this.#serving.prefix, host)];
    await link.run("colletFinish", keys, [text, recordMs]);
  }

  async #followControl(link: RedisLink, sessions: ServedSessions, signal: AbortSignal): Promise<void> {
    const start = await link.lastEntry(this.#names.control).catch(() => "0");
    await link.follow(
      this.#names.control,
      start,
      (entries) => {
        for (const { text } of entries) {
          const message = readHostMessage(text);
          if (message === undefined) continue;
          if (message.type === "end-session") {
            void sessions.end(message.host, message.session);
          } else if (message.type === "answer") {
            this.#calls.get(message.job)?.call.answer(message.id, message.approved);
          } else {
            this.#cancel(message.job);
          }
        }
      },
      signal,
    );
  }

  #cancel(jobId: string): void {
    const running = this.#calls.get(jobId);
    if (running !== undefined) {
      running.call.stop("cancelled");
      return;
    }
    this.#cancelled.add(jobId);
    for (const oldest of this.#cancelled) {
      if (this.#cancelled.size <= MAX_CANCELLED) break;
      this.#cancelled.delete(oldest);
    }
  }

  #report(event: DistributiveOmit<WorkerEvent, "workspace" | "worker" | "at">): void {
    if (!this.#serving.isWatched && event.type !== "owned") return;
    const more = { workspace: this.name, worker: this.#serving.workerId, at: Date.now() };
    this.#serving.report({ ...event, ...more } as WorkerEvent);
  }
}

type DistributiveOmit<Type, Key extends PropertyKey> = Type extends unknown ? Omit<Type, Key> : never;

function toolOf({ request }: WireJob): string {
  return request.type === "call" ? request.tool : request.type;
}

/** Waits, or until the signal says so. */
function pause(durationMs: number, signal?: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    if (signal?.aborted === true) return resolve();
    const end = () => {
      clearTimeout(timer);
      signal?.removeEventListener("abort", end);
      resolve();
    };
    const timer = setTimeout(end, durationMs);
    signal?.addEventListener("abort", end);
  });
}

function aborted(signal: AbortSignal): Promise<undefined> {
  return new Promise((resolve) => {
    if (signal.aborted) return resolve(undefined);
    signal.addEventListener("abort", () => resolve(undefined), { once: true });
  });
}

/** BullMQ may wait for Redis when it closes; a worker that is closed for good does not. */
async function closed(worker: Worker, { force }: { readonly force: boolean }): Promise<void> {
  try {
    await worker.close(force);
  } catch {
    // The connection is gone, and with it what there was to close.
  }
}

/** Closes a queue, also one that cannot say goodbye to its Redis. */
export async function closeQueue(
  queue: Queue,
  client: RedisClient | undefined,
  connection: ConnectionOptions,
): Promise<void> {
  await atMost(queue.close(), GOODBYE_MS);
  // A connection of the host's own is the host's to close.
  if (!("duplicate" in connection)) client?.disconnect();
}

/** A connection that the host made is used as it is; options of one get the patience of this adapter. */
export function reconnecting(connection: ConnectionOptions): ConnectionOptions {
  return "duplicate" in connection ? connection : { ...RECONNECTING, ...connection };
}

/** A name for a worker that has none. */
export function workerName(): string {
  return `worker-${shortName(crypto.randomUUID()).slice(0, 8)}`;
}
