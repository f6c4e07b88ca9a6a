import { describeThrown, type ToolEvent } from "../../../contract/index.js";
import type { CallAnswer, CallNews } from "../../calls/wire/index.js";
import { boundResult, WorkerCall, wireResult } from "../../calls/worker/index.js";
import {
  lostResult,
  READ_ONLY_KINDS,
  RECORD_MARGIN_MS,
  type WireJob,
  type WireRequest,
  type WireResult,
  type WorkerMessageContent,
} from "../wire/index.js";
import { type ClaimedJob, claimCall, forgottenResult } from "./claim-call.js";
import type { ServedOutcome, ServingContext } from "./serving-context.js";
import { notRun, stoppedResult } from "./worker-result.js";

/** Milliseconds after which a host is told that a call has started; most calls end before. */
const LATE_START_MS = 1_000;

/** Milliseconds between two extensions of a record's lifetime: a third of the shortest lifetime. */
const KEEP_MS = RECORD_MARGIN_MS / 3;

/**
 * Milliseconds after its latest start at which a signed call that only reads is refused: ten minutes. Such a call starts again when its
 * worker is lost.
 */
const MAX_READ_DELAY_MS = 600_000;

/** Milliseconds until a message that Redis refused is sent again: a Redis with full memory may have space again. */
const AGAIN_MS = 500;

/** Job that its worker is running. */
export class ServedCall {
  readonly #jobId: string;
  readonly #job: WireJob;
  readonly #isFirstDelivery: boolean;
  readonly #context: ServingContext;
  readonly #call: WorkerCall;
  #isRecorded = true;
  #giveUp: "cancelled" | "lost" | undefined;
  #waitedMs = 0;
  /** Settles when Redis has accepted the result. */
  told: Promise<void> = Promise.resolve();

  constructor({ jobId, job, isFirstDelivery }: ClaimedJob, context: ServingContext) {
    this.#jobId = jobId;
    this.#job = job;
    this.#isFirstDelivery = isFirstDelivery;
    this.#context = context;
    const { runtime, approvals } = context;
    this.#call = new WorkerCall({
      id: jobId,
      runtime,
      tell: (news) => this.#tellHost(news),
      ...(approvals !== "own" && { approve: () => this.#decide() }),
    });
  }

