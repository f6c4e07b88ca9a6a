import { describeThrown } from "../../../../contract/index.js";
import type { LocalShell } from "../../shell/index.js";
import {
  type DialogueDependencies,
  LanguageServer,
  standardDialogue,
  tsserverDialogue,
} from "../connection/index.js";
import type { ServerCommand } from "../language-server-definition.js";
import { RestartPolicy } from "./restart-policy.js";
import { ServerRounds } from "./server-rounds.js";

/** Dependencies of a slot. */
export interface SlotDependencies extends DialogueDependencies {
  readonly shell: Pick<LocalShell, "startService">;
  readonly initializeTimeoutMs?: number;
}

/** A running server and the requests to it. */
export interface ReadyServer {
  readonly server: LanguageServer;
  readonly rounds: ServerRounds;
}

/**
 * The slot of one server of one project: started on demand, restarted after a crash, never started twice at a
 * time.
 */
export class ServerSlot {
  readonly command: ServerCommand;
  /** Time of the last use, in milliseconds of the clock. */
  usedAt: number;
  /**
   * Whether a call missed the answer within its budget and the server still has not answered: the next calls
   * wait less.
   */
  isLate = false;
  readonly #means: SlotDependencies;
  readonly #restarts: RestartPolicy;
  #starting: Promise<ReadyServer | undefined> | undefined;
  #ready: ReadyServer | undefined;
  #ending: Promise<unknown> | undefined;
  #lastFailure: string | undefined;
  readonly #closing = new AbortController();

  constructor(command: ServerCommand, means: SlotDependencies) {
    this.command = command;
    this.#means = means;
    this.#restarts = new RestartPolicy(means.clock);
    this.usedAt = means.clock.now();
  }

  get #isClosed(): boolean {
    return this.#closing.signal.aborted;
  }

  get name(): string {
    return this.command.definition.name;
  }

  /** The server, while it runs. */
  get running(): ReadyServer | undefined {
    return this.#ready;
  }

  /** Whether the server runs or is starting. */
  get isAlive(): boolean {
    return this.#starting !== undefined || this.#ready !== undefined;
  }

  get isBusy(): boolean {
    return this.#starting !== undefined || this.#ready?.rounds.isBusy === true;
  }

  /**
   * Returns the server and starts it if necessary; returns `undefined` if it cannot start now, and then sets
   * `problem`.
   */
  async acquire(): Promise<ReadyServer | undefined> {
    this.usedAt = this.#means.clock.now();
    if (this.#ready !== undefined) return this.#ready;
    if (this.#isClosed || (this.#starting === undefined && this.#restarts.delayMs > 0)) return undefined;
    this.#starting ??= this.#start().finally(() => {
      this.#starting = undefined;
    });
    return this.#starting;
  }

  /** Reason why the server does not run, for display; `undefined` if there was no failure. */
  get problem(): string | undefined {
    if (this.#ready !== undefined || this.#lastFailure === undefined) return undefined;
    const seconds = Math.ceil(this.#restarts.delayMs / 1000);
    const next =
      seconds > 0 ? `The next attempt is possible in ${seconds} s.` : "The next request tries again.";
    return `The language server ${this.name} for '${this.command.root}' is not running: ${this.#lastFailure}. ${next}`;
  }

  /** Ends the server permanently. */
  async close(reason: string): Promise<void> {
    this.#closing.abort();
    await this.#starting;
    await this.#ready?.server.end(reason);
    await this.#ending;
  }

  async #start(): Promise<ReadyServer | undefined> {
    try {
      const server = await LanguageServer.start(this.command, {
        ...this.#means,
        signal: this.#closing.signal,
      });
      const dialogue = this.command.definition.dialogue === "tsserver" ? tsserverDialogue : standardDialogue;
      const ready = { server, rounds: new ServerRounds(server, dialogue, this.#means) };
      this.#ready = ready;
      this.#ending = server.ended.then((reason) => {
        if (this.#ready === ready) this.#ready = undefined;
        if (!this.#isClosed) this.#noteFailure(reason);
      });
      return ready;
    } catch (error) {
      this.#noteFailure(describeThrown(error));
      return undefined;
    }
  }

  #noteFailure(reason: string): void {
    this.isLate = false;
    this.#lastFailure = reason;
    this.#restarts.noteDeath();
  }
}
