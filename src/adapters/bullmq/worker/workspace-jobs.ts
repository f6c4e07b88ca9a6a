import { type Job, type Queue, Worker } from "bullmq";
import { type Latency, LatencyWindow } from "../latency-window.js";
import { GOODBYE_MS, type RedisLink, withTimeout } from "../redis/index.js";
import type { SigningKey } from "../signing/index.js";
import { hostStream, JOB_NAMES, openJob, type WireJob, type WorkspaceNames } from "../wire/index.js";
import { ControlStream } from "./control-stream.js";
import { giveUpJob, refuseJob } from "./refused-job.js";
import { ServedCall } from "./served-call.js";
import type { ServedOutcome, ServingContext } from "./serving-context.js";
import type { WorkerNews, WorkspaceServing } from "./workspace-serving.js";

/** Milliseconds between two extensions of a stream's lifetime. */
const TOUCH_MS = 60_000;

/** Streams whose last extension is remembered. */
const MAX_TOUCHED = 10_000;

/** Extends the lifetime of host streams, at most once per minute, so that no stream is kept for ever. */
class KeptStreams {
  readonly #touched = new Map<string, number>();

  touch(stream: string, link: RedisLink, recordMs: number): void {
    const now = performance.now();
    if (now - (this.#touched.get(stream) ?? Number.NEGATIVE_INFINITY) < TOUCH_MS) return;
    if (this.#touched.size >= MAX_TOUCHED) this.#touched.clear();
    this.#touched.set(stream, now);
    // The stream exists only after its first message.
    setTimeout(() => void link.expire(stream, recordMs).catch(() => {}), TOUCH_MS / 2).unref();
  }
}

/** Seconds of one BullMQ poll for a job; returning to a restarted Redis can take as long. */
const JOB_WAIT_SECONDS = 2;

/** Milliseconds after which BullMQ retries an operation that failed without a connection. */
const RETRY_MS = 250;

/** How often a read may restart before it is no longer delivered. */
const MAX_DELIVERIES = 10;

/** Cancelled calls that are remembered until their job arrives. */
const MAX_CANCELLED = 1_000;

/** Dependencies of the jobs of a workspace. */
export interface WorkspaceJobsOptions {
  readonly workspace: string;
  readonly serving: WorkspaceServing;
  readonly names: WorkspaceNames;
  report(news: WorkerNews): void;
}

/** Jobs of one workspace while this worker owns it. */
export class WorkspaceJobs {
  readonly #serving: WorkspaceServing;
  readonly #names: WorkspaceNames;
  readonly #key: SigningKey;
  readonly #report: (news: WorkerNews) => void;
  readonly #waited = new LatencyWindow();
  readonly #ran = new LatencyWindow();
  readonly #calls = new Map<string, { readonly call: ServedCall; readonly served: Promise<ServedOutcome> }>();
  readonly #cancelled = new Set<string>();
  /** Jobs of an earlier owner that ran here before BullMQ delivered them again. */
  readonly #reclaimed = new Set<string>();
  readonly #streams = new KeptStreams();
  readonly #control: ControlStream;
  #ended = 0;
  #stopping = false;
  /** Number of jobs left to the next owner. */
  left = 0;

  constructor({ workspace, serving, names, report }: WorkspaceJobsOptions) {
    this.#serving = serving;
    this.#names = names;
    this.#key = { secret: serving.secret, workspace };
    this.#report = report;
    this.#control = new ControlStream({
      report,
      cancel: (jobId) => this.#cancel(jobId),
      answer: (answer) => this.#calls.get(answer.job)?.call.answer(answer),
    });
  }

  get metrics(): {
    readonly running: number;
    readonly ended: number;
    readonly waitedMs: Latency;
    readonly ranMs: Latency;
  } {
    return {
      running: this.#calls.size,
      ended: this.#ended,
      waitedMs: this.#waited.summary(),
      ranMs: this.#ran.summary(),
    };
  }

  /** Accepts jobs from now on, those of an earlier owner first. */
  async take(queue: Queue, context: ServingContext, onFenced: () => void): Promise<Worker> {
    this.left = 0;
    this.#stopping = false;
    this.#reclaimed.clear();
    const unlisten = context.runtime.on((event) => this.#calls.get(event.callId)?.call.onEvent(event));
    context.over.addEventListener("abort", () => void this.settled().then(unlisten), { once: true });
    const orphans = await this.#orphans(queue);
    const worker = this.#consume(context, onFenced);
    // Jobs of an earlier owner start now, instead of when BullMQ abandons them.
    for (const job of orphans) {
      this.#reclaimed.add(job.id ?? "");
      this.#reclaim(job, context).catch(() => this.#reclaimed.delete(job.id ?? ""));
    }
    return worker;
  }

  /** Ends all calls, including those that still arrive. */
  stop(): void {
    this.#stopping = true;
    for (const { call } of this.#calls.values()) call.stop("lost");
  }

  /** Resolves when no call is in flight. */
  async settled(): Promise<void> {
    // The last fetched jobs arrive after the first check.
    while (this.#calls.size > 0) {
      await Promise.allSettled(
        [...this.#calls.values()].map(({ served, call }) => served.then(() => call.told)),
      );
    }
  }

  #consume(context: ServingContext, onFenced: () => void): Worker {
    const { prefix, concurrency, leaseMs } = this.#serving;
    // BullMQ looks for another job before it delivers one. Starting a job when it arrives saves that round trip.
    const begun = new Map<string, Promise<"ended" | "left">>();
    const worker = new Worker(
      this.#names.queue,
      async (job) => {
        const jobId = job.id ?? "";
        const serving = begun.get(jobId) ?? this.#deliver(job, context);
        begun.delete(jobId);
        if ((await serving) === "left") {
          this.left += 1;
          // The job must stay for the next owner of the workspace, so this promise never settles.
          onFenced();
          await new Promise(() => {});
        }
        return null;
      },
      {
        connection: context.link.client,
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
    worker.on("active", (job) => {
      // For jobs of a batch it would cost more than it gains. A job that BullMQ is about to abandon is not started early.
      if (job.name !== JOB_NAMES.alone || job.deferredFailure !== undefined) return;
      const serving = this.#deliver(job, context);
      serving.catch(() => {});
      begun.set(job.id ?? "", serving);
    });
    worker.on("error", (error) => this.#report({ type: "problem", message: error.message }));
    worker.on("failed", (job, error) => {
      if (job !== undefined)
        void giveUpJob(job, context, { reason: error.message, report: this.#report }).catch(() => {});
    });
    worker.run().catch((error: unknown) => {
      this.#report({ type: "problem", message: String(error) });
    });
    return worker;
  }

  async #deliver(job: Job, context: ServingContext): Promise<"ended" | "left"> {
    const jobId = job.id ?? "";
    // The job was started when it was found; now BullMQ delivers it as well.
    if (this.#reclaimed.delete(jobId) && !this.#calls.has(jobId)) return "ended";
    return this.#serve(job, context);
  }

  /** Returns the jobs that BullMQ counts as active for an owner that no longer exists. */
  async #orphans(queue: Queue): Promise<readonly Job[]> {
    let found: readonly Job[] = [];
    const looking = queue.getActive().then((jobs) => {
      found = jobs.filter((job) => job !== undefined);
    });
    // BullMQ delivers later what is not found now.
    await withTimeout(looking, GOODBYE_MS);
    return found;
  }

  /**
   * Runs a job of an earlier owner, unless it has ended too many workers: a call that crashes its worker must not crash all
   * of them.
   */
  async #reclaim(job: Job, context: ServingContext): Promise<void> {
    const record = this.#names.record(job.id ?? "");
    const count = Number(await context.link.run("colletCount", [record], [context.recordMs]));
    if (count > MAX_DELIVERIES)
      await giveUpJob(job, context, { reason: `${count} workers were lost with it`, report: this.#report });
    else await this.#serve(job, context);
  }

  /** Runs a job; a job that is delivered again while it runs joins the running one. */
  async #serve(job: Job, context: ServingContext): Promise<"ended" | "left"> {
    const jobId = job.id ?? "";
    // The job was fetched while the ownership ended.
    if (context.over.aborted) return "left";
    const running = this.#calls.get(jobId);
    if (running !== undefined) return (await running.served).status === "left" ? "left" : "ended";
    const read = openJob(job.data, jobId, this.#key);
    if (read.status === "refused") {
      await refuseJob(job, context, { ...read, report: this.#report });
      return "ended";
    }
    const { prefix, recordMs } = this.#serving;
    this.#streams.touch(hostStream(prefix, read.job.host), context.link, recordMs);
    const isFirstDelivery = job.attemptsStarted <= 1 && !this.#reclaimed.has(jobId);
    const call = new ServedCall({ jobId, job: read.job, isFirstDelivery }, context);
    const served = call.serve();
    this.#calls.set(jobId, { call, served });
    if (this.#cancelled.delete(jobId)) call.stop("cancelled");
    if (this.#stopping) call.stop("lost");
    const tool = toolOf(read.job);
    this.#report({ type: "call-start", tool, job: jobId });
    // The host waits only for this job, so ending it in BullMQ and looking for another one come later.
    const isAlone = job.name === JOB_NAMES.alone;
    if (isAlone) context.link.sendNow();
    try {
      const outcome = await served;
      if (isAlone) context.link.sendNow();
      this.#ended += 1;
      this.#waited.add(outcome.waitedMs);
      this.#ran.add(outcome.ranMs);
      this.#report({ type: "call-end", tool, job: jobId, ...outcome });
      return outcome.status === "left" ? "left" : "ended";
    } finally {
      void call.told.then(() => this.#calls.delete(jobId));
    }
  }

  /** Receives messages of hosts until the signal aborts. */
  follow(context: ServingContext, signal: AbortSignal): Promise<void> {
    return this.#control.follow(context, signal);
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
}

function toolOf({ request }: WireJob): string {
  return request.type === "call" ? request.tool : request.type;
}
