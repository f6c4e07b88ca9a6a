import { type ChildProcess, spawn, spawnSync } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, rmSync } from "node:fs";
import { connect } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe } from "vitest";

/** Why there is no Redis; nothing where there is one. */
export const redisMissing: string | undefined =
  spawnSync("redis-server", ["--version"]).status === 0
    ? undefined
    : "redis-server is not installed (apt-get install redis-server)";

/** Describes what needs a Redis; without one it is skipped, and the title says why. */
export function describeWithRedis(title: string, body: () => void): void {
  if (redisMissing === undefined) describe(title, body);
  else describe.skip(`${title} [skipped: ${redisMissing}]`, body);
}

/** A Redis of a test file's own, which it may stop and start. */
export class TestRedis {
  // Created at the first start: without a Redis all tests are skipped, and nobody would remove it.
  #folder: string | undefined;
  #server: ChildProcess | undefined;

  /** The folder of the server, once it has started. */
  get folder(): string {
    if (this.#folder === undefined) throw new Error("The Redis of the test has not started yet.");
    return this.#folder;
  }

  get path(): string {
    return join(this.folder, "redis.sock");
  }

  /** What adapters take. */
  get connection() {
    return { path: this.path };
  }

  async start(): Promise<void> {
    this.#folder ??= mkdtempSync(join(tmpdir(), "collet-redis-"));
    this.#server = spawn(
      "redis-server",
      ["--port", "0", "--unixsocket", this.path, "--save", "", "--appendonly", "no", "--dir", this.folder],
      { stdio: "ignore" },
    );
    while (!(await answers(this.path))) await new Promise((resolve) => setTimeout(resolve, 20));
  }

  /** Ends it at once; what it held is gone. */
  async kill(): Promise<void> {
    const server = this.#server;
    this.#server = undefined;
    if (server === undefined || server.exitCode !== null) return;
    server.kill("SIGKILL");
    await once(server, "exit");
  }

  /** Lets it hang: it takes connections and says nothing. */
  pause(): void {
    this.#server?.kill("SIGSTOP");
  }

  resume(): void {
    this.#server?.kill("SIGCONT");
  }

  async dispose(): Promise<void> {
    this.resume();
    await this.kill();
    if (this.#folder !== undefined) rmSync(this.#folder, { recursive: true, force: true });
  }
}

/** One Redis for all tests of a file. */
export function useRedis(): TestRedis {
  const redis = new TestRedis();
  beforeAll(() => (redisMissing === undefined ? redis.start() : undefined));
  afterAll(() => redis.dispose());
  return redis;
}

function answers(path: string): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = connect(path);
    const end = (answer: boolean) => {
      socket.destroy();
      resolve(answer);
    };
    socket.once("error", () => end(false));
    socket.once("data", () => end(true));
    socket.once("connect", () => socket.write("PING\r\n"));
  });
}