  /**
   * Resolves when the result is on its way. Rejects if the call could not be started; its record then decides what to do.
   */
  async serve(): Promise<ServedOutcome> {
    const { request } = this.#job;
    if (request.type !== "call") return this.#serveSession(request);
    const isReadOnly = this.#isReadOnly(request.tool);
    this.#isRecorded = !isReadOnly;
    if (isReadOnly) {
      if (this.#isReplayed()) return this.#finish(this.#tooOld(), 0);
      const now = this.#context.link.nowAsMeasured;
      if (now !== undefined) this.#waitedMs = now - this.#job.sentAt;
    } else {
      const settled = await this.#begin();
      if (settled !== undefined) return settled;
    }
    if (this.#giveUp !== undefined) return this.#finish(notRun(this.#context.workspace, this.#giveUp), 0);
    const startedAt = performance.now();
    let keep: NodeJS.Timeout | undefined;
    const announce = setTimeout(() => {
      this.#send({ type: "started", token: this.#context.token });
      if (this.#isRecorded) keep = setInterval(() => this.#keep(), KEEP_MS);
    }, LATE_START_MS);
    try {
      const whole = await this.#run(request);
      if (this.#giveUp === "lost" && isReadOnly) return this.#outcome("left", performance.now() - startedAt);
      return this.#finish(whole, performance.now() - startedAt);
    } finally {
      clearTimeout(announce);
      clearInterval(keep);
    }
  }

  /** Ends the call because its host wants it (`cancelled`) or this worker must stop (`lost`). */
  stop(why: "cancelled" | "lost"): void {
    this.#giveUp ??= why;
    // Each job has its own id, so this cancels only its call.
    this.#call.stop();
  }

  /** Passes an answer on, with the token of the worker that asked (`to`): questions of another worker have the same ids. */
  answer({ to, ...answer }: CallAnswer & { readonly to?: string | undefined }): void {
    if (to !== undefined && to !== this.#context.token) return;
    this.#call.answer(answer);
  }

  /** Forwards an event of the runtime about the call. */
  onEvent(event: ToolEvent): void {
    this.#call.onEvent(event);
  }

  get #record(): string {
    return this.#context.names.record(this.#jobId);
  }

  get #stream(): string {
    return this.#context.hostStream(this.#job.host);
  }

  /** Extends the record while the call runs, and at least for the time that its hosts rely on. */
  #keep(): void {
    const { link, token, recordMs } = this.#context;
    const lastsMs = Math.max(recordMs, RECORD_MARGIN_MS);
    // The next renewal sends it again.
    link.run("colletKeep", [this.#record], [token, lastsMs]).catch(() => {});
  }

  /** Returns whether a tool is read-only according to the worker's own registry; the job's claim does not count. */
  #isReadOnly(name: string): boolean {
    const found = this.#context.runtime.registry.resolve(name);
    return found.status === "found" && READ_ONLY_KINDS.has(found.tool.kind);
  }

  /**
   * Returns whether a signed job is so old that an attacker must have recorded it: a call that only reads leaves no record, and its result
   * would show an attacker with access to Redis what the file contains now.
   */
  #isReplayed(): boolean {
    const { key, link } = this.#context;
    return key.secret !== undefined && link.roughNow > this.#job.notAfter + MAX_READ_DELAY_MS;
  }

  #tooOld(): WireResult {
    const { workspace } = this.#context;
    const because = `The worker of the workspace '${workspace}' received the call long after the time at which it had to start.`;
    return lostResult({ workspace, because });
  }

  /** Marks the call as started, permanently; returns the outcome of a call that must not start. */
  async #begin(): Promise<ServedOutcome | undefined> {
    const claimed = { jobId: this.#jobId, job: this.#job, isFirstDelivery: this.#isFirstDelivery };
    const claim = await claimCall(claimed, this.#context);
    if (claim.status === "over") return this.#finish(claim.result, 0);
    if (claim.status !== "go") return this.#outcome(claim.status, 0);
    const now = this.#context.link.nowAsMeasured;
    if (now !== undefined) this.#waitedMs = now - this.#job.sentAt;
    return undefined;
  }

  async #run(request: WireRequest & { readonly type: "call" }): Promise<WireResult> {
    const { runtime, sessions, maxResultBytes } = this.#context;
    const session = await sessions.of(this.#job.host, this.#job.session);
    if (this.#giveUp !== undefined) return notRun(this.#context.workspace, this.#giveUp);
    const result = await this.#call.run(request, session);
    // Disposing of the runtime ends calls in this way, even those that the host did not cancel.
    if (this.#giveUp === undefined && result.status === "cancelled") this.#giveUp = "lost";
    if (this.#giveUp === "lost") return stoppedResult(result, this.#context.workspace);
    const { result: whole, outputs } = await boundResult(wireResult(result), {
      maxBytes: maxResultBytes,
      store: runtime.outputs(session),
    });
    this.#outputs = outputs;
    return whole;
  }

  #outputs: readonly string[] = [];

  /**
   * Accepts the host's approval if a rule or an approver gave it; asks the host about calls that only its defaults allowed.
   */
  #decide(): "ask-host" | true | { readonly approved: false; readonly reason: string } {
    const { request: job } = this.#job;
    const { approvals } = this.#context;
    // Only the host's defaults allowed it, from what the host can see: here a symbolic link may lead elsewhere, and `rg`
    // reads other files.
    const isUnasked = job.type === "call" && (job.decided === "default" || job.confinement !== undefined);
    if (isUnasked && approvals === "host") return "ask-host";
    if (approvals === "host" || (job.type === "call" && job.decided === "ask")) return true;
    return {
      approved: false,
      reason:
        "the worker's rules ask about it, and the host has asked no approver: only a rule or a default allowed it there",
    };
  }

  async #serveSession(request: Exclude<WireRequest, { readonly type: "call" }>): Promise<ServedOutcome> {
    const { runtime, sessions, begun, key, link, workspace } = this.#context;
    const { host, session, notAfter } = this.#job;
    // Imports have no record, so a replayed one would replace the session's state with an older one.
    const mayBegin = link.roughNow <= notAfter && begun.add(this.#jobId, this.#job, link.roughNow);
    if (key.secret !== undefined && !mayBegin) {
      return this.#finish(forgottenResult(workspace, { hasBegun: begun.has(this.#jobId) }), 0);
    }
    try {
      if (request.type === "export-session") {
        const state = await runtime.exportSession(await sessions.of(host, session));
        return this.#finish({ status: "done", content: [], result: state }, 0);
      }
      await sessions.replace(host, session, request.state);
      return this.#finish({ status: "done", content: [], result: true }, 0);
    } catch (thrown) {
      const message = describeThrown(thrown);
      const error = { message, errorCode: "invalid-input" };
      return this.#finish({ status: "error", content: [{ type: "text", text: message }], error }, 0);
    }
  }

  /**
   * Sends the result without waiting for an answer. The end of the job is sent after it over the same connection, and Redis
   * executes both in order, so a job that has ended has a result.
   */
  #finish(result: WireResult, ranMs: number): ServedOutcome {
    const { workerId } = this.#context;
    const timing = { worker: workerId, waitedMs: this.#waitedMs, ranMs };
    const outputs = this.#outputs;
    const text = this.#context.writer.textOf({
      job: this.#jobId,
      type: "result",
      result,
      timing,
      ...(outputs.length > 0 && { outputs }),
    });
    this.told = this.#tell(text);
    return this.#outcome(result.status, ranMs, result.error?.errorCode);
  }

  /** Sends a message until Redis accepts it, or until no host listens to this worker any more. Never rejects. */
  async #tell(text: string): Promise<void> {
    const { link, recordMs } = this.#context;
    while (!link.isClosed) {
      try {
        // A read-only call needs no record, because it may run again.
        if (this.#isRecorded) await link.run("colletFinish", [this.#record, this.#stream], [text, recordMs]);
        else await link.add(this.#stream, text);
        return;
      } catch {
        await new Promise((resolve) => setTimeout(resolve, AGAIN_MS));
      }
    }
  }

  #outcome(status: ServedOutcome["status"], ranMs: number, errorCode?: string): ServedOutcome {
    return { status, waitedMs: this.#waitedMs, ranMs, errorCode };
  }

  #tellHost(news: CallNews): void {
    switch (news.type) {
      case "progress": {
        const { update } = news;
        const last = { ...update, output: update.output?.slice(-200) };
        this.#send(news, "p", this.#line("progress", last));
        return;
      }
      case "change":
        this.#send(news, "c", this.#line("change", news.change));
        return;
      default:
        this.#send(news);
    }
  }

  #line(kind: "change" | "progress", value: unknown): string {
    return this.#context.writer.lineOf(kind, this.#jobId, value);
  }

  #send(content: DistributiveOmit<WorkerMessageContent, "job">, field = "", value = ""): void {
    const text = this.#context.writer.textOf({ job: this.#jobId, ...content });
    // The result repeats what cannot be sent now.
    this.#context.link.run("colletTell", [this.#record, this.#stream], [text, field, value]).catch(() => {});
  }
}

type DistributiveOmit<Type, Key extends PropertyKey> = Type extends unknown ? Omit<Type, Key> : never;
