import {
  type ApprovalHandler,
  type ApprovalRequest,
  describeThrown,
  type ToolEvent,
} from "../../../contract/index.js";
import {
  READ_ONLY_KINDS,
  RECORD_MARGIN_MS,
  type WireJob,
  type WireRequest,
  type WireResult,
  type WorkerWords,
  wireQuestion,
} from "../wire/index.js";
import { boundResult } from "./bounded-result.js";
import { type ClaimedJob, claimCall, forgottenResult } from "./claim-call.js";
import type { ServedOutcome, ServingContext } from "./serving-context.js";
import { notRun, stoppedResult, wireResult } from "./worker-result.js";

/** Milliseconds after which a host is told that a call has started; most end before. */
const LATE_START_MS = 1_000;

/** Milliseconds between two times that the record of a call is given longer to live; a third of its shortest life. */
const KEEP_MS = RECORD_MARGIN_MS / 3;

/** Milliseconds until what Redis refused is said again: a Redis whose memory is full may have room again. */
const AGAIN_MS = 500;

/** UTF-16 code units of one progress update; of a longer output the end is kept. */
const MAX_PROGRESS_CHARACTERS = 65_536;

/** One job while its worker has it. */
export class ServedCall {
  readonly #jobId: string;
  readonly #job: WireJob;
  readonly #isFirstDelivery: boolean;
  readonly #context: ServingContext;
  readonly #questions = new Map<string, (approved: boolean) => void>();
  #questionCount = 0;
  #running = false;
  #isRecorded = true;
  #giveUp: "cancelled" | "lost" | undefined;
  #waitedMs = 0;
  /** Settles when Redis has taken the result. */
  told: Promise<void> = Promise.resolve();

  constructor({ jobId, job, isFirstDelivery }: ClaimedJob, context: ServingContext) {
    this.#jobId = jobId;
    this.#job = job;
    this.#isFirstDelivery = isFirstDelivery;
    this.#context = context;
  }

