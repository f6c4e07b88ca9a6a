import { type ChildProcess, spawn, spawnSync } from "node:child_process";
import { readFile, realpath } from "node:fs/promises";
import { join, resolve } from "node:path";
import { Client } from "ssh2";
import { describe, expect, it } from "vitest";
import {
  type Connector,
  type PosixExec,
  posixShellBackend,
  remoteBackend,
  ssh2Connector,
  sshConnector,
} from "../../../src/adapters/remote/index.js";
import type { Backend } from "../../../src/contract/index.js";
import { createToolRuntime } from "../../../src/index.js";
import { temporaryFolder } from "../temporary-folder.js";
import { writeTree } from "../write-tree.js";
import { hasSsh, sshServer } from "./ssh-server.js";

const CLI = resolve(import.meta.dirname, "../../../dist/cli.js");
const WORKER = [process.execPath, CLI, "serve", "--stdio"];

/** The steps of the quickstart, on a machine that one line chooses. */
async function expectQuickstart(connected: (root: string) => Promise<Backend>): Promise<void> {
  const root = await realpath(await temporaryFolder());
  await writeTree(root, { "a.txt": "one\ntwo\n", "src/b.txt": "two\n" });
  const backend = await connected(root);
  const runtime = createToolRuntime({ cwd: root, backend, permissions: "allow-all" });
  const call = (name: string, input: object) =>
    runtime.execute({ id: crypto.randomUUID(), name, input: input as never });
  try {
    expect(await call("Read", { path: join(root, "a.txt") })).toMatchObject({ status: "done" });
    const edit = { path: join(root, "a.txt"), old_str: "two", new_str: "zwei" };
    expect(await call("edit_file", edit)).toMatchObject({ status: "done" });
    expect(await readFile(join(root, "a.txt"), "utf8")).toBe("one\nzwei\n");
    expect(JSON.stringify((await call("Grep", { pattern: "two", path: root })).content)).toContain("b.txt");
    const ran = await call("Bash", { cmd: 'echo "$SSH_CONNECTION"; cat a.txt' });
    expect(JSON.stringify(ran.content)).toMatch(/127\.0\.0\.1 \d+ 127\.0\.0\.1.*zwei/);
  } finally {
    await runtime[Symbol.asyncDispose]();
    await backend.dispose?.();
  }
}

/** The exec of docs/remote.md. */
function sshExec(args: readonly string[], onStart: (child: ChildProcess) => void = () => {}): PosixExec {
  return (command, { stdin, signal, onStdout, onStderr }) =>
    new Promise((done, reject) => {
      const child = spawn("ssh", ["-T", "-o", "BatchMode=yes", ...args, "127.0.0.1", command], { signal });
      onStart(child);
      child.stdout.on("data", onStdout);
      child.stderr.on("data", onStderr);
      child.stdin.on("error", () => {});
      child.stdin.end(stdin);
      child.on("error", reject);
      child.on("close", () => done(undefined));
    });
}

describe.skipIf(!hasSsh)("a server of OpenSSH on this machine", () => {
  it("runs the quickstart through a worker", async () => {
    const { args } = await sshServer();
    const connect: Connector = sshConnector({ host: "127.0.0.1", arguments: args, worker: WORKER });
    await expectQuickstart(() => remoteBackend({ connect }));
  }, 120_000);

  it("runs the quickstart through the package ssh2", async () => {
    const { port, username, privateKey, hostKey } = await sshServer();
    const machine = { Client, host: "127.0.0.1", port, username, privateKey, hostKey };
    await expectQuickstart(() => remoteBackend({ connect: ssh2Connector({ ...machine, worker: WORKER }) }));
  }, 120_000);

  it("gets no login from the package ssh2 if its key is another one", async () => {
    const { port, username, privateKey, hostKey } = await sshServer();
    const other = hostKey.replace(/.$/, hostKey.endsWith("A") ? "B" : "A");
    const machine = { Client, host: "127.0.0.1", port, username, privateKey, worker: WORKER };
    const opened = remoteBackend({ connect: ssh2Connector({ ...machine, hostKey: other }) });
    await expect(opened).rejects.toThrow(`the key of '127.0.0.1' is ${hostKey}`);
    expect(() => ssh2Connector({ ...machine, hostKey: "" })).toThrow(/ssh-keygen -lf/);
  }, 120_000);

  it("answers small messages through the package ssh2 without the delay of Nagle's algorithm", async () => {
    const { port, username, privateKey, hostKey } = await sshServer();
    const machine = { Client, host: "127.0.0.1", port, username, privateKey, hostKey };
    const backend = await remoteBackend({ connect: ssh2Connector({ ...machine, worker: WORKER }) });
    try {
      let fastest = Number.POSITIVE_INFINITY;
      for (let index = 0; index < 40; index += 1) {
        const startedAt = performance.now();
        await backend.files.resolve("/");
        fastest = Math.min(fastest, performance.now() - startedAt);
      }
      expect(fastest).toBeLessThan(35);
    } finally {
      await backend.dispose();
    }
  }, 120_000);

  it("runs the quickstart over its shell, with a command for each operation", async () => {
    const { args } = await sshServer();
    let commands = 0;
    const exec = sshExec(args, () => {
      commands += 1;
    });
    await expectQuickstart(() => posixShellBackend({ exec }));
    expect(commands).toBeLessThan(50);
  }, 240_000);

  it("lets all commands share one login with a control master, as the guide shows", async () => {
    const { args, logins } = await sshServer();
    const control = ["-o", `ControlPath=${await temporaryFolder()}/c`];
    const shared = ["-o", "ControlMaster=auto", ...control, "-o", "ControlPersist=60"];
    const countOf = async (own: readonly string[]) => {
      const before = logins();
      let commands = 0;
      const backend = await posixShellBackend({
        exec: sshExec([...args, ...own], () => {
          commands += 1;
        }),
      });
      for (let index = 0; index < 2; index += 1) await backend.files.resolve("/");
      return { commands, logins: logins() - before };
    };
    try {
      expect(await countOf([])).toEqual({ commands: 3, logins: 3 });
      expect(await countOf(shared)).toEqual({ commands: 3, logins: 1 });
    } finally {
      spawnSync("ssh", [...args, ...control, "-O", "exit", "127.0.0.1"], { stdio: "ignore" });
    }
  }, 240_000);
});
