import { execFileSync, spawn } from "node:child_process";
import { randomUUID } from "node:crypto";
import { readdirSync } from "node:fs";
import { mkdir, readFile, realpath, rm, symlink } from "node:fs/promises";
import { join } from "node:path";
import { afterEach, describe, expect, it, vi } from "vitest";
import type { EnvironmentOptions } from "../../../../src/backends/local/index.js";
import { localBackend } from "../../../../src/backends/local/index.js";
import type { ShellOutcome, ShellRequest } from "../../../../src/contract/index.js";
import { bundledModule } from "../../../bundled-module.js";
import { temporaryFolder } from "../../temporary-folder.js";
import { writeTree } from "../../write-tree.js";
import { sleepMark, survivors } from "./survivors.js";

afterEach(() => vi.unstubAllEnvs());

interface Run extends ShellOutcome {
  readonly stdout: string;
  readonly stderr: string;
}

async function run(
  command: string,
  request: Partial<ShellRequest> & { environmentOptions?: EnvironmentOptions } = {},
): Promise<Run> {
  const { environmentOptions, ...rest } = request;
  const { shell } = localBackend(environmentOptions === undefined ? {} : { environment: environmentOptions });
  const text = { stdout: "", stderr: "" };
  const outcome = await shell.run({
    command,
    cwd: "/",
    signal: new AbortController().signal,
    onOutput: (chunk, stream) => {
      text[stream] += Buffer.from(chunk).toString("utf8");
    },
    ...rest,
  });
  return { ...outcome, ...text };
}

