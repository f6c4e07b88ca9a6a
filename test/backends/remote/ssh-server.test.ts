import { type ChildProcess, execFileSync, spawn, spawnSync } from "node:child_process";
import { existsSync, mkdirSync, writeFileSync } from "node:fs";
import { readFile, realpath } from "node:fs/promises";
import { createServer } from "node:net";
import { userInfo } from "node:os";
import { join, resolve } from "node:path";
import { afterAll, describe, expect, it } from "vitest";
import { type Connector, remoteBackend, sshConnector } from "../../../src/adapters/remote/index.js";
import type { Backend } from "../../../src/contract/index.js";
import { createToolRuntime } from "../../../src/index.js";
import { temporaryFolder } from "../temporary-folder.js";
import { writeTree } from "../write-tree.js";

const SSHD = "/usr/sbin/sshd";
const CLI = resolve(import.meta.dirname, "../../../dist/cli.js");
const WORKER = [process.execPath, CLI, "serve", "--stdio"];
const isThere = existsSync(SSHD) && spawnSync("ssh", ["-V"]).status === 0;
const running: ChildProcess[] = [];
afterAll(() => {
  for (const child of running) child.kill();
});

/** Starts a server for this user on a free port of the loopback interface; returns the arguments of `ssh` for it. */
async function sshServer(): Promise<string[]> {
  const folder = await temporaryFolder();
  const key = (name: string) => {
    execFileSync("ssh-keygen", ["-q", "-t", "ed25519", "-N", "", "-f", join(folder, name)]);
    return join(folder, name);
  };
  const [host, user] = [key("host"), key("user")];
  const port = await new Promise<number>((done) => {
    const server = createServer().listen(0, "127.0.0.1", () => {
      const { port: free } = server.address() as { port: number };
      server.close(() => done(free));
    });
  });
  writeFileSync(
    join(folder, "config"),
    `Port ${port}\nListenAddress 127.0.0.1\nHostKey ${host}\nAuthorizedKeysFile ${user}.pub\nPidFile none\nStrictModes no\nUsePAM no\nPasswordAuthentication no\nPermitRootLogin yes\n`,
  );
  if (process.getuid?.() === 0) mkdirSync("/run/sshd", { recursive: true });
  const child = spawn(SSHD, ["-D", "-e", "-f", join(folder, "config")], {
    stdio: ["ignore", "ignore", "pipe"],
  });
  running.push(child);
  let said = "";
  child.stderr?.on("data", (chunk: Buffer) => {
    said += chunk.toString();
  });
  await expect.poll(() => said).toContain("Server listening");
  const known = ["-o", "StrictHostKeyChecking=no", "-o", `UserKnownHostsFile=${join(folder, "known")}`];
  return [
    "-F",
    "none",
    "-p",
    String(port),
    "-i",
    user,
    "-o",
    "IdentitiesOnly=yes",
    ...known,
    "-l",
    userInfo().username,
  ];
}

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

describe.skipIf(!isThere)("a server of OpenSSH on this machine", () => {
  it("runs the quickstart through a worker", async () => {
    const args = await sshServer();
    const connect: Connector = sshConnector({ host: "127.0.0.1", arguments: args, worker: WORKER });
    await expectQuickstart(() => remoteBackend({ connect }));
  }, 120_000);
});
