import { createHmac } from "node:crypto";
import { Redis } from "ioredis";
import { onTestFinished } from "vitest";
import { workspaceNames } from "../../../src/adapters/bullmq/wire/wire-names.js";
import type { TestFleet } from "./fleet.js";

/** Somebody who may do everything in Redis and lacks the secret of a workspace. */
export class Attacker {
  readonly redis: Redis;
  readonly names: ReturnType<typeof workspaceNames>;
  readonly queue: string;

  constructor(fleet: TestFleet) {
    this.redis = new Redis(fleet.redis.path);
    // The Redis of a test may go and come back.
    this.redis.on("error", () => {});
    onTestFinished(() => this.redis.disconnect());
    this.names = workspaceNames("collet", fleet.workspace);
    this.queue = `collet:${this.names.queue}`;
  }

  /** The texts in a stream, the oldest first. */
  async texts(stream: string): Promise<readonly string[]> {
    const entries = await this.redis.xrange(stream, "-", "+");
    return entries.map(([, fields]) => fields[1] ?? "");
  }

  async say(stream: string, text: string): Promise<void> {
    await this.redis.xadd(stream, "*", "m", text);
  }

  /** The streams of all hosts. */
  hostStreams(): Promise<string[]> {
    return this.redis.keys("collet:fleet:host:*");
  }

  /** The ids of the jobs that a worker has. */
  active(): Promise<string[]> {
    return this.redis.lrange(`${this.queue}:active`, 0, -1);
  }

  /** Puts a job into the queue. */
  async enqueue(id: string, data: object, fields: Record<string, string> = {}): Promise<void> {
    const timestamp = String(Date.now());
    const given = { name: "call", opts: "{}", timestamp, delay: "0", priority: "0", ...fields };
    await this.redis.hset(`${this.queue}:${id}`, { ...given, data: JSON.stringify(data) });
    await this.redis.lpush(`${this.queue}:wait`, id);
    await this.redis.zadd(`${this.queue}:marker`, 0, "0");
  }

  /** A message as it would be if the secret were another one. */
  static signed(text: string, workspace: string, about: readonly string[]): string {
    const signature = createHmac("sha256", "a guess")
      .update(`${JSON.stringify([workspace, ...about])}\n${text}`)
      .digest("base64");
    return `${signature} ${text}`;
  }
}
