import { type Clock, describeThrown, ToolError } from "../../../contract/index.js";
import { MAX_TIMER_DELAY_MS } from "../../../values/index.js";
import type { McpClient, McpRequestOptions } from "./mcp-client.js";

/** Milliseconds until the second attempt to reach a server that is gone; the first one waits for nothing. */
const FIRST_WAIT_MS = 1_000;

/** The longest wait between two attempts, in milliseconds. */
const LONGEST_WAIT_MS = 60_000;

/** Milliseconds a server has to answer a ping after a call that was given up, at the most. */
const PING_TIMEOUT_MS = 5_000;

/** The longest time that a timer holds, in milliseconds: the runtime's own limits end calls. */
const NO_TIMEOUT_MS = MAX_TIMER_DELAY_MS;

/** How a link is made. */
export interface ServerLinkOptions {
  /** For messages. */
  readonly server: string;
  /** Opens a connected client; called for every attempt. */
  readonly open: () => Promise<McpClient>;
  /** Called with every client that was opened, before a call uses it. A failure counts as one of the attempt. */
  readonly onOpen: (client: McpClient) => Promise<void>;
  readonly clock: Pick<Clock, "now">;
  /** Milliseconds an attempt has; a ping never waits longer. */
  readonly timeoutMs: number;
}

/**
 * One client of a server that may go away.
 *
 * Nothing is tried while nobody calls: the next call reconnects, at once the first time, then with waits that double up to a
 * minute, during which calls fail at once.
 */
export class ServerLink {
  readonly #options: ServerLinkOptions;
  #client: McpClient | undefined;
  #opening: Promise<McpClient> | undefined;
  #failures = 0;
  #nextAttemptAt = 0;
  #lastError = "";
  #closed = false;
  /** Whether the server is still there is being found out. */
  #checking: Promise<void> | undefined;

  constructor(options: ServerLinkOptions) {
    this.#options = options;
  }

  /** Whether a client is there, as far as is known. */
  get isOpen(): boolean {
    return this.#client !== undefined;
  }

  /** The client, opened when there is none. Rejects with a `ToolError` a model can read. */
  async client(): Promise<McpClient> {
    await this.#checking;
    if (this.#client !== undefined) return this.#client;
    const { server, clock } = this.#options;
    if (this.#closed) {
      throw new ToolError(`The connection to the MCP server '${server}' was closed.`, { code: "mcp-closed" });
    }
    const waitMs = this.#nextAttemptAt - clock.now();
    if (this.#opening === undefined && waitMs > 0) {
      throw this.#unavailable(`The next attempt to reach it is made in ${Math.ceil(waitMs / 1000)} s.`);
    }
    this.#opening ??= this.#open().finally(() => {
      this.#opening = undefined;
    });
    try {
      return await this.#opening;
    } catch (error) {
      this.#lastError = describeThrown(error);
      throw this.#unavailable("It may be back later; go on without it for now.");
    }
  }

  /**
   * Makes a request. When it fails, or was given up, the server has to answer a ping; a client whose server does not is dropped:
   * over HTTP nothing else tells that a server was started anew and knows the session no more.
   */
  async request<Result>(
    make: (client: McpClient, options: McpRequestOptions) => Promise<Result>,
    options: McpRequestOptions,
  ): Promise<Result> {
    const client = await this.client();
    try {
      const result = await make(client, { timeout: NO_TIMEOUT_MS, resetTimeoutOnProgress: true, ...options });
      // The server is well: the next loss starts counting anew.
      this.#failures = 0;
      this.#nextAttemptAt = 0;
      return result;
    } catch (error) {
      if (!isAnswer(error)) {
        this.#checking ??= this.#checkHealth(client).finally(() => {
          this.#checking = undefined;
        });
      }
      throw error;
    }
  }

  /** Ends the connection for good. */
  async close(): Promise<void> {
    this.#closed = true;
    const client = this.#client ?? (await this.#opening?.catch(() => undefined));
    this.#client = undefined;
    await client?.close().catch(() => undefined);
  }

  async #open(): Promise<McpClient> {
    const { open, onOpen, clock } = this.#options;
    // Counted before the attempt: a server that answers and dies at once must not be started over and over.
    this.#nextAttemptAt =
      this.#failures === 0
        ? 0
        : clock.now() + Math.min(LONGEST_WAIT_MS, FIRST_WAIT_MS * 2 ** (this.#failures - 1));
    this.#failures += 1;
    const client = await open();
    let isAlive = true;
    const previous = client.onclose;
    client.onclose = () => {
      previous?.call(client);
      isAlive = false;
      this.#drop(client);
    };
    try {
      await onOpen(client);
      if (!isAlive) throw new Error("it closed the connection right after it was opened");
      if (this.#closed) throw new Error("the connection was closed");
    } catch (error) {
      await client.close().catch(() => undefined);
      throw error;
    }
    this.#client = client;
    return client;
  }

  #drop(client: McpClient): void {
    if (this.#client === client) this.#client = undefined;
  }

  async #checkHealth(client: McpClient): Promise<void> {
    try {
      await client.ping({ timeout: Math.min(PING_TIMEOUT_MS, this.#options.timeoutMs) });
    } catch {
      this.#drop(client);
      // Nobody waits for it: a process that does not listen may take seconds to end.
      client.close().catch(() => undefined);
    }
  }

  #unavailable(remedy: string): ToolError {
    const why = this.#lastError === "" ? "" : `: ${this.#lastError.slice(0, 500)}`;
    return new ToolError(`The MCP server '${this.#options.server}' cannot be reached${why}. ${remedy}`, {
      code: "mcp-server-unavailable",
      retryable: true,
    });
  }
}

/** A refusal in the words of the protocol has a number; everything else went wrong on the way. */
function isAnswer(error: unknown): boolean {
  return typeof error === "object" && error !== null && "code" in error && typeof error.code === "number";
}
