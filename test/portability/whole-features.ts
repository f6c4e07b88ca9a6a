import assert from "node:assert/strict";
import { spawn } from "node:child_process";
import { existsSync } from "node:fs";
import { chmod, readFile } from "node:fs/promises";
import { join } from "node:path";
import { localBackend } from "collet";
import { type Behaviour, type Bench, textOf } from "./behaviour.js";

const TOOL = `export default {
  description: "Greets a person.",
  kind: "think",
  inputSchema: { "~standard": {
    version: 1, vendor: "by-hand",
    validate: (value) => ({ value }),
    jsonSchema: {
      input: () => ({ type: "object", properties: { name: { type: "string" } }, required: ["name"] }),
      output: () => ({ type: "object" }),
    },
  } },
  execute: ({ name }) => "hello, " + name,
};
`;

const PROGRAM = `#!/bin/sh
case $TOOLBOX_ACTION in
  describe) echo '{"name":"disk","description":"Says how full.","args":{}}' ;;
  execute) echo '24%' ;;
esac
`;

const UTF16 = "Names are UTF-16 on Windows, and always Unicode on macOS.";

/** Behaviours of several parts together. */
export const WHOLE_FEATURES: readonly Behaviour[] = [
  {
    name: "Approvals: a refused call does not run, an accepted one does",
    async show(bench) {
      const asked: string[] = [];
      const runtime = bench.runtime({
        onApproval: ({ toolName }) => {
          asked.push(toolName);
          return asked.length > 1;
        },
      });
      const create = (id: string) => ({
        id,
        name: "create_file",
        input: { path: bench.at(`${id}.txt`), content: "x" },
      });
      await runtime.executeBatch([create("1")]);
      const [accepted] = await runtime.executeBatch([create("2")]);
      assert.equal(accepted?.status, "done");
      assert.deepEqual([existsSync(bench.at("1.txt")), existsSync(bench.at("2.txt"))], [false, true]);
    },
  },
  {
    name: "Approvals: a stored request is resumed by another runtime",
    async show(bench) {
      const calls = [
        { id: "1", name: "create_file", input: { path: bench.at("a.txt"), content: "later\n" } },
      ];
      const stored = JSON.stringify(await bench.runtime().executeBatch(calls));
      const [result] = await bench.runtime().resume(JSON.parse(stored), { "1": true });
      assert.equal(result?.status, "done");
      assert.equal(await readFile(bench.at("a.txt"), "utf8"), "later\n");
    },
  },
  {
    name: "Batches: calls that conflict run in order",
    async show(bench) {
      await bench.write({ "a.txt": "0" });
      const runtime = bench.runtime({ permissions: "allow-all" });
      const calls = Array.from({ length: 10 }, (_, at) => ({
        id: String(at),
        name: "edit_file",
        input: { path: bench.at("a.txt"), old_str: String(at), new_str: String(at + 1) },
      }));
      const results = await runtime.executeBatch(calls);
      assert.ok(results.every(({ status }) => status === "done"));
      assert.equal(await readFile(bench.at("a.txt"), "utf8"), "10");
    },
  },
  {
    name: "Folders: each entry of a large folder is listed once",
    async show(bench) {
      const names = Array.from({ length: 1_500 }, (_, at) => `${at}.txt`);
      await bench.write(Object.fromEntries(names.map((name) => [`many/${name}`, ""])));
      const entries = await listed(bench.at("many"));
      assert.deepEqual(entries.map(({ name }) => name).sort(), names.sort());
    },
  },
  {
    name: "Folders: a file whose name is not UTF-8 is listed and opened",
    notOn: { win32: UTF16, darwin: UTF16 },
    async show(bench) {
      // Only a shell can make it on every runtime.
      await bench.call("Bash", { cmd: "echo found > $(printf 'a\\377')" });
      const [entry] = await listed(bench.folder);
      assert.equal(entry?.type, "file");
      const folder = await localBackend().files.openDirectory(bench.folder);
      const file = await folder.openFile(entry?.name ?? "");
      assert.equal(file.stat.size, 6);
      await file.close();
      await folder.close();
    },
  },
  {
    name: "Commands: an aborted call ends the process tree",
    async show(bench) {
      const runtime = bench.runtime({ permissions: "allow-all" });
      const ending = new AbortController();
      const cmd = bench.commands.hasChild;
      const running = runtime.executeBatch([{ id: "1", name: "Bash", input: { cmd } }], {
        signal: ending.signal,
      });
      const child = await waitForNumber(bench.at("child.pid"));
      ending.abort();
      const [result] = await running;
      assert.equal(result?.status, "cancelled");
      await waitFor(() => hasEnded(child));
    },
  },
  {
    name: "Commands: none outlives a host that was killed",
    notOn: { win32: "Windows has no process groups: a command outlives a host that was killed." },
    async show(bench) {
      const { program, parameters } = bench.machine;
      const host = spawn(program, [...parameters, join(bench.programs, "killed-host.mjs"), bench.folder], {
        stdio: "ignore",
      });
      const child = await waitForNumber(bench.at("child.pid"));
      host.kill("SIGKILL");
      await waitFor(() => hasEnded(child));
    },
  },
  {
    name: "Discovery: a module and a program become tools",
    notOn: { win32: "The program of this behaviour is a script of a POSIX shell." },
    async show(bench) {
      await bench.write({ "agent/tool/greet.mjs": TOOL, "agent/toolbox/disk": PROGRAM });
      await chmod(bench.at("agent/toolbox/disk"), 0o755);
      const runtime = bench.runtime({ permissions: "allow-all" });
      const { tools, problems } = await runtime.discover(bench.at("agent"), { trust: "trusted" });
      assert.deepEqual(problems, []);
      assert.equal(tools.length, 2);
      const results = await runtime.executeBatch([
        { id: "1", name: "greet", input: { name: "Ada" } },
        { id: "2", name: "tb__disk", input: {} },
      ]);
      assert.deepEqual(
        results.map(textOf).map((text) => text.trim()),
        ["hello, Ada", "24%"],
      );
    },
  },
  {
    name: "Discovery: a module that fails, exits or hangs is reported with its reason",
    async show(bench) {
      await bench.write({
        "agent/tool/fails.mjs": "throw new RangeError('too far');\n",
        "agent/tool/exits.mjs": "process.exit(5);\n",
        "agent/tool/hangs.mjs": "for (;;);\n",
      });
      const runtime = bench.runtime();
      const options = { trust: "trusted", timeoutMs: 3_000 * (bench.machine.slowness ?? 1) } as const;
      const { problems } = await runtime.discover(bench.at("agent"), options);
      const found = Object.fromEntries(
        problems.map(({ file, code, reason }) => [file.replace(/.*[\\/]/, ""), `${code} ${reason}`]),
      );
      assert.match(found["fails.mjs"] ?? "", /^import-failed .*RangeError: too far/);
      assert.match(found["exits.mjs"] ?? "", /^import-exits .*exit code 5/);
      assert.match(found["hangs.mjs"] ?? "", /^import-hangs /);
    },
  },
  {
    name: "MCP: a server of this runtime is connected and called",
    async show(bench) {
      const { program, parameters } = bench.machine;
      const runtime = bench.runtime({ permissions: "allow-all" });
      const server = { command: program, args: [...parameters, join(bench.programs, "color-server.mjs")] };
      await runtime.connect({ ...server, cwd: bench.programs }, { name: "colors" });
      const [result] = await runtime.executeBatch([
        { id: "1", name: "mcp__colors__look_up", input: { name: "teal" } },
      ]);
      assert.equal(textOf(result), "#008080");
    },
  },
  {
    name: "Long edits: the worker thread computes one",
    async show(bench) {
      const lines = Array.from({ length: 60_000 }, (_, at) => `line ${at} of a long file`);
      await bench.write({ "long.txt": lines.join("\n") });
      const old_str = lines.slice(30_000, 30_040).join("\n").replace("line 30020 of", "line 30020  of");
      await bench.call("edit_file", { path: bench.at("long.txt"), old_str, new_str: "x" });
      const changed = await readFile(bench.at("long.txt"), "utf8");
      assert.equal(changed, [...lines.slice(0, 30_000), "x", ...lines.slice(30_040)].join("\n"));
    },
  },
  {
    name: "Quickstart: the agent repairs the sample project",
    usesUsualShell: true,
    async show({ machine, programs, folder }) {
      const { code, output } = await run(machine, [join(programs, "quickstart.mjs")], folder);
      assert.equal(code, 0, output);
      assert.match(output, /Tests of the sample: passed/);
    },
  },
  {
    name: "Command line: collet --version and a mistake in an option",
    async show({ machine, programs, folder }) {
      const cli = join(programs, "node_modules/collet/dist/cli.js");
      const version = await run(machine, [cli, "--version"], folder);
      assert.match(version.output, /^\d+\.\d+\.\d+/);
      const mistaken = await run(machine, [cli, "replya"], folder);
      assert.notEqual(mistaken.code, 0);
    },
  },
  {
    name: "Entry points: collet/core runs a tool of the host in memory",
    async show() {
      const core = await import("collet/core");
      const double = core.defineTool({
        name: "double",
        description: "Doubles a number.",
        kind: "think",
        inputSchema: core.jsonSchema<{ n: number }>({
          type: "object",
          properties: { n: { type: "number" } },
          required: ["n"],
        }),
        execute: ({ n }) => n * 2,
      });
      const backend = core.memoryBackend();
      const runtime = core.createToolRuntime({ backend, tools: [double], permissions: "allow-all" });
      const [result] = await runtime.executeBatch([{ id: "1", name: "double", input: { n: 21 } }]);
      await runtime[Symbol.asyncDispose]();
      assert.equal(result?.result, 42);
    },
  },
];

