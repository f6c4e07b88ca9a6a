import * as path from "node:path";
import { pathToFileURL } from "node:url";
import type { MessageConnection } from "vscode-jsonrpc/node.js";
import { describeThrown } from "../../../../contract/index.js";
import type { LocalShell, Service } from "../../shell/index.js";
import type { ServerCommand } from "../language-server-definition.js";
import { FrameReader } from "./frame-reader.js";
import { FrameWriter } from "./frame-writer.js";
import { KnownDiagnostics } from "./known-diagnostics.js";
import { OpenDocuments } from "./open-documents.js";
import { member, pathOfUri, readProtocolDiagnostics } from "./read-diagnostics.js";
import { answerRequest, workspaceFolder } from "./server-requests.js";

/** Milliseconds that a server may take for `initialize`; OpenCode's limit. */
const INITIALIZE_TIMEOUT_MS = 45_000;

/** UTF-16 code units of standard error that are kept for messages. */
const MAX_ERROR_TEXT = 2_000;

/** A language server process, running or ended. */
export class LanguageServer {
  readonly command: ServerCommand;
  readonly documents: OpenDocuments;
  readonly known = new KnownDiagnostics();
  /** Resolves with the reason when all its processes have ended. */
  readonly ended: Promise<string>;
  readonly #connection: MessageConnection;
  readonly #service: Service;
  readonly #listeners = new Set<(path: string) => void>();
  readonly #working = new Set<unknown>();
  #pulls = false;
  #findsUses = false;
  #hasEnded = false;
  #broken: string | undefined;
  #errorText = "";

  /**
   * Starts a server and completes the `initialize` handshake. Rejects with an `Error` whose message states
   * the problem; nothing is left running then.
   */
  static async start(
    command: ServerCommand,
    {
      shell,
      signal,
      initializeTimeoutMs = INITIALIZE_TIMEOUT_MS,
    }: {
      readonly shell: Pick<LocalShell, "startService">;
      /** Aborts the start. */
      readonly signal: AbortSignal;
      readonly initializeTimeoutMs?: number;
    },
  ): Promise<LanguageServer> {
    const { program, parameters, root } = command;
    const protocol = await import("./json-rpc.js");
    const service = await shell.startService({ program, parameters, cwd: root });
    const server = new LanguageServer(command, service, protocol);
    try {
      await abortable(server.#initialize(initializeTimeoutMs), signal);
      return server;
    } catch (error) {
      const reason = server.#broken ?? describeThrown(error);
      void server.end(reason);
      throw new Error(await server.ended);
    }
  }

  private constructor(command: ServerCommand, service: Service, protocol: typeof import("./json-rpc.js")) {
    this.command = command;
    this.#service = service;
    const onBroken = (reason: string) => void this.end(`it ${reason}`);
    const reader = new FrameReader(service.output, onBroken);
    const writer = new FrameWriter(service.input, onBroken);
    const silent = { error() {}, warn() {}, info() {}, log() {} };
    this.#connection = protocol.createMessageConnection(reader, writer, silent);
    this.#connection.onError(() => {});
    this.#connection.onUnhandledNotification(() => {});
    this.#connection.onRequest((method, parameters) => {
      this.#noteCapability(method, parameters);
      const answer = answerRequest(method, parameters, { ...command.definition, root: command.root });
      if (answer !== undefined) return answer.result;
      return new protocol.ResponseError(
        protocol.ErrorCodes.MethodNotFound,
        `This client does not support ${method}.`,
      );
    });
    this.#connection.onNotification((method, parameters) => this.#onNotification(method, parameters));
    this.documents = new OpenDocuments({
      notify: (method, parameters) => this.notify(method, parameters),
      languageOf: (file) => command.definition.languages[path.extname(file)] ?? "plaintext",
    });
    service.errors.setEncoding("utf8");
    service.errors.on("data", (text: string) => {
      this.#errorText = `${this.#errorText}${text}`.slice(-MAX_ERROR_TEXT);
    });
    this.ended = service.ended.then(({ exitCode, signal }) => {
      this.#hasEnded = true;
      this.#connection.dispose();
      const how = signal === null ? `it exited with code ${exitCode}` : `it was ended by ${signal}`;
      return `${this.#broken ?? how}${this.#lastWords()}`;
    });
    this.#connection.listen();
  }

  /** Whether the server supports `textDocument/diagnostic`. */
  get pulls(): boolean {
    return this.#pulls;
  }

  /** Whether the server can list the symbols of a file and their references. */
  get canFindUses(): boolean {
    return this.#findsUses;
  }

  /** Whether the server has ended or is ending. */
  get hasEnded(): boolean {
    return this.#hasEnded || this.#broken !== undefined;
  }

  /** Whether the server reports work in progress. */
  get isWorking(): boolean {
    return this.#working.size > 0;
  }

  /** Sends a request; rejects when the server refuses or ends, and when the signal is aborted. */
  async request(method: string, parameters: unknown, signal: AbortSignal): Promise<unknown> {
    return abortable(this.#connection.sendRequest(method, parameters), signal);
  }

  notify(method: string, parameters: unknown): void {
    quietly(() => this.#connection.sendNotification(method, parameters));
  }

  /**
   * Registers a listener for each file with newly published diagnostics; returns the function that removes
   * it.
   */
  onPublished(listener: (path: string) => void): () => void {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }

  /** Ends the server and all its processes. The first reason is reported. */
  async end(reason: string): Promise<void> {
    this.#broken ??= reason;
    // A regular shutdown lets the server save its state, but nothing depends on it.
    quietly(() => this.#connection.sendRequest("shutdown"));
    quietly(() => this.#connection.sendNotification("exit"));
    await this.#service.end();
  }

  async #initialize(timeoutMs: number): Promise<void> {
    const { root, definition } = this.command;
    const initialized = this.#connection.sendRequest("initialize", {
      // Not the id of this process: in a sandbox it would name another process, or none, and the server would
      // end itself.
      processId: null,
      clientInfo: { name: "collet" },
      rootPath: root,
      rootUri: pathToFileURL(root).href,
      workspaceFolders: [workspaceFolder(root)],
      initializationOptions: definition.initializationOptions,
      capabilities: CAPABILITIES,
    });
    let timer: NodeJS.Timeout | undefined;
    const late = new Promise<never>((_resolve, reject) => {
      const silent = () => reject(new Error(`it did not answer initialize within ${timeoutMs} ms`));
      timer = setTimeout(silent, timeoutMs).unref();
    });
    const gone = this.ended.then((reason) => Promise.reject(new Error(reason)));
    try {
      const answer = await Promise.race([initialized, late, gone]);
      const offered = member(answer, "capabilities");
      this.#pulls ||= Boolean(member(offered, "diagnosticProvider"));
      this.#findsUses = ["documentSymbolProvider", "referencesProvider"].every((name) =>
        Boolean(member(offered, name)),
      );
    } finally {
      clearTimeout(timer);
      for (const loser of [initialized, late, gone]) loser.catch(() => {});
    }
    this.notify("initialized", {});
    if (definition.settings !== undefined) {
      this.notify("workspace/didChangeConfiguration", { settings: definition.settings });
    }
  }

  #noteCapability(method: string, parameters: unknown): void {
    if (method !== "client/registerCapability") return;
    const registrations = member(parameters, "registrations");
    this.#pulls ||=
      Array.isArray(registrations) &&
      registrations.some((each) => member(each, "method") === "textDocument/diagnostic");
  }

  #onNotification(method: string, parameters: unknown): void {
    if (method === "$/progress") {
      const kind = member(member(parameters, "value"), "kind");
      const token = member(parameters, "token");
      if (kind === "begin" && this.#working.size < MAX_WORKS) this.#working.add(token);
      if (kind === "end") this.#working.delete(token);
    }
    // Answers of the TypeScript server are complete; what it publishes half a second later may be about an older text.
    const isAnswered = this.command.definition.dialogue === "tsserver";
    if (method !== "textDocument/publishDiagnostics" || isAnswered) return;
    const file = pathOfUri(member(parameters, "uri"));
    if (file === undefined) return;
    this.known.set(file, readProtocolDiagnostics(file, member(parameters, "diagnostics")), "published");
    for (const listener of this.#listeners) listener(file);
  }

  #lastWords(): string {
    const words = this.#errorText.trim().split(/\r?\n/).slice(-MAX_ERROR_LINES).join(" | ");
    return words === "" ? "" : `; its last output: ${words}`;
  }
}