  /** Resolves when the result is on its way; where it could not be begun, it rejects, and its record says what to do. */
  async serve(): Promise<ServedOutcome> {
    const { request } = this.#job;
    if (request.type !== "call") return this.#serveSession(request);
    const isReadOnly = this.#isReadOnly(request.tool);
    this.#isRecorded = !isReadOnly;
    if (isReadOnly) {
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

  /** Ends the call: because its host wants it (`cancelled`), or because this worker has to stop (`lost`). */
  stop(why: "cancelled" | "lost"): void {
    this.#giveUp ??= why;
    // A job has an id of its own, so this reaches its call alone.
    this.#context.runtime.cancel(this.#jobId);
    for (const answer of this.#questions.values()) answer(false);
  }

  /** @param to - the token of the worker that the host answers: another one's questions have the same names */
  answer(questionId: string, approved: boolean, to: string | undefined): void {
    if (to !== undefined && to !== this.#context.token) return;
    this.#questions.get(questionId)?.(approved);
  }

  /** Sends on what the runtime says about the call. */
  onEvent(event: ToolEvent): void {
    switch (event.type) {
      case "tool-call-start":
        this.#running = true;
        // Stopped while it was judged, when the runtime did not know it yet.
        if (this.#giveUp !== undefined) this.#context.runtime.cancel(this.#jobId);
        return;
      case "tool-progress":
        this.#sendProgress(event.update);
        return;
      case "tool-log":
        this.#send({ type: "log", text: event.message.slice(0, MAX_PROGRESS_CHARACTERS) });
        return;
      case "file-edited":
        this.#send({ type: "change", change: event.change }, "c", this.#line("change", event.change));
        return;
      default:
    }
  }

  get #record(): string {
    return this.#context.names.record(this.#jobId);
  }

  get #stream(): string {
    return this.#context.hostStream(this.#job.host);
  }

  /** What is known of a call is known for as long as it runs, and no shorter than its hosts may rely on. */
  #keep(): void {
    const { link, token, recordMs } = this.#context;
    const lastsMs = Math.max(recordMs, RECORD_MARGIN_MS);
    // Said again with the next beat.
    link.run("colletKeep", [this.#record], [token, lastsMs]).catch(() => {});
  }

  /** Judged by the worker's own tools: the word of a job is worth nothing. */
  #isReadOnly(name: string): boolean {
    const found = this.#context.runtime.registry.resolve(name);
    return found.status === "found" && READ_ONLY_KINDS.has(found.tool.kind);
  }

  /** Marks the call as started, for good; gives the end of one that must not start. */
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
    const { runtime, sessions, approvals, maxResultBytes } = this.#context;
    const session = await sessions.of(this.#job.host, this.#job.session);
    if (this.#giveUp !== undefined) return notRun(this.#context.workspace, this.#giveUp);
    const call = { id: this.#jobId, name: request.tool, input: request.input };
    const [result] = await runtime.executeBatch([call], {
      session,
      ...(approvals !== "own" && { onApproval: this.#approve }),
      ...(request.confinement !== undefined && { confinement: request.confinement }),
      ...(request.traceContext !== undefined && { traceContext: request.traceContext }),
    });
    if (result === undefined) throw new Error("A batch of one call returned no result.");
    // A call that nobody cancelled ends so when the runtime is disposed of.
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

  /** Takes the host's yes for the call itself, where a rule or an approver gave it; asks the host about all that its defaults allowed. */
  readonly #approve: ApprovalHandler = (request) => {
    if (this.#running) return this.#askHost(request);
    const { request: job } = this.#job;
    const { approvals } = this.#context;
    // Only defaults allowed it there, by what the host can see: a symbolic link leads elsewhere here, and `rg` reads other files.
    const isUnasked = job.type === "call" && (job.decided === "default" || job.confinement !== undefined);
    if (isUnasked && approvals === "host") return this.#askHost(request);
    if (approvals === "host" || (job.type === "call" && job.decided === "ask")) return true;
    return {
      approved: false,
      reason:
        "the worker's rules ask about it, and the host has asked no approver: only a rule or a default allowed it there",
    };
  };

  #askHost(request: ApprovalRequest): Promise<boolean> {
    this.#questionCount += 1;
    const id = `${this.#questionCount}`;
    const question = wireQuestion(request);
    return new Promise((resolve) => {
      this.#questions.set(id, (approved) => {
        this.#questions.delete(id);
        resolve(approved);
      });
      this.#send({ type: "question", id, question });
    });
  }

  async #serveSession(request: Exclude<WireRequest, { readonly type: "call" }>): Promise<ServedOutcome> {
    const { runtime, sessions, begun, key, link, workspace } = this.#context;
    const { host, session, notAfter } = this.#job;
    // It has no record: what somebody recorded would put an older state in the place of the session's.
    const mayBegin = link.roughNow <= notAfter && begun.add(this.#jobId, this.#job, link.roughNow);
    if (key.secret !== undefined && !mayBegin) {
      return this.#finish(forgottenResult(workspace, begun.has(this.#jobId)), 0);
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
   * Says the result without waiting for an answer: the end of the job is said after it, over the same connection, and Redis takes
   * them in the order they are sent. So a job that has ended has a result.
   */
  #finish(result: WireResult, ranMs: number): ServedOutcome {
    const { workerId } = this.#context;
    const timing = { worker: workerId, waitedMs: this.#waitedMs, ranMs };
    const outputs = this.#outputs;
    const text = this.#context.voice.textOf({
      job: this.#jobId,
      type: "result",
      result,
      timing,
      ...(outputs.length > 0 && { outputs }),
    });
    this.told = this.#tell(text);
    return this.#outcome(result.status, ranMs, result.error?.errorCode);
  }

  /** Never rejects: what Redis refuses is said until it is taken, or until nobody hears this worker any more. */
  async #tell(text: string): Promise<void> {
    const { link, recordMs } = this.#context;
    while (!link.isClosed) {
      try {
        // What changes nothing needs no record: done once more, it is done as well.
        if (this.#isRecorded) await link.run("colletFinish", [this.#record, this.#stream], [text, recordMs]);
        else await link.add(this.#stream, text);
        return;
      } catch {
        await new Promise((resolve) => setTimeout(resolve, AGAIN_MS));
      }
    }
  }

  #outcome(status: ServedOutcome["status"], ranMs: number, errorCode?: string): ServedOutcome {
    return { status, waitedMs: this.#waitedMs, ranMs, ...(errorCode !== undefined && { errorCode }) };
  }

  #sendProgress(update: (ToolEvent & { readonly type: "tool-progress" })["update"]): void {
    const { output } = update;
    const bounded =
      output === undefined || output.length <= MAX_PROGRESS_CHARACTERS
        ? update
        : { ...update, output: output.slice(-MAX_PROGRESS_CHARACTERS) };
    this.#send(
      { type: "progress", update: bounded },
      "p",
      this.#line("progress", { ...bounded, output: output?.slice(-200) }),
    );
  }

  #line(kind: "change" | "progress", value: unknown): string {
    return this.#context.voice.lineOf(kind, this.#jobId, value);
  }

  #send(words: DistributiveOmit<WorkerWords, "job">, field = "", value = ""): void {
    const text = this.#context.voice.textOf({ job: this.#jobId, ...words });
    // What cannot be told now is in the result.
    this.#context.link.run("colletTell", [this.#record, this.#stream], [text, field, value]).catch(() => {});
  }
}

type DistributiveOmit<Type, Key extends PropertyKey> = Type extends unknown ? Omit<Type, Key> : never;
