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

/** What a slot needs to start its server. */
export interface SlotDependencies extends DialogueDependencies {
  readonly shell: Pick<LocalShell, "startService">;
  readonly initializeTimeoutMs?: number;
}

/** A server that runs, with the questions to it. */
export interface ReadyServer {
  readonly server: LanguageServer;
  readonly rounds: ServerRounds;
}

/** The place of one server of one project: started on demand, again after its death, never twice at a time. */
export class ServerSlot {
  readonly command: ServerCommand;
  /** When it was last used, in milliseconds of the clock. */
  usedAt: number;
  /** Somebody waited for it in vain, and it still has not answered: the next ones need not wait as long. */
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

  /** The server, where it runs. */
  get running(): ReadyServer | undefined {
    return this.#ready;
  }

  /** Whether it runs or is about to. */
  get isAlive(): boolean {
    return this.#starting !== undefined || this.#ready !== undefined;
  }

  get isBusy(): boolean {
    return this.#starting !== undefined || this.#ready?.rounds.isBusy === true;
  }

  /** The server, started where it does not run; nothing where it cannot be started now, and then there is a `problem`. */
  async acquire(): Promise<ReadyServer | undefined> {
    this.usedAt = this.#means.clock.now();
    if (this.#ready !== undefined) return this.#ready;
    if (this.#isClosed || (this.#starting === undefined && this.#restarts.delayMs > 0)) return undefined;
    this.#starting ??= this.#start().finally(() => {
      this.#starting = undefined;
    });
    return this.#starting;
  }

  /** Why there is no server, for a person; nothing while all is well. */
  get problem(): string | undefined {
    if (this.#ready !== undefined || this.#lastFailure === undefined) return undefined;
    const seconds = Math.ceil(this.#restarts.delayMs / 1000);
    const next =
      seconds > 0 ? `It is tried again in ${seconds} s at the earliest.` : "It is tried again next time.";
    return `The language server ${this.name} for '${this.command.root}' does not run: ${this.#lastFailure}. ${next}`;
  }

  /** Ends the server for good. */
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
