import { spawn } from "node:child_process";
import { once } from "node:events";
import { existsSync } from "node:fs";
import { rm, writeFile } from "node:fs/promises";
import { join, resolve } from "node:path";
import process from "node:process";
import type { Connector } from "../../../../src/adapters/remote/index.js";
import { type Moment, messagesIn, messagesOf } from "./worker-messages.js";

/** The program of `collet serve --stdio` as one file, which a connector copies to other machines. */
export const WORKER = resolve(import.meta.dirname, "../../../../dist/remote-worker.js");

/** Makes a worker kill itself before the n-th system call that changes a name outside its state; a file contains n. */
const KILLING_PRELOAD = `
import fs from "node:fs";
import { syncBuiltinESMExports } from "node:module";
const armed = process.env.COLLET_TEST_ARMED;
const state = process.env.COLLET_STATE_DIRECTORY;
// The worker makes them synchronously while its volume is fast.
for (const name of ["link", "unlink", "rename", "mkdir", "rmdir"].flatMap((name) => [name, name + "Sync"])) {
  const real = fs[name];
  fs[name] = (path, ...rest) => {
    if (!String(path).startsWith(state) && fs.existsSync(armed)) {
      const left = Number(fs.readFileSync(armed, "utf8"));
      if (left === 1) {
        fs.rmSync(armed);
        process.kill(process.pid, "SIGKILL");
      }
      fs.writeFileSync(armed, String(left - 1));
    }
    return real(path, ...rest);
  };
}
syncBuiltinESMExports();
`;

/** Workers of one host, each of which can be killed. */
export class KillableWorkers {
  readonly #stateDirectory: string;
  readonly #armedFile: string;
  #counts = { host: 0, worker: 0 };
  #moment: Moment | undefined;
  #isArmed = false;
  readonly #ends: Promise<unknown>[] = [];
  /** Whether the worker was killed since it was armed. */
  isHit = false;

  constructor(stateDirectory: string) {
    this.#stateDirectory = stateDirectory;
    this.#armedFile = join(stateDirectory, "armed");
  }

  /** Counts messages from now on, and kills the worker at one of them. */
  arm(moment: Moment | undefined): void {
    this.#moment = moment;
    this.#counts = { host: 0, worker: 0 };
    this.isHit = false;
    this.#isArmed = true;
  }

  /** Kills the worker before the n-th system call that changes a name. */
  armCall(call: number): Promise<void> {
    return writeFile(this.#armedFile, String(call));
  }

  /** Returns whether the worker was killed before that system call. */
  async disarmCall(): Promise<boolean> {
    const wasKilled = !existsSync(this.#armedFile);
    await rm(this.#armedFile, { force: true });
    return wasKilled;
  }

  /** Waits until every worker that was started has ended. */
  async ended(): Promise<void> {
    await Promise.all(this.#ends);
  }

  disarm(): { readonly host: number; readonly worker: number } {
    this.#isArmed = false;
    return this.#counts;
  }

  readonly connect: Connector = () => {
    const preload = `data:text/javascript,${encodeURIComponent(KILLING_PRELOAD)}`;
    const child = spawn(process.execPath, ["--import", preload, WORKER], {
      env: {
        PATH: process.env.PATH,
        COLLET_STATE_DIRECTORY: this.#stateDirectory,
        COLLET_TEST_ARMED: this.#armedFile,
      },
      stdio: ["pipe", "pipe", "inherit"],
    });
    child.stdin.on("error", () => {});
    this.#ends.push(once(child, "exit"));
    const isNow = (side: Moment["side"]) => {
      if (!this.#isArmed || this.isHit) return undefined;
      this.#counts[side] += 1;
      const moment = this.#moment;
      if (moment?.side !== side || moment.message !== this.#counts[side]) return undefined;
      this.isHit = true;
      return moment;
    };
    const write = (bytes: Uint8Array) =>
      new Promise<void>((done, reject) => {
        child.stdin.write(bytes, (error) => (error ? reject(error) : done()));
      });
    async function* received() {
      for await (const message of messagesOf(child.stdout)) {
        const moment = isNow("worker");
        if (moment !== undefined) child.kill("SIGKILL");
        if (moment?.arrives === false) return;
        yield message;
        // The worker joins messages to one write. Those after this one are lost with it.
        if (moment !== undefined) return;
      }
    }
    return {
      input: received(),
      write: async (bytes) => {
        const writes: Promise<void>[] = [];
        let isKilled = false;
        for (const message of messagesIn(bytes)) {
          const moment = isNow("host");
          if (moment === undefined || moment.arrives) writes.push(write(message));
          isKilled = moment !== undefined;
          if (isKilled) break;
        }
        await Promise.all(writes);
        if (isKilled) child.kill("SIGKILL");
      },
      close: () => {
        child.stdin.end();
        child.stdout.destroy();
      },
    };
  };
}
