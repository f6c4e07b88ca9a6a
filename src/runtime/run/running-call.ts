import type { TaskHandle } from "../../batching/index.js";
import {
  type CallDiagnostics,
  type CallOutputs,
  createQuietController,
  type ExecutionContext,
  type FileChange,
  ignoreRejection,
  quietly,
  type Repositories,
  type ResumedCall,
  type Search,
  type Shell,
  type Subagents,
  type ThreadStore,
  type ToolContext,
  type ToolSession,
  type TraceContext,
  type TruncationRecord,
  type Web,
  type WorkspaceFiles,
} from "../../contract/index.js";
import { taking } from "../host/at-once.js";
import { kindOf } from "../host/kind-of.js";
import { readTruncation } from "../host/read-result.js";
import { noteOf, requireChange } from "../host/reported-values.js";
import type { PreparedCall } from "../prepare/index.js";
import type { ObservedCall } from "../services/index.js";
import { CallServices } from "./call-services.js";
import { abortError, type StopReason } from "./deadline.js";
import { refusal } from "./fence.js";
import { isOffered } from "./is-offered.js";
import type { RunningCallOptions } from "./running-call-options.js";
import { ServiceAccess } from "./service-access.js";

/** The name of the agent that is not a subagent. */
const MAIN_AGENT = "main";

const NOTHING: Readonly<Record<string, unknown>> = Object.freeze({});

/**
 * A running call: the context that its tool sees, and the controls that only the runtime has.
 *
 * Parts that a tool may not need are created on first use: most calls never read their signal.
 */
export class RunningCall implements ExecutionContext {
  readonly callId: string;
  readonly toolName: string;
  readonly cwd: string;
  readonly session: ToolSession;
  readonly syntax: ToolContext["syntax"];
  readonly textThreads: ToolContext["textThreads"];
  readonly edits: ToolContext["edits"];
  readonly #prepared: PreparedCall;
  readonly #options: RunningCallOptions;
  #trackFiles: Set<string> | undefined;
  #controller: AbortController | undefined;
  #stopped: StopReason | undefined;
  #onStop: (() => void)[] | undefined;
  #notes: Record<string, unknown> | undefined;
  #truncation: TruncationRecord | undefined;
  #progress: ToolContext["progress"] | undefined;
  readonly #access: ServiceAccess;
  #opened: CallServices | undefined;

  constructor(prepared: PreparedCall, options: RunningCallOptions) {
    const { call, tool, session } = prepared;
    this.#prepared = prepared;
    this.#options = options;
    this.callId = call.id;
    this.toolName = tool.name;
    this.cwd = session.cwd;
    this.session = session;
    this.#access = new ServiceAccess(tool.name);
    const { backend, edits } = options.scope.services;
    this.syntax = backend?.syntax;
    this.textThreads = backend?.textThreads;
    this.edits = edits;
  }

  /**
   * Returns the task of a call by the context of its tool; `undefined` for the context of another runtime, or of
   * none.
   */
  static taskOf(context: ToolContext): TaskHandle | undefined {
    return #options in context ? context.#options.task : undefined;
  }

  /** Returns the nesting depth of a call made within this context. */
  static depthWithin(context: ToolContext): number {
    return #options in context ? context.#options.scope.depth + 1 : 0;
  }

  /** Returns the observed call of a context. */
  static observedAs(context: ToolContext): ObservedCall | undefined {
    return #options in context ? context.#options.scope.watched.observed : undefined;
  }

  get offers(): ToolContext["offers"] {
    const { registry, permissions, hasShell } = this.#options.scope.services;
    return (toolName) => isOffered(toolName, { registry, permissions, hasShell, session: this.session });
  }

  get messageId(): string | undefined {
    return this.#options.scope.run.messageId;
  }

  get agent(): string {
    return this.#options.scope.run.agent ?? MAIN_AGENT;
  }

  get extra(): Readonly<Record<string, unknown>> {
    return this.#options.scope.run.extra ?? NOTHING;
  }

  get resumed(): ResumedCall | undefined {
    return this.#options.scope.run.resumptions?.get(this.callId);
  }

  get traceContext(): TraceContext | undefined {
    return this.#options.scope.watched.traceContext;
  }

