import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtemp, readdir, readFile, realpath, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import process from "node:process";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { remoteBackend } from "../../../../src/adapters/remote/index.js";
import { localBackend } from "../../../../src/backends/local/index.js";
import { createToolRuntime } from "../../../../src/index.js";
import { WORKER } from "./killable-worker.js";

const CLI = resolve(import.meta.dirname, "../../../../dist/cli.js");

let folder: string;
let stateDirectory: string;
let worker: ChildProcess | undefined;

beforeEach(async () => {
  folder = await realpath(await mkdtemp(join(tmpdir(), "collet-test-")));
  stateDirectory = join(folder, "state");
});

afterEach(async () => {
  worker?.kill("SIGKILL");
  await rm(folder, { recursive: true, force: true });
});

/** Connects once to a worker whose streams the test can close. */
async function connectOnce(command: readonly string[]) {
  const child = spawn(process.execPath, command, {
    env: { PATH: process.env.PATH, COLLET_STATE_DIRECTORY: stateDirectory },
    stdio: ["pipe", "pipe", "inherit"],
  });
  worker = child;
  child.stdin.on("error", () => {});
  let connections = 0;
  const backend = await remoteBackend({
    connect: () => {
      connections += 1;
      if (connections > 1) throw new Error("the host is gone");
      return {
        input: child.stdout,
        write: async (bytes) => void child.stdin.write(bytes),
        close: () => {},
      };
    },
  });
  return { child, backend };
}

describe("a worker whose host has closed its output", () => {
  it.each([
    ["in one file", [WORKER]],
    ["of the command line", [CLI, "serve", "--stdio"]],
  ])("completes the change that runs: %s", async (_title, command) => {
    const file = join(folder, "a.txt");
    await writeFile(file, "one\ntwo\n");
    const local = localBackend({ stateDirectory });
    const lock = await local.locks?.acquire(file, { signal: new AbortController().signal });
    const { child, backend } = await connectOnce(command);
    const runtime = createToolRuntime({ cwd: folder, backend, permissions: "allow-all" });
    const call = runtime.execute({
      ...{ id: "1", name: "edit_file" },
      input: { path: "a.txt", old_str: "two", new_str: "2" },
    });
    const records = async () => (await readdir(join(stateDirectory, "remote"))).join(" ");
    await expect.poll(records).toContain(".call");
    // The worker notices it when it answers.
    child.stdout.destroy();
    const isNoticed = () => {
      child.stdin.write(Buffer.from([0, 0, 0, 15, 0, 0, 0, 0, ...Buffer.from('{"type":"ping"}')]));
      return child.stdin.destroyed;
    };
    await expect.poll(isNoticed).toBe(true);
    await lock?.release();
    if (child.exitCode === null) await once(child, "exit");
    expect(await readFile(file, "utf8")).toBe("one\n2\n");
    expect((await readdir(folder)).sort()).toEqual(["a.txt", "state"]);
    expect((await call).error?.errorCode).toBe("connection-lost");
    await runtime[Symbol.asyncDispose]();
    await backend.dispose();
    await local.dispose();
  });
});
