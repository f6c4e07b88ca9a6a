import { spawn } from "node:child_process";
import { once } from "node:events";
import { readFile, writeFile } from "node:fs/promises";
import { join, resolve } from "node:path";
import { pathToFileURL } from "node:url";
import { describe, expect, it, onTestFinished } from "vitest";
import type { DiscoveryReport } from "../../../../src/index.js";
import { discoveryFolder, greetTool } from "../../../registry/discovery/discovery-folder.js";

const ROOT = resolve(import.meta.dirname, "../../../..");

/**
 * A host in a separate Node process, without the loaders of the test runner: discovers the tools of its
 * folder and calls `typed`.
 */
const HOST = `
import { createToolRuntime } from ${JSON.stringify(pathToFileURL(join(ROOT, "dist/index.js")).href)};
const cwd = process.argv[2];
const runtime = createToolRuntime({ cwd, permissions: "allow-all", stateDirectory: cwd + "/.state" });
const found = await runtime.discover(cwd, { trust: "trusted", timeoutMs: Number(process.argv[3] ?? 15000) });
const called = await runtime.execute({ id: "1", name: "typed", input: { name: "Ada" } });
await runtime[Symbol.asyncDispose]();
console.log(JSON.stringify({ found, called }));
`;

async function runHost(folder: string, { nodeArguments = [] as string[], timeoutMs = 15_000 } = {}) {
  await writeFile(join(folder, "host.mjs"), HOST);
  const child = spawn(
    process.execPath,
    [...nodeArguments, join(folder, "host.mjs"), folder, String(timeoutMs)],
    {
      cwd: ROOT,
      stdio: ["ignore", "pipe", "inherit"],
      env: { ...process.env, NODE_OPTIONS: "" },
    },
  );
  onTestFinished(() => void child.kill("SIGKILL"));
  let output = "";
  child.stdout.on("data", (chunk: Buffer) => {
    output += chunk;
  });
  const [exitCode] = await once(child, "close");
  expect(exitCode).toBe(0);
  const lastLine = output.trim().split("\n").at(-1) ?? "";
  return JSON.parse(lastLine) as {
    found: DiscoveryReport;
    called: { status: string; result?: unknown };
  };
}

const typed = `const word: string = "Hello";\ninterface Unused { a: 1 }\n${greetTool("Hello")}`;
const stripsTypes = Boolean((process.features as { typescript?: unknown }).typescript);

describe("a host that loads tools", () => {
  it("loads TypeScript with the loader that it was started with", async () => {
    const folder = await discoveryFolder({ "tool/typed.ts": typed });
    const { found, called } = await runHost(folder, { nodeArguments: ["--import", "tsx"] });
    expect(found.problems).toEqual([]);
    expect(called).toMatchObject({ status: "done", result: "Hello, Ada" });
  });

  it("reports the remedy if Node does not load TypeScript", async () => {
    const folder = await discoveryFolder({ "tool/typed.ts": typed });
    const { found, called } = await runHost(folder);
    if (stripsTypes) {
      expect(called.result).toBe("Hello, Ada");
      return;
    }
    expect(found.tools).toEqual([]);
    expect(found.problems).toMatchObject([{ code: "typescript-not-supported" }]);
    expect(found.problems[0]?.reason).toContain("--import tsx");
  });

  it("survives any module of the user, and leaves no process running", async () => {
    const folder = await discoveryFolder({
      "tool/exits.mjs": "process.exit(0)",
      "tool/aborts.mjs": "process.abort()",
      "tool/loops.mjs":
        'import { spawn } from "node:child_process"; import { writeFileSync } from "node:fs";\n' +
        `const child = spawn("sleep", ["600"], { detached: true }); writeFileSync(new URL("../pid", import.meta.url), String(child.pid)); for (;;);`,
      "tool/waits.mjs": "await new Promise(() => setInterval(() => {}, 1000))",
      "tool/floods.mjs":
        "const line = 'x'.repeat(1e6) + '\\n'; for (let n = 0; n < 20; n += 1) process.stdout.write(line);",
      "tool/typed.mjs": greetTool("Hello"),
    });
    const { found, called } = await runHost(folder, { timeoutMs: 3_500 });
    expect(called.result).toBe("Hello, Ada");
    const codes = Object.fromEntries(
      found.problems.map(({ file, code }) => [file.slice(folder.length + "/tool/".length), code]),
    );
    expect(codes).toEqual({
      "aborts.mjs": "import-exits",
      "exits.mjs": "import-exits",
      "floods.mjs": expect.stringMatching(/no-export|import-hangs/),
      "loops.mjs": "import-hangs",
      "waits.mjs": "import-hangs",
    });
    const pid = await readFile(join(folder, "pid"), "utf8");
    const state = await readFile(`/proc/${pid}/stat`, "utf8").catch(() => "gone");
    expect(state).toMatch(/^gone$|\) Z /);
  });
});
