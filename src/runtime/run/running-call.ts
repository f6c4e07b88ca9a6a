import type { TaskHandle } from "../../batching/index.js";
import {
  type CallDiagnostics,
  type CallOutputs,
  type ExecutionContext,
  type FileChange,
  ignoreRejection,
  quietly,
  type Repositories,
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
import { isHostObject } from "../host/is-host-object.js";
import { kindOf } from "../host/kind-of.js";
import { createQuietController } from "../host/quiet-signal.js";
import { readTruncation } from "../host/read-result.js";
import { requireChange } from "../host/require-change.js";
import { approvedPathsOf, type PreparedCall } from "../prepare/index.js";
import { confinedShell, type ObservedCall, type RuntimeServices } from "../services/index.js";
import { callDiagnostics } from "./call-diagnostics.js";
import { permittedSearch } from "./permitted-search.js";
import type { RunningCallOptions } from "./running-call-options.js";
import { callWeb, ENDED_OUTPUT, outputsFor, ServiceAccess } from "./service-access.js";
import { abortError, type StopReason } from "./stop-reason.js";

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
  #files: WorkspaceFiles | undefined;
  #shell: Shell | undefined;
  #search: Search | undefined;
  #outputs: CallOutputs | undefined;
  #web: Web | undefined;
  #subagents: Subagents | undefined;
  #threads: ThreadStore | undefined;
  #diagnostics: CallDiagnostics | undefined;
  #repositories: Repositories | undefined;

  constructor(prepared: PreparedCall, options: RunningCallOptions) {
    const { call, tool, session } = prepared;
    this.#prepared = prepared;
    this.#options = options;
    this.callId = call.id;
    this.toolName = tool.name;
    this.cwd = session.cwd;
    this.session = session;
    this.#access = new ServiceAccess(tool.name);
    this.textThreads = this.#services.backend?.textThreads;
    this.edits = this.#services.edits;
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

  get messageId(): string | undefined {
    return this.#options.scope.run.messageId;
  }

  get agent(): string {
    return this.#options.scope.run.agent ?? MAIN_AGENT;
  }

  get extra(): Readonly<Record<string, unknown>> {
    return this.#options.scope.run.extra ?? NOTHING;
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
    const { isExcluded } = this.#options;
    this.#files ??= this.#access.guard(
      this.#access.service("files", this.#services.workspace).files({
        session: this.session,
        approvedPaths: approvedPathsOf(this.#prepared, this.#services),
        isExcluded,
        signal: this.signal,
        onChange: (change) => this.#track(change),
        onInterrupted: this.#options.channels.onInterrupted,
        onLinkBroken: this.#options.channels.onLinkBroken,
      }),
    );
    return this.#files;
  }

  get shell(): Shell {
    const { confinement } = this.#options;
    const services = this.#services;
    const shell = () => this.#access.service("shell", services.backend?.shell);
    this.#shell ??= this.#access.guard(
      confinement === undefined ? shell() : confinedShell(shell(), confinement, services.workspace),
      { pure: ["nativePath"] },
    );
    return this.#shell;
  }

  get search(): Search {
    const { isExcluded } = this.#options;
    const search = () => this.#access.service("search", this.#services.backend?.search);
    this.#search ??= this.#access.guard(
      isExcluded === undefined ? search() : permittedSearch(search(), isExcluded),
    );
    return this.#search;
  }

  get outputs(): CallOutputs {
    if (this.#outputs === undefined) {
      const outputs = outputsFor(this.session, this.#services);
      this.#outputs = { open: () => (this.#access.ended ? ENDED_OUTPUT : outputs.open()) };
    }
    return this.#outputs;
  }

  get web(): Web {
    const { webSearch, backend } = this.#services;
    this.#web ??= callWeb(
      () => this.#access.guard(this.#access.service("pages", backend?.pages)),
      () => this.#access.guard(this.#access.service("webSearch", webSearch)),
    );
    return this.#web;
  }

  get subagents(): Subagents {
    this.#subagents ??= this.#access.guard(
      this.#access.service("subagents", this.#services.subagents).of(this),
    );
    return this.#subagents;
  }

  get threads(): ThreadStore {
    this.#threads ??= this.#access.guard(this.#access.service("threads", this.#services.threads));
    return this.#threads;
  }

  get diagnostics(): CallDiagnostics {
    const { diagnostics, workspace } = this.#services;
    this.#diagnostics ??= this.#access.guard(
      callDiagnostics(this.#access.service("diagnostics", diagnostics), this, workspace?.roots ?? [this.cwd]),
    );
    return this.#diagnostics;
  }

  get repositories(): Repositories {
    const { backend } = this.#services;
    this.#repositories ??= this.#access.guard(this.#access.service("repositories", backend?.repositories), {
      pure: ["plan"],
    });
    return this.#repositories;
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
      if (this.#access.ended) return Promise.resolve(false);
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
      if (!isHostObject(metadata)) {
        throw new TypeError(`note() expects an object, but it got ${kindOf(metadata)}.`);
      }
      if (!this.#access.ended) this.#notes = { ...this.#notes, ...metadata };
    });
  }

  get noteTruncation(): ToolContext["noteTruncation"] {
    return taking((record) => {
      if (!this.#access.ended) this.#truncation = readTruncation(record);
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

  get #services(): RuntimeServices {
    return this.#options.scope.services;
  }

  #track(change: FileChange): void {
    this.#trackFiles ??= new Set();
    this.#trackFiles.add(change.path);
    if (change.movedFrom !== undefined) this.#trackFiles.add(change.movedFrom);
    this.#options.channels.onChange(change);
  }
}
