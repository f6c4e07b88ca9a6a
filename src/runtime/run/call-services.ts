import type {
  CallDiagnostics,
  CallOutputs,
  ExecutionContext,
  FileChange,
  Repositories,
  Search,
  Shell,
  Subagents,
  ThreadStore,
  Web,
  WorkspaceFiles,
} from "../../contract/index.js";
import { approvedPathsOf, type PreparedCall } from "../prepare/index.js";
import { confinedShell, type RuntimeServices } from "../services/index.js";
import { callDiagnostics } from "./call-diagnostics.js";
import { permittedSearch } from "./permitted-search.js";
import type { RunningCallOptions } from "./running-call-options.js";
import { callWeb, ENDED_OUTPUT, outputsFor, type ServiceAccess } from "./service-access.js";

/** Options of the services of a call. */
export interface CallServicesOptions extends RunningCallOptions {
  readonly prepared: PreparedCall;
  readonly access: ServiceAccess;
  readonly onChange: (change: FileChange) => void;
}

/** The services of one running call, each created on first use and closed with the call. */
export class CallServices {
  readonly #call: ExecutionContext;
  readonly #options: CallServicesOptions;
  #files: WorkspaceFiles | undefined;
  #shell: Shell | undefined;
  #search: Search | undefined;
  #outputs: CallOutputs | undefined;
  #web: Web | undefined;
  #subagents: Subagents | undefined;
  #threads: ThreadStore | undefined;
  #diagnostics: CallDiagnostics | undefined;
  #repositories: Repositories | undefined;

  constructor(call: ExecutionContext, options: CallServicesOptions) {
    this.#call = call;
    this.#options = options;
  }

  get files(): WorkspaceFiles {
    const { isExcluded, onChange, channels, prepared } = this.#options;
    this.#files ??= this.#options.access.guard(
      this.#options.access.service("files", this.#services.workspace).files({
        session: this.#call.session,
        approvedPaths: approvedPathsOf(prepared, this.#services),
        isExcluded,
        signal: this.#call.signal,
        onChange,
        onInterrupted: channels.onInterrupted,
        onLinkBroken: channels.onLinkBroken,
      }),
    );
    return this.#files;
  }

  get shell(): Shell {
    const { confinement } = this.#options;
    const services = this.#services;
    const shell = () => this.#options.access.service("shell", services.backend?.shell);
    this.#shell ??= this.#options.access.guard(
      confinement === undefined ? shell() : confinedShell(shell(), confinement, services.workspace),
      { pure: ["nativePath"] },
    );
    return this.#shell;
  }

  get search(): Search {
    const { isExcluded } = this.#options;
    const search = () => this.#options.access.service("search", this.#services.backend?.search);
    this.#search ??= this.#options.access.guard(
      isExcluded === undefined ? search() : permittedSearch(search(), isExcluded),
    );
    return this.#search;
  }

  get outputs(): CallOutputs {
    if (this.#outputs === undefined) {
      const outputs = outputsFor(this.#call.session, this.#services);
      this.#outputs = { open: () => (this.#options.access.ended ? ENDED_OUTPUT : outputs.open()) };
    }
    return this.#outputs;
  }

  get web(): Web {
    const { webSearch, backend } = this.#services;
    this.#web ??= callWeb(
      () => this.#options.access.guard(this.#options.access.service("pages", backend?.pages)),
      () => this.#options.access.guard(this.#options.access.service("webSearch", webSearch)),
    );
    return this.#web;
  }

  get subagents(): Subagents {
    this.#subagents ??= this.#options.access.guard(
      this.#options.access.service("subagents", this.#services.subagents).of(this.#call),
    );
    return this.#subagents;
  }

  get threads(): ThreadStore {
    this.#threads ??= this.#options.access.guard(
      this.#options.access.service("threads", this.#services.threads),
    );
    return this.#threads;
  }

  get diagnostics(): CallDiagnostics {
    const { diagnostics, workspace } = this.#services;
    const { access, channels } = this.#options;
    const { session, signal } = this.#call;
    this.#diagnostics ??= this.#options.access.guard(
      callDiagnostics(
        this.#options.access.service("diagnostics", diagnostics),
        {
          session,
          signal,
          ask: async (question, kept) => !access.ended && channels.ask(question, kept),
        },
        workspace?.roots ?? [this.#call.cwd],
      ),
    );
    return this.#diagnostics;
  }

  get repositories(): Repositories {
    const { backend } = this.#services;
    this.#repositories ??= this.#options.access.guard(
      this.#options.access.service("repositories", backend?.repositories),
      {
        pure: ["plan"],
      },
    );
    return this.#repositories;
  }

  get #services(): RuntimeServices {
    return this.#options.scope.services;
  }
}
