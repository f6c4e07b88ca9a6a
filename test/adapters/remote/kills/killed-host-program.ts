import { spawn } from "node:child_process";
import { writeSync } from "node:fs";
import { join } from "node:path";
import process from "node:process";
import { type Connector, remoteBackend } from "../../../../src/adapters/remote/index.js";
import { createToolRuntime, type ToolResult } from "../../../../src/index.js";
import { HOST_CALLS } from "./killed-calls.js";
import { type Moment, messagesIn, messagesOf } from "./worker-messages.js";

/** A task of this program. */
export interface HostTask {
  /** The program of the worker. */
  readonly worker: string;
  /** Contains a folder for each call. */
  readonly root: string;
  readonly stateDirectory: string;
  /** The message at which this process kills itself; none to count them. */
  readonly moment?: Moment;
}

/** Output of this program, a line each. */
export type HostLine =
  | { readonly call: string; readonly result: ToolResult }
  | { readonly counts: { readonly host: number; readonly worker: number } };

const { worker, root, stateDirectory, moment } = JSON.parse(process.argv[2] ?? "") as HostTask;
const counts = { host: 0, worker: 0 };

function isNow(side: Moment["side"]): boolean {
  counts[side] += 1;
  return moment?.side === side && moment.message === counts[side];
}

const killSelf = () => process.kill(process.pid, "SIGKILL");

const connect: Connector = () => {
  // The worker keeps the error output open, so that whoever started this process sees when both have ended.
  const child = spawn(process.execPath, [worker], {
    env: { PATH: process.env.PATH, COLLET_STATE_DIRECTORY: stateDirectory },
    stdio: ["pipe", "pipe", "inherit"],
  });
  async function* received() {
    for await (const message of messagesOf(child.stdout)) {
      if (isNow("worker")) killSelf();
      yield message;
    }
  }
  const write = (bytes: Uint8Array) =>
    new Promise<void>((done, reject) => {
      child.stdin.write(bytes, (error) => (error ? reject(error) : done()));
    });
  return {
    input: received(),
    write: async (bytes) => {
      const writes: Promise<void>[] = [];
      let isKilled = false;
      for (const message of messagesIn(bytes)) {
        isKilled = isNow("host");
        if (!isKilled || moment?.arrives !== false) writes.push(write(message));
        if (isKilled) break;
      }
      if (writes.length > 0) await Promise.all(writes);
      if (isKilled) killSelf();
    },
    close: () => {
      child.stdin.end();
      child.stdout.destroy();
    },
  };
};

const say = (line: HostLine) => void writeSync(1, `${JSON.stringify(line)}\n`);

const backend = await remoteBackend({ connect });
for (const [call, { name, input }] of HOST_CALLS) {
  const runtime = createToolRuntime({ cwd: join(root, call), backend, permissions: "allow-all" });
  say({ call, result: await runtime.execute({ id: call, name, input: input as never }) });
}
say({ counts });
await backend.dispose();
