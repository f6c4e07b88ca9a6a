import { type Clock, describeThrown, ToolError } from "../../../contract/index.js";
import { MAX_TIMER_DELAY_MS } from "../../../values/index.js";
import type { McpClient, McpRequestOptions } from "./mcp-client.js";

/** Milliseconds until the second attempt to reach a lost server; the first attempt is immediate. */
const FIRST_WAIT_MS = 1_000;

/** Longest wait between two attempts, in milliseconds. */
const LONGEST_WAIT_MS = 60_000;

/** Milliseconds that a server has to answer the ping after an abandoned call, at most. */
const PING_TIMEOUT_MS = 5_000;

/** Longest delay of a timer, in milliseconds: the runtime's own limits end calls. */
const NO_TIMEOUT_MS = MAX_TIMER_DELAY_MS;

/** Options of a link to a server. */
export interface ServerLinkOptions {
  /** Name of the server, for messages. */
  readonly server: string;
  /** Opens a connected client; called for every attempt. */
  readonly open: () => Promise<McpClient>;
  /** Called with every opened client before a call uses it. A failure counts as a failed attempt. */
  readonly onOpen: (client: McpClient) => Promise<void>;
  readonly clock: Pick<Clock, "now">;
  /** Milliseconds per attempt; a ping never waits longer. */
  readonly timeoutMs: number;
}

/**
 * Connection to a server that may disconnect.
 *
 * Reconnects only when a call needs it: at once the first time, then with waits that double up to a minute, during which
 * calls fail at once.
 */
export class ServerLink {
  readonly #options: ServerLinkOptions;
  #client: McpClient | undefined;
  #opening: Promise<McpClient> | undefined;
  #failures = 0;
  #nextAttemptAt = 0;
  #lastError = "";
  #closed = false;
  /** Pending check whether the server still answers. */
  #checking: Promise<void> | undefined;

  constructor(options: ServerLinkOptions) {
    this.#options = options;
  }

  /** Whether a client is connected, as far as known. */
  get isOpen(): boolean {
    return this.#client !== undefined;
  }

  /** Returns the client and opens it if necessary. Rejects with a `ToolError` for the model. */
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
      throw this.#unavailable("It may be back later; continue without it for now.");
    }
  }

  /**
   * Sends a request. After a failed or abandoned request the server must answer a ping, otherwise the client is dropped:
   * over HTTP nothing else shows that a server was restarted and lost the session.
   */
  async request<Result>(
    make: (client: McpClient, options: McpRequestOptions) => Promise<Result>,
    options: McpRequestOptions,
  ): Promise<Result> {
    const client = await this.client();
    try {
      const result = await make(client, { timeout: NO_TIMEOUT_MS, resetTimeoutOnProgress: true, ...options });
      // The server answers: the next loss starts with the shortest wait.
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

  /** Closes the connection permanently. */
  async close(): Promise<void> {
    this.#closed = true;
    const client = this.#client ?? (await this.#opening?.catch(() => undefined));
    this.#client = undefined;
    await client?.close().catch(() => undefined);
  }

  async #open(): Promise<McpClient> {
    const { open, onOpen, clock } = this.#options;
    // Counted before the attempt: a server that answers and exits at once must not be started over and over.
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
      // Not awaited: a process that does not respond may take seconds to end.
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

/** Returns whether an error is a protocol answer, which has a numeric code; other errors are connection failures. */
function isAnswer(error: unknown): boolean {
  return typeof error === "object" && error !== null && "code" in error && typeof error.code === "number";
}
