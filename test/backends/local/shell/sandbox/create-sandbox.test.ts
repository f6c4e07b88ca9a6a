import childProcess, { type ExecFileOptions, spawnSync } from "node:child_process";
import { existsSync, readdirSync } from "node:fs";
import { chmod, mkdir, readFile } from "node:fs/promises";
import { syncBuiltinESMExports } from "node:module";
import { homedir } from "node:os";
import { join } from "node:path";
import { afterEach, describe, expect, it, onTestFinished, vi } from "vitest";
import { localBackend } from "../../../../../src/backends/local/index.js";
import type { LocalShellOptions } from "../../../../../src/backends/local/shell/index.js";
import { createSandbox } from "../../../../../src/backends/local/shell/sandbox/create-sandbox.js";
import { temporaryFolder } from "../../../temporary-folder.js";
import { writeTree } from "../../../write-tree.js";
import { sleepMark, survivors } from "../survivors.js";

afterEach(() => vi.unstubAllEnvs());

const SYSTEM_PLACES = ["/usr/bin/bwrap", "/bin/bwrap", "/usr/local/bin/bwrap"];
const isInstalled = SYSTEM_PLACES.some((location) => existsSync(location));
/** Whether the kernel, and the container around the tests, let a real bubblewrap work. */
const works =
  spawnSync("bwrap", ["--ro-bind", "/", "/", "--unshare-pid", "--proc", "/proc", "--dev", "/dev", "true"])
    .status === 0;

interface Ran {
  readonly outcome: Awaited<ReturnType<ReturnType<typeof localBackend>["shell"]["run"]>>;
  readonly output: string;
}

async function run(command: string, cwd: string, shell: LocalShellOptions): Promise<Ran> {
  const backend = localBackend({ shell });
  onTestFinished(() => backend.dispose());
  let output = "";
  const outcome = await backend.shell.run({
    command,
    cwd,
    signal: new AbortController().signal,
    timeoutMs: 5_000,
    onOutput: (chunk) => {
      output += Buffer.from(chunk).toString();
    },
  });
  return { outcome, output };
}

/** Puts a program named `bwrap` first on the search path; it notes its parameters. */
async function fakeBubblewrap(script: string): Promise<string> {
  const folder = await temporaryFolder();
  await writeTree(folder, { bwrap: `#!/bin/sh\n${script}` });
  await chmod(join(folder, "bwrap"), 0o755);
  vi.stubEnv("PATH", `${folder}:${process.env.PATH}`);
  return folder;
}

/** Shortens the time limit of the trials of this test; returns the requested limits. */
function shortTrials(limitMs: number): readonly unknown[] {
  const asked: unknown[] = [];
  const real = childProcess.execFile;
  const shortened = (program: string, parameters: string[], options: ExecFileOptions, done: () => void) => {
    asked.push(options.timeout);
    return real(program, parameters, { ...options, timeout: limitMs }, done);
  };
  childProcess.execFile = Object.assign(shortened, real) as unknown as typeof real;
  syncBuiltinESMExports();
  onTestFinished(() => {
    childProcess.execFile = real;
    syncBuiltinESMExports();
  });
  return asked;
}

const ENTERS = `printf '%s\\n' "$@" > "$(dirname "$0")/parameters"
while [ "$1" != -- ]; do shift; done
shift
exec "$@"`;

describe.skipIf(isInstalled)("a sandbox program that is found on the search path", () => {
  it("runs the command, with the parameters for its roots", async () => {
    const folder = await fakeBubblewrap(ENTERS);
    const root = await temporaryFolder();
    const { outcome, output } = await run("echo inside; exit 3", root, {
      sandbox: "require",
      writableRoots: [root],
      network: "off",
    });
    expect(outcome).toMatchObject({ exitCode: 3, reason: "exit", sandbox: "bubblewrap" });
    expect(output).toBe("inside\n");
    const parameters = (await readFile(join(folder, "parameters"), "utf8")).split("\n");
    expect(parameters).toEqual(expect.arrayContaining(["--unshare-net", "--unshare-pid", "--bind", root]));
    expect(readdirSync(root)).toEqual([]);
  });

  it.each([
    ["fails", "echo 'no permission' >&2; exit 1", /no permission/, 5_000],
    ["hangs", "exec sleep 60", /does not work here/, 300],
  ])(
    "the sandbox is unavailable when it %s, and then a required one is a refusal with the remedy",
    async (_, script, words, limitMs) => {
      await fakeBubblewrap(script);
      const asked = shortTrials(limitMs);
      const root = await temporaryFolder();
      await expect(run("touch started", root, { sandbox: "require" })).rejects.toMatchObject({
        code: "sandbox-unavailable",
        message: expect.stringMatching(words),
      });
      expect(asked).toEqual([5_000]);
      expect(readdirSync(root)).toEqual([]);
    },
    10_000,
  );

  it("the sandbox is skipped if it is only preferred, and the outcome does not name it", async () => {
    await fakeBubblewrap("exit 1");
    const { outcome, output } = await run("echo plain", "/", { sandbox: "prefer" });
    expect(output).toBe("plain\n");
    expect(outcome).not.toHaveProperty("sandbox");
  });

  it("the sandbox is not searched if it is off", async () => {
    const folder = await fakeBubblewrap(ENTERS);
    expect((await run("echo plain", "/", {})).outcome).not.toHaveProperty("sandbox");
    expect(readdirSync(folder)).toEqual(["bwrap"]);
  });
});

