import { spawnSync } from "node:child_process";
import { readFile, realpath, writeFile } from "node:fs/promises";
import { join, resolve } from "node:path";
import process from "node:process";
import { describe, expect, it } from "vitest";
import {
  bwrapConnector,
  type Connector,
  containerConnector,
  processConnector,
  remoteBackend,
  sshConnector,
} from "../../../src/adapters/remote/index.js";
import { createToolRuntime } from "../../../src/index.js";
import { sleepMark, survivors } from "../local/shell/survivors.js";
import { temporaryFolder } from "../temporary-folder.js";
import { writeTree } from "../write-tree.js";

const CLI = resolve(import.meta.dirname, "../../../dist/cli.js");
const WORKER = [process.execPath, CLI, "serve", "--stdio"] as const;

/** Runs a program with the arguments of a connector, in place of the real one: what would run there runs here. */
async function inPlaceOf(program: string, script: string): Promise<string> {
  const folder = await temporaryFolder();
  await writeFile(join(folder, program), `#!/bin/sh\n${script}\n`, { mode: 0o755 });
  return folder;
}

async function runtimeOver(connect: Connector) {
  const root = await realpath(await temporaryFolder());
  await writeTree(root, { "a.txt": "one\ntwo\n", "src/b.txt": "two\n" });
  const backend = await remoteBackend({ connect });
  const runtime = createToolRuntime({ cwd: root, backend, permissions: "allow-all" });
  const call = (name: string, input: object) =>
    runtime.execute({ id: crypto.randomUUID(), name, input: input as never });
  return {
    root,
    backend,
    call,
    end: async () => {
      await runtime[Symbol.asyncDispose]();
      await backend.dispose();
    },
  };
}

async function expectWorks(connect: Connector): Promise<void> {
  const { root, call, end } = await runtimeOver(connect);
  try {
    expect(await call("Read", { path: join(root, "a.txt") })).toMatchObject({ status: "done" });
    expect(
      await call("edit_file", { path: join(root, "a.txt"), old_str: "two", new_str: "zwei" }),
    ).toMatchObject({ status: "done" });
    expect(await readFile(join(root, "a.txt"), "utf8")).toBe("one\nzwei\n");
    expect(JSON.stringify((await call("Grep", { pattern: "two", path: root })).content)).toContain("b.txt");
    const ran = await call("Bash", { cmd: "cat a.txt; echo over >&2; exit 3" });
    expect(JSON.stringify(ran.content)).toContain("zwei");
    expect(JSON.stringify(ran.content)).toMatch(/exit.{0,20}3/i);
    expect(await call("undo_edit", { path: join(root, "a.txt") })).toMatchObject({ status: "done" });
    expect(await readFile(join(root, "a.txt"), "utf8")).toBe("one\ntwo\n");
  } finally {
    await end();
  }
}

const hasBwrap =
  process.platform === "linux" &&
  spawnSync("bwrap", ["--ro-bind", "/", "/", "--unshare-net", "true"]).status === 0;

describe.skipIf(process.platform === "win32")("a worker started by collet serve", () => {
  it("carries out the tools over a child process", () => expectWorks(processConnector({ command: WORKER })));

  it("carries out the tools through ssh, docker exec, podman exec with its configuration, and kubectl exec", async () => {
    const { PATH: path, CONTAINERS_CONF: configuration } = process.env;
    const folders = await Promise.all([
      // The remote shell joins its arguments to one command.
      inPlaceOf("ssh", 'while [ "$1" != -- ]; do shift; done; shift 2; echo "Welcome"; exec sh -c "$*"'),
      inPlaceOf("docker", 'shift 2; shift; exec "$@"'),
      inPlaceOf("podman", '[ "$CONTAINERS_CONF" = /etc/own.conf ] || exit 9; shift 2; shift; exec "$@"'),
      inPlaceOf("kubectl", 'while [ "$1" != -- ]; do shift; done; shift; exec "$@"'),
    ]);
    process.env.PATH = [...folders, path].join(":");
    process.env.CONTAINERS_CONF = "/etc/own.conf";
    try {
      await expectWorks(sshConnector({ host: "build", arguments: ["-p", "2222"], worker: WORKER }));
      await expectWorks(containerConnector({ program: "docker", container: "project", worker: WORKER }));
      await expectWorks(containerConnector({ program: "podman", container: "project", worker: WORKER }));
      await expectWorks(containerConnector({ program: "kubectl", container: "pod", worker: WORKER }));
    } finally {
      process.env.PATH = path;
      if (configuration === undefined) delete process.env.CONTAINERS_CONF;
      else process.env.CONTAINERS_CONF = configuration;
    }
  });

  it("passes no variable of the host to the worker", async () => {
    process.env.COLLET_TEST_SECRET = "hush";
    const { call, end } = await runtimeOver(processConnector({ command: WORKER }));
    const shown = JSON.stringify((await call("Bash", { cmd: "cat /proc/$PPID/environ; env" })).content);
    delete process.env.COLLET_TEST_SECRET;
    await end();
    expect(shown).not.toContain("hush");
  });

  it("ends a worker that is killed, says so, and starts the next one", async () => {
    const folder = await temporaryFolder();
    const script = `echo $$ > ${join(folder, "pid")}; exec "$@"`;
    const { root, call, end } = await runtimeOver(
      processConnector({ command: ["sh", "-c", script, "sh", ...WORKER] }),
    );
    const mark = sleepMark();
    const waiting = call("Bash", { cmd: `echo begun; sleep ${mark}` });
    await expect.poll(() => survivors(mark)).not.toEqual([]);
    process.kill(Number(await readFile(join(folder, "pid"), "utf8")), "SIGKILL");
    const ended = await waiting;
    expect(ended.error).toMatchObject({ errorCode: "connection-lost" });
    await expect.poll(() => survivors(mark)).toEqual([]);
    expect((await call("Read", { path: join(root, "a.txt") })).status).toBe("done");
    await end();
  }, 60_000);

  it.skipIf(!hasBwrap)("writes only the folders that bubblewrap shows it as writable", async () => {
    const [writable, other] = [
      await realpath(await temporaryFolder()),
      await realpath(await temporaryFolder()),
    ];
    await writeTree(writable, { "a.txt": "one\n" });
    // The worker has its own /tmp: a checkout below it is shown to it by name.
    const checkout = [process.cwd()].filter((folder) => folder.startsWith("/tmp/"));
    const backend = await remoteBackend({
      connect: bwrapConnector({ writable: [...checkout, writable, other], worker: WORKER }),
    });
    const runtime = createToolRuntime({ cwd: writable, backend, permissions: "allow-all" });
    const call = async (cmd: string) =>
      JSON.stringify((await runtime.execute({ id: cmd, name: "Bash", input: { cmd } })).content);
    expect(await call("echo two > a.txt && cat a.txt")).toContain("two");
    expect(await call("echo x > /etc/collet-test || echo refused")).toContain("refused");
    expect(await call("tail -n +3 /proc/net/dev | grep -v lo: || echo no network")).toContain("no network");
    expect(await readFile(join(writable, "a.txt"), "utf8")).toBe("two\n");
    await runtime[Symbol.asyncDispose]();
    await backend.dispose();
  });
});
