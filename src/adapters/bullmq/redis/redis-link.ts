import type { RedisClient } from "bullmq";
import { InFlightList } from "../../../runtime/index.js";
import type { WorkspaceNames } from "../wire/index.js";
import { LUA_SCRIPTS, type ScriptName } from "./lua-scripts.js";
import { writeTogether } from "./writes-together.js";

/** Milliseconds after which the difference between the clock of Redis and this process's is measured again. */
const CLOCK_TRUST_MS = 30_000;

/** Milliseconds that a wait for new entries lasts before it is asked for anew. */
const BLOCK_MS = 1_000;

/** Entries that one answer holds. */
const MAX_ENTRIES = 1_000;

/** Longest time between two attempts to connect. */
const MAX_RECONNECT_MS = 1_000;

/** How connections of an adapter behave: they try again soon, and for ever. */
export const RECONNECTING = {
  maxRetriesPerRequest: null,
  retryStrategy: (times: number) => Math.min(times * 50, MAX_RECONNECT_MS),
} as const;

/** One entry of a stream. */
export interface StreamEntry {
  readonly id: string;
  readonly text: string;
}

/** A connection for scripts and one for waiting, made from a client of BullMQ's. */
export class RedisLink {
  readonly #client: RedisClient;
  readonly #waiting: RedisClient;
  readonly #sendNow: () => void;
  readonly #pending = new InFlightList<(error: unknown) => void>();
  #closed = false;
  #clockOffset: number | undefined;
  /** The same, also while there is no connection. */
  #lastOffset = Date.now() - performance.now();
  #clockReadAt = 0;
  #downSince: number | undefined;
  #connections = 0;
  #epoch: { readonly id: string; readonly connection: number } | undefined;
  #highestFence = 0;
  /** How often the connection was lost. */
  losses = 0;

  constructor(client: RedisClient) {
    this.#client = client.duplicate(RECONNECTING);
    this.#sendNow = writeTogether(this.#client);
    this.#waiting = client.duplicate(RECONNECTING);
    for (const each of [this.#client, this.#waiting]) {
      // A connection without a listener would end the process; what matters is told by `downForMs`.
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

  /** For a worker of BullMQ's, so that what it says goes with what is said here, and in that order. */
  get client(): RedisClient {
    return this.#client;
  }

  get isClosed(): boolean {
    return this.#closed;
  }

  get isUp(): boolean {
    return this.#downSince === undefined;
  }

  /** Milliseconds since the connection was lost; 0 while there is one. */
  get downForMs(): number {
    return this.#downSince === undefined ? 0 : performance.now() - this.#downSince;
  }

  /** Sends what waits for the end of the turn. */
  sendNow(): void {
    this.#sendNow();
  }

  /** Runs a script. While there is no connection the call waits for one; it rejects when the link is closed. */
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

  /** @param maxEntries - older ones are forgotten; default: none */
  async add(stream: string, text: string, maxEntries?: number): Promise<void> {
    const limit = maxEntries === undefined ? undefined : { MAXLEN: maxEntries, approximate: true };
    await this.#unlessClosed(this.#client.xadd(stream, "*", { m: text }, limit));
  }

  /** The id of the latest entry of a stream. */
  async lastEntry(stream: string): Promise<string> {
    return String(await this.run("colletLast", [stream], []));
  }

  /** Forgets the entries of a stream before one of them, and all of it when nobody speaks of it for so long. */
  async forgetBefore(stream: string, entryId: string, ttlMs: number): Promise<void> {
    await this.run("colletTrim", [stream], [entryId, ttlMs]);
  }

  /** Has a stream forgotten when nobody speaks of it for so long. */
  async expire(stream: string, ttlMs: number): Promise<void> {
    await this.run("colletExpire", [stream], [ttlMs]);
  }

  /** The epoch of Redis's memory where it was asked for over this connection: only a new one can lead to another. */
  get knownEpoch(): string | undefined {
    return this.isUp && this.#epoch?.connection === this.#connections ? this.#epoch.id : undefined;
  }

  /** The epoch of Redis's memory. A new one begins when Redis was started anew or remembers fewer owners of a workspace than this link. */
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

  /** Has the epoch asked for again. */
  forgetEpoch(): void {
    this.#epoch = undefined;
  }

  /** The time of Redis in milliseconds, by what was measured lately and a clock that nobody sets. */
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

  /** The same without asking; nothing before it was asked. */
  get nowAsMeasured(): number | undefined {
    return this.#clockOffset === undefined ? undefined : this.#clockOffset + performance.now();
  }

  /** The same, or what it was before the connection was lost: for ages that are counted in minutes. */
  get roughNow(): number {
    return this.#lastOffset + performance.now();
  }

  /** Hands over the entries of a stream as they come, from the one after `start`, until the link is closed or the signal says so. */
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
        // Asked again: either may have come while it was waited.
        if (this.#isOver(signal)) return;
        await new Promise((resolve) => setTimeout(resolve, RECONNECTING.retryStrategy(1)));
      }
    }
  }

  #isOver(signal: AbortSignal | undefined): boolean {
    return this.#closed || signal?.aborted === true;
  }

  /** A client that is closed between two connections forgets what waits for the next one, and would leave it waiting. */
  #unlessClosed<Value>(work: Promise<Value>): Promise<Value> {
    return new Promise((resolve, reject) => {
      const place = this.#pending.add(reject);
      work.then(
        (value) => {
          this.#pending.remove(place);
          resolve(value);
        },
        (error: unknown) => {
          this.#pending.remove(place);
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

/** `[[stream, [[id, ["m", text]], ...]]]`, as Redis says it. */
function entriesOf(answer: unknown): readonly StreamEntry[] {
  const [stream] = (answer ?? []) as readonly [string, readonly [string, readonly string[]][]][];
  return (stream?.[1] ?? []).map(([id, fields]) => ({ id, text: fields[1] ?? "" }));
}