describe("createSandbox", () => {
  const command = { program: "/bin/sh", parameters: ["-c", "true"], cwd: "/" };

  it("refuses an unknown mode, instead of treating it as off", () => {
    expect(() => createSandbox({ sandbox: "strict" as never })).toThrow(
      'shell.sandbox must be "off", "prefer" or "require"',
    );
  });

  it("searches again after a failure if a sandbox is required, so that the remedy takes effect at once", async () => {
    const find = vi.fn(async () => ({ problem: "it is not installed. Install it" }));
    const sandbox = createSandbox({ sandbox: "require" }, find);
    for (const _ of [1, 2]) {
      await expect(sandbox.enter(command)).rejects.toMatchObject({
        code: "sandbox-unavailable",
        message: expect.stringMatching(/not run.*Install it.*"prefer" or "off"/s),
      });
    }
    expect(find).toHaveBeenCalledTimes(2);
  });

  it("searches once if a sandbox is preferred", async () => {
    const find = vi.fn(async () => ({ problem: "none" }));
    const sandbox = createSandbox({ sandbox: "prefer" }, find);
    for (const _ of [1, 2]) expect(await sandbox.enter(command)).toMatchObject(command);
    expect(find).toHaveBeenCalledTimes(1);
  });
});

describe.skipIf(!works)("bubblewrap itself", () => {
  const off = { sandbox: "require", network: "off" } as const;

  async function folders(): Promise<{ readonly root: string; readonly outside: string }> {
    const base = await temporaryFolder();
    const [root, outside] = [join(base, "root"), join(base, "outside")];
    await mkdir(root);
    await mkdir(outside);
    return { root, outside };
  }

  it("lets a command write to its roots and to a private /tmp, and nowhere else", async () => {
    const { root } = await folders();
    const { output } = await run(
      `echo a > a.txt; cat a.txt; touch /tmp/b && echo tmp; touch ${homedir()}/c /etc/c 2>/dev/null || echo no`,
      root,
      { ...off, writableRoots: [root] },
    );
    expect(output).toBe("a\ntmp\nno\n");
    expect(readdirSync(root)).toEqual(["a.txt"]);
    expect(existsSync("/tmp/b")).toBe(false);
  });

  it("keeps git's hooks from being planted, whether or not there is a repository, and symlinks from leading out", async () => {
    const { root, outside } = await folders();
    const plant = `mkdir -p .git/hooks && echo x > .git/hooks/pre-commit; mv .git away; mkdir -p .git/hooks && echo x > .git/hooks/pre-commit; ln -s ${outside} d; echo x > d/f; true`;
    for (const isRepository of [false, true]) {
      if (isRepository) await mkdir(join(root, ".git"));
      const { outcome } = await run(plant, root, { ...off, writableRoots: [root] });
      expect(outcome).toMatchObject({ exitCode: 0, sandbox: "bubblewrap" });
      expect(existsSync(join(root, ".git/hooks/pre-commit"))).toBe(false);
      expect(readdirSync(outside)).toEqual([]);
    }
    expect(readdirSync(join(root, ".git"))).toEqual([]);
  });

  it("sees only its own processes, and ends them all with it", async () => {
    const { root } = await folders();
    const mark = sleepMark();
    const { output } = await run(
      `setsid env -i sleep ${mark} >/dev/null 2>&1 & kill -0 ${process.pid} || echo alone`,
      root,
      { ...off, writableRoots: [root] },
    );
    expect(output).toContain("alone\n");
    await expect.poll(() => survivors(mark)).toEqual([]);
  });
});
