import { Queue } from "bullmq";
import { WorkerMessageWriter } from "../messages/index.js";
import { closeQueue, closeWorker, GOODBYE_MS, RedisLink, reconnecting, withTimeout } from "../redis/index.js";
import { isOwnerToken, ownerToken, type SigningKey } from "../signing/index.js";
import { hostStream, shortName, type WorkspaceNames, workspaceNames } from "../wire/index.js";
import { BegunFile } from "./begun-file.js";
import { BegunJobs } from "./begun-jobs.js";
import { OwnedEpochs } from "./owned-epochs.js";
import { ServedSessions } from "./served-sessions.js";
import type { ServingContext } from "./serving-context.js";
import { WorkspaceJobs } from "./workspace-jobs.js";
import { type SeenOwner, WorkspaceLease } from "./workspace-lease.js";
import type { WorkerEvent, WorkerNews, WorkspaceMetrics, WorkspaceServing } from "./workspace-serving.js";

/** Number of times that a stand-by asks for the lease during one lease period. */
const TRIES_PER_LEASE = 4;

/** Milliseconds between two measurements of the clock of Redis. */
const CLOCK_LOOK_MS = 20_000;

/** Milliseconds between two checks for Redis while a worker closes. */
const LOOK_MS = 100;

/** Workspace on one worker: stand-by while another worker owns it, then its only worker. */
export class ServedWorkspace {
  readonly name: string;
  readonly #serving: WorkspaceServing;
  readonly #names: WorkspaceNames;
  readonly #key: SigningKey;
  readonly #jobs: WorkspaceJobs;
  readonly #begun = new BegunJobs();
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
    this.#jobs = new WorkspaceJobs({
      workspace: name,
      serving,
      names: this.#names,
      report: (news) => this.#report(news),
    });
  }

  get isOwned(): boolean {
    return this.#owned;
  }

  start(): void {
    this.#done = this.#live();
  }

  /** Stops accepting calls; with `drain` calls in flight may finish, otherwise they are ended. */
  async close(options: { readonly drain: boolean }): Promise<void> {
    this.#drain = options.drain;
    this.#end.abort();
    if (!this.#owned) this.#link?.close();
    // Without Redis no host can be informed, so a closing worker waits no longer than its lease lasts.
    const patienceMs = options.drain ? this.#serving.leaseMs : 0;
    const look = setInterval(() => {
      if ((this.#link?.downForMs ?? 0) > patienceMs) this.#link?.close();
    }, LOOK_MS);
    await this.#done;
    clearInterval(look);
  }

  /** Ends the calls that a drain waits for. */
  stopCalls(): void {
    this.#jobs.stop();
  }

  async metrics(): Promise<WorkspaceMetrics> {
    let waiting: number | undefined;
    if (this.#queue !== undefined && this.#link?.isUp === true) {
      const counting = this.#queue.getWaitingCount().then((count) => {
        waiting = count;
      });
      await withTimeout(counting, GOODBYE_MS);
    }
    return {
      workspace: this.name,
      owned: this.#owned,
      ...(waiting !== undefined && { waiting }),
      ...this.#jobs.metrics,
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
      let seen: SeenOwner | undefined;
      while (!this.#end.signal.aborted) {
        const token = ownerToken(this.#serving.workerId, this.#key);
        const lease = new WorkspaceLease(link, { names: this.#names, leaseMs, token, key: this.#key });
        let onLost: () => void = () => {};
        const lost = new Promise<"lost">((resolve) => {
          onLost = () => resolve("lost");
        });
        // A link that closes meanwhile ends the wait.
        const acquired = await lease.acquire(seen, onLost).catch(() => undefined);
        if (acquired?.status === "acquired") {
          seen = undefined;
          await this.#own({ queue, link, lease, token, lost, waitMs: acquired.waitMs });
        } else {
          if (seen === undefined && acquired !== undefined) this.#standBy(acquired.owner);
          seen = acquired?.owner ?? seen;
          await pause(leaseMs / TRIES_PER_LEASE, this.#end.signal);
        }
      }
    } finally {
      link.close();
      await closeQueue(queue, client, connection);
    }
  }

  #standBy({ token }: SeenOwner): void {
    this.#report({ type: "stand-by" });
    if (isOwnerToken(token, this.#key)) return;
    const message = `The lease of the workspace is not signed with its secret (forged-message), so no worker of this fleet holds it.`;
    this.#report({ type: "problem", message });
  }

  async #own(ownership: Ownership): Promise<void> {
    const { lease, lost, waitMs } = ownership;
    if (waitMs > 0) {
      const { signal } = this.#end;
      const waited = pause(waitMs, signal).then(() => !signal.aborted && "waited");
      const over = await Promise.race([lost, aborted(signal), waited]);
      if (over !== "waited") return void (await withTimeout(lease.release({ isThrough: false }), GOODBYE_MS));
    }
    try {
      const opened = await this.#serving.open(this.name);
      await this.#serve(ownership, opened);
    } catch (thrown) {
      this.#report({ type: "problem", message: `The workspace could not be opened: ${String(thrown)}` });
      await withTimeout(lease.release({ isThrough: true }), GOODBYE_MS);
      // Another worker may succeed meanwhile.
      await pause(this.#serving.leaseMs, this.#end.signal);
    }
  }

  async #serve(
    { queue, link, lease, token, lost }: Ownership,
    { runtime, ends }: Awaited<ReturnType<WorkspaceServing["open"]>>,
  ): Promise<void> {
    const { workerId, approvals, recordMs, maxResultBytes, prefix } = this.#serving;
    // This applies even while this process is stopped: its commands must end before another worker starts.
    lease.onRenewed((remainingMs) => runtime.endCommandsUnlessRenewed(remainingMs));
    const sessions = new ServedSessions(runtime, link, { names: this.#names, key: this.#key, token });
    let onFenced: () => void = () => {};
    const fenced = new Promise<"lost">((resolve) => {
      onFenced = () => resolve("lost");
    });
    const over = new AbortController();
    const context: ServingContext = {
      over: over.signal,
      runtime,
      sessions,
      link,
      names: this.#names,
      workspace: this.name,
      workerId,
      token,
      key: this.#key,
      writer: new WorkerMessageWriter(token, this.#key),
      begun: this.#begun,
      epochs: new OwnedEpochs(link, this.#names),
      approvals,
      recordMs,
      maxResultBytes,
      hostStream: (host) => hostStream(prefix, host),
    };
    await context.epochs.begin().catch(() => {});
    const store = await BegunFile.open(this.#serving.stateDirectory, [
      prefix,
      this.name,
      serverIdentity(link.client),
    ]);
    if (store !== undefined) this.#begun.load(store);
    const clock = setInterval(() => void link.now().catch(() => 0), CLOCK_LOOK_MS);
    const control = new AbortController();
    void this.#jobs.follow(context, control.signal);
    const worker = await this.#jobs.take(queue, context, onFenced);
    this.#owned = true;
    this.#report({ type: "owned" });
    const end = await Promise.race([lost, fenced, aborted(this.#end.signal)]);
    this.#owned = false;
    over.abort();
    clearInterval(clock);
    if (end === "lost") {
      this.#report({ type: "lost" });
      this.#jobs.stop();
      // A command that ignores SIGTERM has lost the right to change files.
      lease.stop();
      runtime.endCommandsUnlessRenewed(0);
      await withTimeout(closeWorker(worker, { force: true }), GOODBYE_MS);
    } else {
      if (!this.#drain) this.#jobs.stop();
      await worker.pause(true).catch(() => {});
      await this.#jobs.settled();
      // A call left to the next worker never ends here, so there is nothing to wait for.
      const force = !this.#drain || this.#jobs.left > 0 || !link.isUp;
      await withTimeout(closeWorker(worker, { force }), GOODBYE_MS);
    }
    await this.#jobs.settled();
    control.abort();
    if (end !== "lost" && this.#drain && link.isUp) await sessions.handOver();
    await sessions.dispose();
    store?.close();
    if (ends) await runtime[Symbol.asyncDispose]();
    else runtime.endCommandsUnlessRenewed(undefined);
    if (end !== "lost") {
      await withTimeout(lease.release({ isThrough: true }), GOODBYE_MS);
      this.#report({ type: "released" });
    }
  }

  #report(event: WorkerNews): void {
    if (!this.#serving.isWatched && event.type !== "owned") return;
    const more = { workspace: this.name, worker: this.#serving.workerId, at: Date.now() };
    this.#serving.report({ ...event, ...more } as WorkerEvent);
  }
}

/** Ownership of a workspace by this worker. */
interface Ownership {
  readonly queue: Queue;
  readonly link: RedisLink;
  readonly lease: WorkspaceLease;
  readonly token: string;
  /** Settles when the lease is gone. */
  readonly lost: Promise<"lost">;
  /** Milliseconds until all processes of an earlier owner must have ended. */
  readonly waitMs: number;
}

/** Identifies a Redis server by its address and database, as far as the client exposes them. */
function serverIdentity(client: object): string {
  const { host, port, path, db } = ("options" in client ? client.options : {}) as Record<string, unknown>;
  return JSON.stringify([host, port, path, db]);
}

/** Waits for a duration, or until the signal aborts. */
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

/** Creates a name for a worker without one. */
export function workerName(): string {
  return `worker-${shortName(crypto.randomUUID()).slice(0, 8)}`;
}