/** Largest number of concurrent tasks that a server may report. */
const MAX_WORKS = 100;

/** Lines of standard error in a message. */
const MAX_ERROR_LINES = 4;

/** Capabilities of this client: only those that diagnostics need. */
const CAPABILITIES = {
  general: { positionEncodings: ["utf-16"] },
  window: { workDoneProgress: true },
  workspace: {
    configuration: true,
    workspaceFolders: true,
    applyEdit: false,
    didChangeConfiguration: { dynamicRegistration: true },
    didChangeWatchedFiles: { dynamicRegistration: true, relativePatternSupport: true },
    diagnostics: { refreshSupport: true },
  },
  textDocument: {
    synchronization: { dynamicRegistration: false, didSave: true },
    publishDiagnostics: { versionSupport: true, relatedInformation: false },
    diagnostic: { dynamicRegistration: true, relatedDocumentSupport: true },
    documentSymbol: { hierarchicalDocumentSymbolSupport: true },
    references: {},
  },
};

/** Ignores errors of a closed connection, thrown at once or later; `ended` reports the end of the server. */
function quietly(send: () => Promise<unknown>): void {
  try {
    send().catch(() => {});
  } catch {
    // See above.
  }
}

/** Settles like a promise, unless the signal is aborted first. */
function abortable<Value>(promise: Promise<Value>, signal: AbortSignal): Promise<Value> {
  if (signal.aborted) {
    promise.catch(() => {});
    return Promise.reject(abortReason());
  }
  return new Promise((resolve, reject) => {
    const onAbort = () => reject(abortReason());
    signal.addEventListener("abort", onAbort, { once: true });
    promise.then(resolve, reject).finally(() => signal.removeEventListener("abort", onAbort));
  });
}

function abortReason(): Error {
  return new Error("the wait for it was aborted");
}
