import { execFile, execFileSync, spawnSync } from "node:child_process";
import {
  chmodSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmdirSync,
  rmSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { afterAll, afterEach, beforeEach, describe, expect, it } from "vitest";
import { createToolRuntime, type ToolResult } from "../../src/index.js";
import { isPrivateCheckout } from "../private-checkout.js";

let folder: string;
const unhandled: unknown[] = [];
const onUnhandled = (reason: unknown) => unhandled.push(reason);
process.on("unhandledRejection", onUnhandled);

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "collet-bad-input-"));
});
afterEach(() => {
  rmSync(folder, { recursive: true, force: true });
});
afterAll(() => {
  process.off("unhandledRejection", onUnhandled);
  expect(unhandled).toEqual([]);
});

async function run(name: string, input: unknown, options: object = {}): Promise<ToolResult> {
  await using runtime = createToolRuntime({ cwd: folder, permissions: "allow-all", ...options });
  return await runtime.execute({ id: "call", name, input });
}

/** Returns the processes whose command line contains the text, except those that search for it. */
function processesWith(text: string): string[] {
  return execFileSync("ps", ["-eo", "args"], { encoding: "utf8" })
    .split("\n")
    .filter((line) => line.includes(text) && !line.startsWith("ps "));
}

describe("a path that is not a file to read", () => {
  const cases: [string, (folder: string) => string, string][] = [
    ["holds a NUL", () => "a\0b", "invalid-path"],
    ["is empty", () => "", "invalid-path"],
    ["is 5,000 characters long", () => "x".repeat(5_000), "invalid-path"],
    [
      "is a FIFO",
      (base) => {
        execFileSync("mkfifo", [join(base, "fifo")]);
        return "fifo";
      },
      "special-file",
    ],
    ["is /dev/zero", () => "/dev/zero", "special-file"],
    [
      "goes through a file",
      (base) => {
        writeFileSync(join(base, "file"), "");
        return "file/inner";
      },
      "not-a-directory",
    ],
    [
      "is a loop of symlinks",
      (base) => {
        execFileSync("ln", ["-s", "loop", join(base, "loop")]);
        return "loop";
      },
      "symlink-loop",
    ],
    ["does not exist", () => "missing.txt", "not-found"],
  ];
  it.each(cases)("returns an error with a remedy for a path that %s", async (_title, make, errorCode) => {
    const path = make(folder);
    const startedAt = performance.now();
    const result = await run("Read", { path });
    expect(result).toMatchObject({ status: "error", error: { errorCode } });
    expect(result.error?.message.length).toBeGreaterThan(20);
    expect(performance.now() - startedAt).toBeLessThan(20_000);
  });

  it.each(["edit_file", "create_file"])("returns an error for %s on a directory", async (name) => {
    mkdirSync(join(folder, "directory"));
    const result = await run(name, { path: "directory", old_str: "a", new_str: "b", content: "x" });
    expect(result).toMatchObject({ status: "error", error: { errorCode: "not-a-file" } });
  });
});

describe("without permission", () => {
  const asRoot = process.getuid?.() === 0;
  const setpriv = spawnSync("setpriv", ["--version"]).status === 0;

  it.skipIf(asRoot && (!setpriv || isPrivateCheckout))(
    "tells which file cannot be read or written, as an unprivileged user",
    () => {
      writeFileSync(join(folder, "locked.txt"), "locked\n");
      chmodSync(join(folder, "locked.txt"), 0o000);
      chmodSync(folder, 0o555);
      const program = `
      import { createToolRuntime } from ${JSON.stringify(resolve(import.meta.dirname, "../../dist/index.js"))};
      const runtime = createToolRuntime({ cwd: ${JSON.stringify(folder)}, permissions: "allow-all" });
      const results = await runtime.executeBatch([
        { id: "1", name: "Read", input: { path: "locked.txt" } },
        { id: "2", name: "create_file", input: { path: "new.txt", content: "x" } },
      ]);
      console.log(JSON.stringify(results.map(({ status, error }) => [status, error.errorCode, error.message])));`;
      const [command, ...parameters] = asRoot
        ? ["setpriv", "--reuid=65534", "--regid=65534", "--clear-groups", process.execPath]
        : [process.execPath];
      // The user cannot write to the state directory of the tests, so the state goes to the temporary folder.
      const temporary = mkdtempSync(join(tmpdir(), "collet-unprivileged-"));
      chmodSync(temporary, 0o777);
      const { stdout, stderr } = spawnSync(
        command as string,
        [...parameters, "--input-type=module", "--eval", program],
        { encoding: "utf8", env: { ...process.env, HOME: folder, TMPDIR: temporary } },
      );
      rmSync(temporary, { recursive: true });
      chmodSync(folder, 0o755);
      expect(stderr).toBe("");
      const results = JSON.parse(stdout) as [string, string, string][];
      expect(results.map(([status, errorCode]) => [status, errorCode])).toEqual([
        ["error", "access-denied"],
        ["error", "access-denied"],
      ]);
      expect(results[0]?.[2]).toContain("locked.txt");
      expect(readdirSync(folder)).toEqual(["locked.txt"]);
    },
  );
});