describe("shell.run", () => {
  it("returns output, exit code and duration", async () => {
    const result = await run("echo out; echo err >&2; exit 3");
    expect(result).toMatchObject({ exitCode: 3, reason: "exit", stdout: "out\n", stderr: "err\n" });
    expect(result.durationMs).toBeGreaterThan(0);
    expect(result.signal).toBeUndefined();
  });

  it("reports the signal that ended the command", async () => {
    expect(await run("kill -USR1 $$")).toMatchObject({ exitCode: null, signal: "SIGUSR1", reason: "exit" });
  });

  it("refuses a language that it does not have", async () => {
    await expect(run("echo 1", { language: "cmd" })).rejects.toMatchObject({ code: "shell-missing" });
    const { shell } = localBackend({ shell: { program: "powershell" } });
    const request = { command: "ls", cwd: "/", signal: new AbortController().signal, onOutput: () => {} };
    await expect(shell.run({ ...request, language: "posix" })).rejects.toMatchObject({
      code: "shell-missing",
      message: expect.stringContaining('its language is "powershell"'),
    });
    expect((await run("echo 1", { language: "posix" })).stdout).toBe("1\n");
  });

  it("the shell is bash", async () => {
    expect((await run('[[ ab == a* ]] && echo "$BASH_VERSION"')).stdout).toMatch(/^\d/);
  });

  it("a command has no standard input and no terminal", async () => {
    expect((await run("cat; echo end")).stdout).toBe("end\n");
    const terminal = await run("cat < /dev/tty");
    expect(terminal.exitCode).not.toBe(0);
  });

  it("does not let the command signal the host", async () => {
    const result = await run("trap '' TERM; kill -TERM 0; echo alive");
    expect(result.stdout).toBe("alive\n");
  });

  it.each(["link", "link/below"])(
    "refuses to start in %s, which leads through a symlink that may be new since the approval",
    async (start) => {
      const folder = await temporaryFolder();
      await mkdir(join(folder, "real/below"), { recursive: true });
      await symlink("real", join(folder, "link"));
      await expect(run("pwd", { cwd: join(folder, start) })).rejects.toMatchObject({
        code: "changed-since-approval",
      });
    },
  );

  it("runs in the given folder", async () => {
    const folder = await temporaryFolder();
    await mkdir(join(folder, "real"));
    expect((await run("pwd; pwd -P", { cwd: join(folder, "real") })).stdout).toBe(
      `${folder}/real\n${folder}/real\n`,
    );
    expect((await run("node -p 'process.cwd()'", { cwd: join(folder, "real") })).stdout).toBe(
      `${folder}/real\n`,
    );
  });

  it.each([
    [
      "a missing working directory",
      "missing",
      "not-found",
      /ENOENT.*missing.*working directory does not exist/,
    ],
    ["a file as working directory", "a.txt", "not-a-directory", /a\.txt' is a file/],
  ])("reports %s, not a missing shell", async (_, name, code, message) => {
    const folder = await temporaryFolder();
    await writeTree(folder, { "a.txt": "" });
    await expect(run("true", { cwd: join(folder, name) })).rejects.toMatchObject({
      code,
      message: expect.stringMatching(message),
    });
  });

  it("survives a command that removes its own folder", async () => {
    const folder = await temporaryFolder();
    await mkdir(join(folder, "d"));
    expect((await run("rmdir ../d; ls; echo still here", { cwd: join(folder, "d") })).stdout).toBe(
      "still here\n",
    );
  });

  it.each([
    ["a command that is too long", `echo ${"a".repeat(200_000)}`, /too long.*200005 bytes/],
    ["a NUL in the command", "echo a\0b", /NUL/],
  ])("reports %s", async (_, command, message) => {
    await expect(run(command)).rejects.toMatchObject({
      code: "spawn-failed",
      message: expect.stringMatching(message),
    });
  });

  it("reports a machine without a shell", async () => {
    const { findShell } = await import("../../../../src/backends/local/shell/environment/shell-program.js");
    vi.stubEnv("PATH", await temporaryFolder());
    await expect(findShell({ directories: [] })).rejects.toMatchObject({ code: "shell-missing" });
  });

  it("uses sh if there is no bash", async () => {
    const { findShell } = await import("../../../../src/backends/local/shell/environment/shell-program.js");
    const folder = await temporaryFolder();
    await symlink(await realpath("/bin/sh"), join(folder, "sh"));
    vi.stubEnv("PATH", folder);
    const shell = await findShell({ directories: [] });
    expect(shell.path).toBe(join(folder, "sh"));
    expect(execFileSync(shell.path, [...shell.argumentsFor("echo works")], { encoding: "utf8" })).toBe(
      "works\n",
    );
  });
});

describe("processes that a command leaves running", () => {
  it.concurrent.for<[string, (mark: string) => string]>([
    ["a background process that holds the output", (mark: string) => `sleep ${mark} & echo done`],
    ["a disowned one", (mark: string) => `sleep ${mark} & disown; echo done`],
    ["one behind nohup", (mark: string) => `nohup sleep ${mark} & echo done`],
    [
      "one in a session of its own that holds the output",
      (mark: string) => `setsid sleep ${mark} & echo done`,
    ],
    ["a double fork", (mark: string) => `(sleep ${mark} &) ; echo done`],
  ])("does not wait for %s, and ends it", async ([, command], { expect }) => {
    const mark = sleepMark();
    const result = await run(command(mark));
    expect(result).toMatchObject({ exitCode: 0, reason: "exit", stdout: "done\n" });
    // Far less than the sleep.
    expect(result.durationMs).toBeLessThan(20_000);
    await expect.poll(() => survivors(mark)).toEqual([]);
  });

  it("lets a daemon with its own session and output continue after a normal exit", async () => {
    const mark = sleepMark();
    await run(`setsid sleep ${mark} >/dev/null 2>&1 & sleep 0.1`);
    expect(survivors(mark)).toHaveLength(1);
    for (const pid of survivors(mark)) process.kill(pid);
  });

  it("keeps the last output of a command that ended", async () => {
    const result = await run("for i in 1 2 3; do (sleep 0.02; echo $i) & done; wait; seq 20000 | tail -1");
    expect(result.stdout.endsWith("20000\n")).toBe(true);
    expect((await run("echo late > >(sleep 0.1; cat)")).stdout).toBe("late\n");
  });
});

describe("ending a command", () => {
  it("starts nothing when the signal was aborted before", async () => {
    const folder = await temporaryFolder();
    const result = await run("touch started", { cwd: folder, signal: AbortSignal.abort() });
    expect(result).toMatchObject({ exitCode: null, reason: "abort" });
    expect(result.durationMs).toBeLessThan(1_000);
    expect(readdirSync(folder)).toEqual([]);
  });

  // At once: two of them take the two seconds that a process has to clean up.
  it.concurrent.each([
    ["a plain child", (mark: string) => `sleep ${mark}`, 1_900],
    ["a pipeline", (mark: string) => `sleep ${mark} | cat | cat`, 1_900],
    ["background children", (mark: string) => `sleep ${mark} & sleep ${mark} & wait`, 1_900],
    ["a stopped child", (mark: string) => `sleep ${mark} & kill -STOP $!; wait`, 1_900],
    ["a child in a session of its own", (mark: string) => `setsid sleep ${mark} & wait`, 1_900],
    [
      "a daemon with its output elsewhere",
      (mark: string) => `setsid sleep ${mark} >/dev/null 2>&1 & sleep ${mark}`,
      1_900,
    ],
    ["a child under job control", (mark: string) => `set -m; sleep ${mark} & wait`, 1_900],
    [
      "a process that ignores SIGTERM",
      (mark: string) => `trap '' TERM; sleep ${mark}; sleep ${mark}`,
      10_000,
    ],
    [
      "a session that ignores SIGTERM",
      (mark: string) => `setsid bash -c "trap '' TERM; sleep ${mark}; sleep ${mark}" & wait`,
      10_000,
    ],
  ])("leaves nothing of %s after an abort", async (_, command, limitMs) => {
    const durations: number[] = [];
    // A busy machine may take the time until SIGKILL once, but not three times.
    while (durations.length < 3 && !durations.some((durationMs) => durationMs < limitMs)) {
      const mark = sleepMark();
      const controller = new AbortController();
      const result = await run(`echo up; ${command(mark)}`, {
        signal: controller.signal,
        onOutput: () => setTimeout(() => controller.abort(), 100),
      });
      expect(result.reason).toBe("abort");
      expect(survivors(mark)).toEqual([]);
      durations.push(result.durationMs);
    }
    expect(Math.min(...durations)).toBeLessThan(limitMs);
  });

  it("ends a command at its timeout, with the output so far", async () => {
    const mark = sleepMark();
    const result = await run(`echo before; sleep ${mark}; echo after`, { timeoutMs: 1_000 });
    expect(result).toMatchObject({ exitCode: null, reason: "timeout", stdout: "before\n" });
    expect(result.durationMs).toBeGreaterThanOrEqual(990);
    expect(result.durationMs).toBeLessThan(20_000);
    expect(survivors(mark)).toEqual([]);
  });

  it("allows a command two seconds to clean up", async () => {
    const folder = await temporaryFolder();
    const script =
      "trap 'sleep 0.3; echo cleaned > state; exit 7' TERM; echo up; while :; do sleep 0.05; done";
    const result = await run(script, { cwd: folder, timeoutMs: 1_000 });
    expect(result).toMatchObject({ exitCode: 7, reason: "timeout" });
    expect(await readFile(join(folder, "state"), "utf8")).toBe("cleaned\n");
  });

  it.concurrent.for([2 ** 31, 1e12, Number.POSITIVE_INFINITY])(
    "does not end a command at once for a timeout of %d ms",
    async (timeoutMs, { expect }) => {
      expect(await run("sleep 0.1; echo ok", { timeoutMs })).toMatchObject({
        reason: "exit",
        stdout: "ok\n",
      });
    },
  );

  it("ends all commands when the backend is disposed", async () => {
    const backend = localBackend();
    const mark = sleepMark();
    const runs = [1, 2].map(() =>
      backend.shell.run({
        command: `setsid sleep ${mark} & sleep ${mark}`,
        cwd: "/",
        signal: new AbortController().signal,
        onOutput: () => {},
      }),
    );
    await expect.poll(() => survivors(mark).length).toBeGreaterThanOrEqual(4);
    await backend.dispose();
    expect((await Promise.all(runs)).map(({ reason }) => reason)).toEqual(["abort", "abort"]);
    expect(survivors(mark)).toEqual([]);
    const later = await backend.shell.run({
      command: "echo no",
      cwd: "/",
      signal: new AbortController().signal,
      onOutput: () => expect.unreachable(),
    });
    expect(later.reason).toBe("abort");
  });

  it("ends its commands when the host process exits during a command", async () => {
    const mark = sleepMark();
    const host = join(await temporaryFolder(), "host.mjs");
    const backends = await bundledModule(
      join(import.meta.dirname, "../../../../src/backends/local/index.ts"),
    );
    await writeTree(join(host, ".."), {
      "host.mjs": `
        import { localBackend } from ${JSON.stringify(backends)};
        void localBackend().shell.run({
          command: "echo up; sleep ${mark}", cwd: "/", signal: new AbortController().signal,
          onOutput: () => setTimeout(() => process.exit(5), 50),
        });
      `,
    });
    const child = spawn(process.execPath, [host], {
      stdio: "inherit",
    });
    const exitCode = await new Promise((resolve) => child.once("exit", resolve));
    expect(exitCode).toBe(5);
    await expect.poll(() => survivors(`sleep ${mark}`)).toEqual([]);
  });

  it("keeps a throwing listener from crashing the host", async () => {
    const mark = sleepMark();
    await expect(
      run(`echo up; sleep ${mark}`, {
        onOutput: () => {
          throw new Error("listener broke");
        },
      }),
    ).rejects.toThrow("listener broke");
    expect(survivors(mark)).toEqual([]);
  });
});

describe("output", () => {
  it("streams fifty megabytes without keeping them", async () => {
    let bytes = 0;
    globalThis.gc?.();
    const before = process.memoryUsage.rss();
    const result = await run("head -c 50000000 /dev/zero", {
      onOutput: (chunk) => {
        bytes += chunk.byteLength;
      },
    });
    expect(result.exitCode).toBe(0);
    expect(bytes).toBe(50_000_000);
    expect(process.memoryUsage.rss() - before).toBeLessThan(64_000_000);
  });

  it("arrives while the command runs", async () => {
    const arrivals: number[] = [];
    await run("echo 1; sleep 0.3; echo 2", { onOutput: () => arrivals.push(performance.now()) });
    expect(arrivals).toHaveLength(2);
    expect((arrivals[1] ?? 0) - (arrivals[0] ?? 0)).toBeGreaterThan(200);
  });

  it("stops when the run is over", async () => {
    let calls = 0;
    const folder = await temporaryFolder();
    await run("(trap '' TERM; while :; do echo x; sleep 0.01; done) & echo started", {
      cwd: folder,
      onOutput: () => {
        calls += 1;
      },
    });
    const atEnd = calls;
    await new Promise((resolve) => setTimeout(resolve, 100));
    expect(calls).toBe(atEnd);
  });
});

describe("the environment of a command", () => {
  it("the environment is inherited without names of secrets and without variables that run code at start", async () => {
    const folder = await temporaryFolder();
    await writeTree(folder, { "evil.sh": "echo EVIL\n" });
    const canary = `CANARY-${randomUUID()}`;
    const secrets = [
      "API_KEY",
      "MY_SECRET",
      "GITHUB_TOKEN",
      "DB_PASSWORD",
      "AWS_CREDENTIALS_FILE",
      "monkey_business",
    ];
    for (const name of secrets) vi.stubEnv(name, canary);
    for (const name of ["BASH_ENV", "ENV"]) vi.stubEnv(name, join(folder, "evil.sh"));
    vi.stubEnv("LD_LIBRARY_PATH", canary);
    vi.stubEnv("DYLD_INSERT_LIBRARIES", canary);
    vi.stubEnv("NODE_OPTIONS", "--no-warnings");
    vi.stubEnv("PROMPT_COMMAND", "echo EVIL");
    vi.stubEnv("BASH_FUNC_ls%%", "() { echo EVIL; }");
    vi.stubEnv("PLAIN", "kept");
    const { stdout } = await run("ls /; env", { cwd: folder });
    expect(stdout).not.toContain(canary);
    expect(stdout).not.toContain("EVIL");
    expect(stdout).not.toMatch(/^(?:NODE_OPTIONS|PROMPT_COMMAND|BASH_ENV|ENV)=/m);
    expect(stdout).toMatch(/^PLAIN=kept$/m);
    expect(stdout).toMatch(/^GIT_TERMINAL_PROMPT=0$/m);
    expect(stdout).toMatch(/^PAGER=cat$/m);
    expect(stdout).toMatch(/^TERM=dumb$/m);
    expect(stdout).toMatch(/^NO_COLOR=1$/m);
  });

  it("includes variables of the host and of the call", async () => {
    const environmentOptions = { set: { FROM_HOST: "1", BOTH: "host" } };
    const { stdout } = await run("echo $FROM_HOST $BOTH $PAGER", {
      environmentOptions,
      environment: { BOTH: "call", PAGER: "less" },
    });
    expect(stdout).toBe("1 call less\n");
  });

  it.each([
    ["core", { inherit: "core" } as const, { PATH: true, PLAIN: false, API_KEY: false }],
    ["none", { inherit: "none" } as const, { PLAIN: false, HOME: false }],
    ["all but what the host excludes", { exclude: ["PL*"] } as const, { PLAIN: false, API_KEY: true }],
  ])("the environment can be %s", async (_, environmentOptions, expected) => {
    vi.stubEnv("PLAIN", "x");
    vi.stubEnv("API_KEY", "x");
    const { stdout } = await run("export -p", { environmentOptions });
    for (const [name, isThere] of Object.entries(expected)) {
      expect(new RegExp(`declare -x ${name}=`).test(stdout), name).toBe(isThere);
    }
  });

  it("reads no start-up file", async () => {
    const home = await temporaryFolder();
    for (const name of [".bashrc", ".bash_profile", ".profile"])
      await writeTree(home, { [name]: "echo EVIL\n" });
    expect((await run("echo fine", { environment: { HOME: home } })).stdout).toBe("fine\n");
    await rm(home, { recursive: true });
  });
});
