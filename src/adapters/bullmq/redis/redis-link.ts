import type { RedisClient } from "bullmq";
import { InFlightList } from "../../../runtime/index.js";
import type { WorkspaceNames } from "../wire/index.js";
import { LUA_SCRIPTS, type ScriptName } from "./lua-scripts.js";
import { writeTogether } from "./writes-together.js";

/** Milliseconds after which the offset between the clock of Redis and this process's clock is measured again. */
const CLOCK_TRUST_MS = 30_000;

/** Milliseconds that one blocking read for new entries lasts. */
const BLOCK_MS = 1_000;

/** Entries per answer. */
const MAX_ENTRIES = 1_000;

/** Longest wait between two attempts to connect, in milliseconds. */
const MAX_RECONNECT_MS = 1_000;

/** Connection options of the adapter: reconnect quickly and without a limit. */
export const RECONNECTING = {
  maxRetriesPerRequest: null,
  retryStrategy: (times: number) => Math.min(times * 50, MAX_RECONNECT_MS),
} as const;

/** Entry of a stream. */
export interface StreamEntry {
  readonly id: string;
  readonly text: string;
}

/** Pair of Redis connections made from a BullMQ client: one for scripts, one for blocking reads. */
export class RedisLink {
  readonly #client: RedisClient;
  readonly #waiting: RedisClient;
  readonly #sendNow: () => void;
  readonly #pending = new InFlightList<(error: unknown) => void>();
  #closed = false;
  #clockOffset: number | undefined;
  /** Last known offset, kept while there is no connection. */
  #lastOffset = Date.now() - performance.now();
  #clockReadAt = 0;
  #downSince: number | undefined;
  #connections = 0;
  #epoch: { readonly id: string; readonly connection: number } | undefined;
  #highestFence = 0;
  /** Number of times the connection has been lost. */
  losses = 0;

