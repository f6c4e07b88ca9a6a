import { spawn } from "node:child_process";
import { existsSync, readdirSync, readFileSync, statSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it, onTestFinished } from "vitest";
import { type LocalBackend, localBackend } from "../../../../src/backends/local/index.js";
import type { ShellOutcome, ShellRequest } from "../../../../src/contract/index.js";
import { bundledModule } from "../../../bundled-module.js";
import { temporaryFolder } from "../../temporary-folder.js";
import { writeTree } from "../../write-tree.js";
import { BOUNDED_BOMB } from "./bounded-bomb.js";
import { sleepMark, survivors } from "./survivors.js";

/** For hosts in separate processes. */
const BACKENDS = join(import.meta.dirname, "../../../../src/backends/local/index.ts");

function backendForTest(): LocalBackend {
  const backend = localBackend();
  onTestFinished(() => backend.dispose());
  return backend;
}

function run(
  backend: LocalBackend,
  command: string,
  request: Partial<ShellRequest> = {},
): Promise<ShellOutcome> {
  const signal = new AbortController().signal;
  return backend.shell.run({ command, cwd: "/", signal, onOutput: () => {}, ...request });
}

describe("an inactivity limit", () => {
  it("ends a command that is silent for too long", async () => {
    const mark = sleepMark();
    let output = "";
    const outcome = await run(backendForTest(), `echo one; sleep ${mark}`, {
      inactivityTimeoutMs: 200,
      onOutput: (chunk) => {
        output += Buffer.from(chunk).toString();
      },
    });
    expect(outcome).toMatchObject({ reason: "inactivity", exitCode: null });
    expect(output).toBe("one\n");
    expect(survivors(mark)).toEqual([]);
  });

  it("restarts with every output, on any stream", async () => {
    const outcome = await run(
      backendForTest(),
      "for i in 1 2 3 4 5; do echo . >&$((i % 2 + 1)); sleep 0.2; done",
      {
        inactivityTimeoutMs: 900,
      },
    );
    expect(outcome).toMatchObject({ reason: "exit", exitCode: 0 });
    expect(outcome.durationMs).toBeGreaterThan(900);
  });
});