  /** Records files that a nested call changed: they are changes of the outer call as well. */
  static trackWithin(context: ToolContext, paths: readonly string[]): void {
    if (!(#options in context) || context.#access.ended) return;
    context.#trackFiles ??= new Set();
    for (const path of paths) context.#trackFiles.add(path);
  }

  /** The metadata that the tool recorded for the host. */
  get notes(): Readonly<Record<string, unknown>> | undefined {
    return this.#notes;
  }

  /** The truncation that the tool applied to its output. */
  get truncation(): TruncationRecord | undefined {
    return this.#truncation;
  }

  /** The files it changed, in order. */
  get trackFiles(): ReadonlySet<string> | undefined {
    return this.#trackFiles;
  }

  get signal(): AbortSignal {
    if (this.#controller === undefined) {
      this.#controller = createQuietController();
      if (this.#stopped !== undefined) this.#controller.abort(abortError(this.#stopped));
    }
    return this.#controller.signal;
  }

  get files(): WorkspaceFiles {
    return this.#services.files;
  }

  get shell(): Shell {
    return this.#services.shell;
  }

  get search(): Search {
    return this.#services.search;
  }

  get outputs(): CallOutputs {
    return this.#services.outputs;
  }

  get web(): Web {
    return this.#services.web;
  }

  get subagents(): Subagents {
    return this.#services.subagents;
  }

  get threads(): ThreadStore {
    return this.#services.threads;
  }

  get diagnostics(): CallDiagnostics {
    return this.#services.diagnostics;
  }

  get repositories(): Repositories {
    return this.#services.repositories;
  }

  // Getters of bound functions: a tool author may destructure the context, and most calls need none of them.
  get progress(): ToolContext["progress"] {
    this.#progress ??= taking((update) => {
      if (!this.#access.ended) this.#options.channels.onProgress(update);
    });
    return this.#progress;
  }

  get ask(): ToolContext["ask"] {
    return taking((question) => {
      if (this.#access.ended) return refusal();
      const answer = this.#options.channels.ask(question);
      ignoreRejection(answer);
      return answer;
    });
  }

  get changed(): ExecutionContext["changed"] {
    return taking((change) => {
      if (!this.#access.ended) this.#track(requireChange(change));
    });
  }

  get onStop(): ExecutionContext["onStop"] {
    return taking((listener) => {
      if (typeof listener !== "function") {
        throw new TypeError(`onStop() expects a function, but it got ${kindOf(listener)}.`);
      }
      if (this.#stopped !== undefined) quietly(listener);
      else {
        this.#onStop ??= [];
        this.#onStop.push(listener);
      }
    });
  }

  get note(): ToolContext["note"] {
    return taking((metadata) => {
      if (this.#access.ended) return;
      this.#notes = { ...this.#notes, ...noteOf(metadata) };
    });
  }

  get noteTruncation(): ToolContext["noteTruncation"] {
    return taking((record) => {
      if (this.#access.ended) return;
      this.#truncation = readTruncation(record);
    });
  }

  get log(): ToolContext["log"] {
    return taking((message) => {
      if (!this.#access.ended) this.#options.channels.onLog(message);
    });
  }

  /** Whether the tool has read its signal, directly or through a service; if not, it cannot know of a stop. */
  get listens(): boolean {
    return this.#controller !== undefined || this.#onStop !== undefined;
  }

  /** The first reason wins. */
  get stopped(): StopReason | undefined {
    return this.#stopped;
  }

  /** Asks the tool to stop. */
  stop(reason: StopReason): void {
    if (this.#stopped !== undefined) return;
    this.#stopped = reason;
    this.#controller?.abort(abortError(reason));
    for (const listener of this.#onStop ?? []) quietly(listener);
  }

  /** Ends the access of the tool: its later actions reach neither files, processes, events nor the result. */
  end(): void {
    this.#access.end();
  }

  /** Resolves when no file operation or process of this call is running. */
  drained(): Promise<void> {
    return this.#access.drained();
  }

  get #services(): CallServices {
    this.#opened ??= new CallServices(this, {
      prepared: this.#prepared,
      access: this.#access,
      onChange: (change) => this.#track(change),
      ...this.#options,
    });
    return this.#opened;
  }

  #track(change: FileChange): void {
    this.#trackFiles ??= new Set();
    this.#trackFiles.add(change.path);
    if (change.movedFrom !== undefined) this.#trackFiles.add(change.movedFrom);
    this.#options.channels.onChange(change);
  }
}