async function listed(path: string) {
  const folder = await localBackend().files.openDirectory(path);
  try {
    return await folder.list();
  } finally {
    await folder.close();
  }
}

async function waitForNumber(path: string): Promise<number> {
  let value = 0;
  await waitFor(async () => {
    if (existsSync(path)) value = Number(await readFile(path, "utf8"));
    return value > 0;
  });
  return value;
}

async function waitFor(isTrue: () => boolean | Promise<boolean>): Promise<void> {
  while (!(await isTrue())) await new Promise((resolve) => setTimeout(resolve, 20));
}

function hasEnded(process_: number): boolean {
  try {
    process.kill(process_, 0);
    return false;
  } catch {
    return true;
  }
}

function run(
  { program, parameters }: Bench["machine"],
  more: readonly string[],
  cwd: string,
): Promise<{ readonly code: number | null; readonly output: string }> {
  return new Promise((resolve, reject) => {
    const child = spawn(program, [...parameters, ...more], { cwd, stdio: ["ignore", "pipe", "pipe"] });
    let output = "";
    child.stdout.on("data", (chunk) => {
      output += chunk;
    });
    child.stderr.on("data", (chunk) => {
      output += chunk;
    });
    child.once("error", reject).once("close", (code) => resolve({ code, output }));
  });
}