  constructor(client: RedisClient) {
    this.#client = client.duplicate(RECONNECTING);
    this.#sendNow = writeTogether(this.#client);
    this.#waiting = client.duplicate(RECONNECTING);
    for (const each of [this.#client, this.#waiting]) {
      // A connection without a listener would end the process; `downForMs` reports the state.
      each.on("error", () => {});
    }
    this.#downSince = performance.now();
    this.#client.on("ready", () => {
      this.#connections += 1;
      this.#downSince = undefined;
    });
    this.#client.on("close", () => {
      if (this.#downSince === undefined) {
        this.#downSince = performance.now();
        this.losses += 1;
      }
      this.#clockOffset = undefined;
    });
    for (const [name, script] of Object.entries(LUA_SCRIPTS)) this.#client.defineCommand(name, script);
  }

  /** Client for a BullMQ worker, so that its commands and those of this link stay in order on one connection. */
  get client(): RedisClient {
    return this.#client;
  }

  get isClosed(): boolean {
    return this.#closed;
  }

  get isUp(): boolean {
    return this.#downSince === undefined;
  }

  /** Milliseconds since the connection was lost; 0 while connected. */
  get downForMs(): number {
    return this.#downSince === undefined ? 0 : performance.now() - this.#downSince;
  }

  /** Sends commands at once that would wait for the end of the event-loop turn. */
  sendNow(): void {
    this.#sendNow();
  }

  /** Runs a script. Without a connection the call waits for one; it rejects when the link is closed. */
  run(script: ScriptName, keys: readonly string[], args: readonly (string | number)[]): Promise<unknown> {
    return this.#unlessClosed<unknown>(this.#client.runCommand(script, [...keys, ...args]));
  }

  get(key: string): Promise<string | null> {
    return this.#unlessClosed(this.#client.get(key));
  }

  async set(key: string, value: string, ttlMs: number): Promise<void> {
    await this.#unlessClosed(this.#client.set(key, value, { PX: ttlMs }));
  }

  async delete(key: string): Promise<void> {
    await this.#unlessClosed(this.#client.del(key));
  }

  /** @param maxEntries - maximum length of the stream; older entries are deleted. Default: no limit */
  async add(stream: string, text: string, maxEntries?: number): Promise<void> {
    const limit = maxEntries === undefined ? undefined : { MAXLEN: maxEntries, approximate: true };
    await this.#unlessClosed(this.#client.xadd(stream, "*", { m: text }, limit));
  }

  /** Returns the id of the latest entry of a stream. */
  async lastEntry(stream: string): Promise<string> {
    return String(await this.run("colletLast", [stream], []));
  }

  /** Deletes the entries before one entry, and lets the stream expire after `ttlMs` without writes. */
  async forgetBefore(stream: string, entryId: string, ttlMs: number): Promise<void> {
    await this.run("colletTrim", [stream], [entryId, ttlMs]);
  }

  /** Lets a stream expire after `ttlMs` without writes. */
  async expire(stream: string, ttlMs: number): Promise<void> {
    await this.run("colletExpire", [stream], [ttlMs]);
  }

  /** Epoch that this connection last read; only a new connection can see another one. */
  get knownEpoch(): string | undefined {
    return this.isUp && this.#epoch?.connection === this.#connections ? this.#epoch.id : undefined;
  }

  /**
   * Returns the epoch of Redis's memory. A new epoch begins when Redis was restarted or remembers fewer owners of a
   * workspace than this link.
   */
  async epoch({ epoch, fence }: Pick<WorkspaceNames, "epoch" | "fence">): Promise<string> {
    for (;;) {
      const known = this.knownEpoch;
      if (known !== undefined) return known;
      const connection = this.#connections;
      const asked = [crypto.randomUUID(), this.#highestFence];
      const [id, highest] = (await this.run("colletEpoch", [epoch, fence], asked)) as readonly [
        string,
        number,
      ];
      this.#highestFence = Math.max(this.#highestFence, highest);
      if (connection === this.#connections) this.#epoch = { id, connection };
    }
  }

  /** Makes the next call of `epoch` ask Redis again. */
  forgetEpoch(): void {
    this.#epoch = undefined;
  }

  /** Returns the time of Redis in milliseconds, from a recent measurement and a monotonic clock. */
  async now(): Promise<number> {
    if (this.#clockOffset === undefined || performance.now() - this.#clockReadAt > CLOCK_TRUST_MS) {
      const before = performance.now();
      const told = Number(await this.run("colletNow", [], []));
      const after = performance.now();
      this.#clockOffset = told - (before + after) / 2;
      this.#lastOffset = this.#clockOffset;
      this.#clockReadAt = after;
    }
    return this.#clockOffset + performance.now();
  }

  /** Time of Redis from the last measurement; undefined before the first one. */
  get nowAsMeasured(): number | undefined {
    return this.#clockOffset === undefined ? undefined : this.#clockOffset + performance.now();
  }

  /** Like `nowAsMeasured`, but keeps the last offset after a lost connection; precise enough for ages in minutes. */
  get roughNow(): number {
    return this.#lastOffset + performance.now();
  }

  /** Passes on the entries of a stream after `start` as they arrive, until the link is closed or the signal aborts. */
  async follow(
    stream: string,
    start: string,
    onEntries: (entries: readonly StreamEntry[]) => void,
    signal?: AbortSignal,
  ): Promise<void> {
    let last = start;
    while (!this.#isOver(signal)) {
      try {
        const answer: unknown = await this.#waiting.xread([{ key: stream, id: last }], {
          BLOCK: BLOCK_MS,
          COUNT: MAX_ENTRIES,
        });
        const entries = entriesOf(answer);
        const id = entries.at(-1)?.id;
        if (id === undefined) continue;
        last = id;
        onEntries(entries);
      } catch {
        // Check again: either may have happened during the wait.
        if (this.#isOver(signal)) return;
        await new Promise((resolve) => setTimeout(resolve, RECONNECTING.retryStrategy(1)));
      }
    }
  }

  #isOver(signal: AbortSignal | undefined): boolean {
    return this.#closed || signal?.aborted === true;
  }

  /** Rejects pending work when the link closes: a client closed between two connections would never settle it. */
  #unlessClosed<Value>(work: Promise<Value>): Promise<Value> {
    return new Promise((resolve, reject) => {
      const index = this.#pending.add(reject);
      work.then(
        (value) => {
          this.#pending.remove(index);
          resolve(value);
        },
        (error: unknown) => {
          this.#pending.remove(index);
          reject(error);
        },
      );
    });
  }

  close(): void {
    if (this.#closed) return;
    this.#closed = true;
    for (const reject of this.#pending.all()) reject(new Error("The connection to Redis was closed."));
    this.#client.disconnect();
    this.#waiting.disconnect();
  }
}

/** Parses Redis's answer `[[stream, [[id, ["m", text]], ...]]]`. */
function entriesOf(answer: unknown): readonly StreamEntry[] {
  const [stream] = (answer ?? []) as readonly [string, readonly [string, readonly string[]][]][];
  return (stream?.[1] ?? []).map(([id, fields]) => ({ id, text: fields[1] ?? "" }));
}