describe("a missing working directory", () => {
  it("reports a missing working directory in Bash, and the runtime keeps working", async () => {
    mkdirSync(join(folder, "gone"));
    await using runtime = createToolRuntime({ cwd: join(folder, "gone"), permissions: "allow-all" });
    rmdirSync(join(folder, "gone"));
    const result = await runtime.execute({ id: "1", name: "Bash", input: { cmd: "true" } });
    expect(result).toMatchObject({ status: "error", error: { errorCode: "not-found" } });
    expect(result.error?.message).toContain(join(folder, "gone"));
    expect(
      await runtime.execute({ id: "2", name: "Bash", input: { cmd: "echo ok", cwd: folder } }),
    ).toMatchObject({ status: "done" });
  });

  it.each([
    ["glob", { filePattern: "**/*" }],
    ["Grep", { pattern: "x" }],
    ["Read", { path: "a.txt" }],
  ])("returns an error of %s instead of crashing", async (name, input) => {
    mkdirSync(join(folder, "gone"));
    await using runtime = createToolRuntime({ cwd: join(folder, "gone"), permissions: "allow-all" });
    rmdirSync(join(folder, "gone"));
    const result = await runtime.execute({ id: "1", name, input });
    expect(result.status).toBe("error");
    expect(result.error?.message.length).toBeGreaterThan(20);
  });
});

describe("abort", () => {
  it("ends a command with all its processes, and keeps its output", async () => {
    await using runtime = createToolRuntime({ cwd: folder, permissions: "allow-all" });
    const mark = `collet-mark-${process.pid}-${Date.now()}`;
    const controller = new AbortController();
    runtime.on((event) => {
      if (event.type === "tool-progress") controller.abort();
    });
    const cmd = `echo early output; (exec -a ${mark} sleep 300) & setsid bash -c 'exec -a ${mark} sleep 300' & wait`;
    const result = await runtime.execute(
      { id: "1", name: "Bash", input: { cmd } },
      { signal: controller.signal },
    );
    expect(result.status).toBe("cancelled");
    expect(JSON.stringify(result.content)).toContain("early output");
    expect(processesWith(mark)).toEqual([]);
  });

  it("runs nothing after an abort before the start", async () => {
    await using runtime = createToolRuntime({ cwd: folder, permissions: "allow-all" });
    const result = await runtime.execute(
      { id: "1", name: "Bash", input: { cmd: "touch ran" } },
      { signal: AbortSignal.abort() },
    );
    expect(result.status).toBe("cancelled");
    expect(existsSync(join(folder, "ran"))).toBe(false);
  });

  it("leaves no temporary file behind, whenever the abort happens", async () => {
    writeFileSync(join(folder, "page.txt"), "one\n");
    await using runtime = createToolRuntime({ cwd: folder, permissions: "allow-all" });
    for (let delay = 0; delay < 12; delay += 1) {
      const controller = new AbortController();
      const batch = runtime.execute(
        { id: "1", name: "create_file", input: { path: "page.txt", content: `${delay}\n`.repeat(1_000) } },
        { signal: controller.signal },
      );
      for (let turn = 0; turn < delay; turn += 1) await new Promise((next) => setImmediate(next));
      controller.abort();
      await batch;
    }
    expect(readdirSync(folder)).toEqual(["page.txt"]);
    const lines = new Set(readFileSync(join(folder, "page.txt"), "utf8").split("\n"));
    expect(lines.size).toBe(2);
  });
});

describe("ripgrep missing", () => {
  it("searches without ripgrep, and states that this is slower", async () => {
    const program = `
      import { createToolRuntime } from ${JSON.stringify(resolve(import.meta.dirname, "../../dist/index.js"))};
      const runtime = createToolRuntime({ permissions: "allow-all" });
      const found = await runtime.execute({ id: "1", name: "Grep", input: { pattern: "x" } });
      const listed = await runtime.execute({ id: "2", name: "glob", input: { filePattern: "*" } });
      console.log(JSON.stringify([found, listed].map(({ status, content }) => [status, content[0].text])));`;
    // A loader that hides the package, as an install with --omit=optional does.
    const hide = `export async function resolve(specifier, context, next) {
      if (specifier.startsWith("@vscode/ripgrep")) throw new Error("not installed");
      return next(specifier, context);
    }`;
    const register = `import { register } from "node:module"; register("data:text/javascript,${encodeURIComponent(hide)}");`;
    const stdout = await new Promise<string>((done, fail) =>
      execFile(
        process.execPath,
        [
          "--import",
          `data:text/javascript,${encodeURIComponent(register)}`,
          "--input-type=module",
          "--eval",
          program,
        ],
        { cwd: folder, env: { PATH: folder, HOME: folder } },
        (error, output) => (error ? fail(error) : done(output)),
      ),
    );
    for (const [status, text] of JSON.parse(stdout) as [string, string][]) {
      expect(status).toBe("done");
      expect(text).toContain("[ripgrep is not installed, so a slower search was used.]");
    }
  });
});