describe("no process of a command", () => {
  it("outlives the shell, not even a daemon that a command started on purpose", async () => {
    const mark = sleepMark();
    const backend = localBackend();
    await run(backend, `setsid sleep ${mark} >/dev/null 2>&1 & sleep 0.1`);
    expect(survivors(mark)).toHaveLength(1);
    await backend.dispose();
    expect(survivors(mark)).toEqual([]);
  });

  it("outlives a shell that is disposed while the command starts", async () => {
    const mark = sleepMark();
    const backend = localBackend();
    const running = run(backend, `sleep ${mark}`);
    await backend.dispose();
    expect(survivors(mark)).toEqual([]);
    expect((await running).reason).toBe("abort");
  });

  it("belongs to another shell of the same host", async () => {
    const mark = sleepMark();
    const [first, second] = [backendForTest(), backendForTest()];
    await run(first, `setsid sleep ${mark} >/dev/null 2>&1 & sleep 0.1`);
    await run(second, "true");
    await second.dispose();
    expect(survivors(mark)).toHaveLength(1);
  });

  it("escapes the outer shell as a command of an inner host", async () => {
    const mark = sleepMark();
    const backend = localBackend();
    const cookies = join(await temporaryFolder(), "cookies");
    // An inner host sets a separate cookie, which must not replace the outer one.
    const inner = `import { localBackend } from ${JSON.stringify(await bundledModule(BACKENDS))};
      await localBackend().shell.run({ command: "echo $COLLET_CALL > ${cookies}; setsid sleep ${mark} > /dev/null 2>&1 & sleep 0.1",
        cwd: "/", signal: new AbortController().signal, onOutput() {} });
      process.kill(process.pid, "SIGKILL");`;
    const program = join(await temporaryFolder(), "inner.mjs");
    await writeTree(join(program, ".."), { "inner.mjs": inner });
    await run(backend, `${process.execPath} ${program}`);
    expect(readFileSync(cookies, "utf8").trim().split(" ")).toHaveLength(2);
    await backend.dispose();
    await expect.poll(() => survivors(`sleep ${mark}`)).toEqual([]);
  });

  it.each(["SIGTERM", "SIGKILL"] as const)("outlives a host that is ended by %s", async (signal) => {
    const mark = sleepMark();
    const host = join(await temporaryFolder(), "host.mjs");
    const backends = await bundledModule(BACKENDS);
    await writeTree(join(host, ".."), {
      "host.mjs": `
        import { localBackend } from ${JSON.stringify(backends)};
        void localBackend().shell.run({
          command: "trap '' TERM; setsid sleep ${mark} >/dev/null 2>&1 & env -i sleep ${mark} & echo up; wait; sleep ${mark}",
          cwd: "/", signal: new AbortController().signal,
          onOutput: () => process.stdout.write("up"),
        });
      `,
    });
    const child = spawn(process.execPath, [host], {
      stdio: ["ignore", "pipe", "inherit"],
    });
    await new Promise((resolve) => child.stdout.once("data", resolve));
    await expect.poll(() => survivors(`sleep ${mark}`).length).toBeGreaterThanOrEqual(3);
    child.kill(signal);
    await expect.poll(() => survivors(`sleep ${mark}`), { timeout: 5_000 }).toEqual([]);
  });

  it.each([
    ["ignores the end", "trap '' TERM; WRITE"],
    ["made itself a session", "setsid bash -c 'WRITE' >/dev/null 2>&1 & wait"],
    ["wiped its environment", "exec env -i PATH=/usr/bin:/bin bash -c 'WRITE'"],
  ])("outlives the hold of a host that is stopped: a command that %s", async (_title, command) => {
    const folder = await temporaryFolder();
    const file = join(folder, "log");
    const mark = sleepMark();
    const write = `while :; do echo x >> log; : ${mark}; sleep 0.01; done`;
    const backends = await bundledModule(BACKENDS);
    await writeTree(folder, {
      "host.mjs": `
        import { localBackend } from ${JSON.stringify(backends)};
        const { shell } = localBackend();
        shell.endUnlessRenewed(400);
        // Renewed for as long as it can be: what is stopped renews nothing.
        setInterval(() => shell.endUnlessRenewed(400), 50);
        void shell.run({
          command: ${JSON.stringify(command.replace("WRITE", write))}, cwd: ${JSON.stringify(folder)},
          signal: new AbortController().signal, onOutput() {},
        });
      `,
    });
    const child = spawn(process.execPath, [join(folder, "host.mjs")], { stdio: "inherit" });
    try {
      const size = () => (existsSync(file) ? statSync(file).size : 0);
      await expect.poll(size).toBeGreaterThan(20);
      // Beyond the first hold: it is renewed.
      await new Promise((resolve) => setTimeout(resolve, 600));
      const renewed = size();
      await expect.poll(size).toBeGreaterThan(renewed);
      child.kill("SIGSTOP");
      await expect.poll(() => survivors(mark), { timeout: 5_000 }).toEqual([]);
      const last = size();
      await new Promise((resolve) => setTimeout(resolve, 100));
      expect(size()).toBe(last);
    } finally {
      child.kill("SIGKILL");
    }
  });

  it("starts after the hold, and a cancelled hold ends nothing", async () => {
    const backend = backendForTest();
    backend.shell.endUnlessRenewed(0);
    expect(await run(backend, "true")).toMatchObject({ reason: "abort", exitCode: null });
    backend.shell.endUnlessRenewed(150);
    const running = run(backend, "sleep 0.4; exit 7");
    backend.shell.endUnlessRenewed(undefined);
    expect(await running).toMatchObject({ reason: "exit", exitCode: 7 });
    const ended = run(backend, "trap '' TERM; sleep 30");
    backend.shell.endUnlessRenewed(200);
    expect(await ended).toMatchObject({ exitCode: null, signal: "SIGKILL" });
  });

  it("outlives a timeout by forking faster than it is killed", async () => {
    const mark = sleepMark();
    const folder = await temporaryFolder();
    await writeTree(folder, {
      "bomb.sh": BOUNDED_BOMB,
      "seen/.keep": "",
    });
    const outcome = await run(
      backendForTest(),
      `bash ${folder}/bomb.sh ${folder}/seen ${mark}; sleep ${mark}`,
      {
        timeoutMs: 700,
      },
    );
    expect(outcome.reason).toBe("timeout");
    expect(outcome.durationMs).toBeLessThan(30_000);
    expect(readdirSync(join(folder, "seen")).length).toBeGreaterThan(20);
    await expect.poll(() => survivors(mark)).toEqual([]);
  });
});

describe("pipes that a command closes", () => {
  it("do not end the wait for the command", async () => {
    const outcome = await run(backendForTest(), "exec >&- 2>&-; sleep 0.3; exit 4");
    expect(outcome).toMatchObject({ exitCode: 4, reason: "exit" });
    expect(outcome.durationMs).toBeGreaterThan(290);
  });

  it("do not fail a command that writes only to its own pipeline", async () => {
    expect(await run(backendForTest(), "set -o pipefail; yes | head -1")).toMatchObject({
      exitCode: 141,
    });
  });
});

describe("onStart", () => {
  it("onStart is called once, before the command can have ended, and not for one that never ran", async () => {
    const backend = backendForTest();
    const order: string[] = [];
    await run(backend, "echo out", {
      onStart: () => order.push("start"),
      onOutput: () => order.push("output"),
    });
    await run(backend, "true", { signal: AbortSignal.abort(), onStart: () => order.push("never") });
    await run(backend, "true", { cwd: "/nonexistent", onStart: () => order.push("never") }).catch(() => {});
    expect(order).toEqual(["start", "output"]);
  });
});
