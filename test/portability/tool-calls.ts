import assert from "node:assert/strict";
import { existsSync } from "node:fs";
import { chmod, readFile } from "node:fs/promises";
import { createServer } from "node:http";
import { type AddressInfo, connect } from "node:net";
import { localBackend } from "collet";
import { type Behaviour, type Bench, textOf } from "./behaviour.js";

const PATCH = `*** Begin Patch
*** Update File: a.txt
@@
-two
+four
*** End Patch`;

/** A formatter that replaces each text of two with three. */
const FORMATTER = "#!/bin/sh\nsed s/two/three/\n";

const PAGE = "<html><body><h1>Rivers</h1><p>The <b>Elbe</b> is long.</p></body></html>";

type Show = (bench: Bench) => Promise<void>;

/** Shows a change of `a.txt`, which contains `one` and `two`. */
function change(name: string, input: (bench: Bench) => object, expected: string): Show {
  return async (bench) => {
    await bench.write({ "a.txt": "one\ntwo\n" });
    await bench.call(name, input(bench));
    assert.equal(await readFile(bench.at("a.txt"), "utf8"), expected);
  };
}

/** Shows that the text of a result contains a text. */
function answer(
  name: string,
  input: (bench: Bench) => object,
  expected: RegExp,
  files: Readonly<Record<string, string>> = { "a.txt": "one\ntwo\n", "sub/b.md": "three\n" },
): Show {
  return async (bench) => {
    await bench.write(files);
    assert.match(textOf(await bench.call(name, input(bench))), expected);
  };
}

/** For each built-in tool, a call of it with its effect. */
export const TOOL_CALLS: Readonly<Record<string, Show>> = {
  Read: answer("Read", ({ at }) => ({ path: at("a.txt") }), /one[\s\S]*two/),
  edit_file: change(
    "edit_file",
    ({ at }) => ({ path: at("a.txt"), old_str: "two", new_str: "2" }),
    "one\n2\n",
  ),
  multi_edit: change(
    "multi_edit",
    ({ at }) => ({
      path: at("a.txt"),
      edits: [
        { old_str: "one", new_str: "1" },
        { old_str: "two", new_str: "2" },
      ],
    }),
    "1\n2\n",
  ),
  create_file: change("create_file", ({ at }) => ({ path: at("a.txt"), content: "new\n" }), "new\n"),
  apply_patch: change("apply_patch", () => ({ patch: PATCH }), "one\nfour\n"),
  async undo_edit(bench) {
    await bench.write({ "a.txt": "one\n" });
    await bench.call("edit_file", { path: bench.at("a.txt"), old_str: "one", new_str: "1" });
    await bench.call("undo_edit", { path: bench.at("a.txt") });
    assert.equal(await readFile(bench.at("a.txt"), "utf8"), "one\n");
  },
  async delete_file(bench) {
    await bench.write({ "a.txt": "one\n" });
    await bench.call("delete_file", { path: bench.at("a.txt") });
    assert.equal(existsSync(bench.at("a.txt")), false);
  },
  async move_file(bench) {
    await bench.write({ "a.txt": "one\n" });
    await bench.call("move_file", { source: bench.at("a.txt"), destination: bench.at("c/b.txt") });
    assert.deepEqual([existsSync(bench.at("a.txt")), existsSync(bench.at("c/b.txt"))], [false, true]);
  },
  list: answer("list", ({ folder }) => ({ path: folder }), /sub\/\n {2}b\.md\na\.txt/),
  glob: answer("glob", () => ({ filePattern: "**/*.md" }), /b\.md/),
  Grep: answer("Grep", () => ({ pattern: "th.ee" }), /b\.md/),
  async Bash(bench) {
    const [result] = await bench
      .runtime({ permissions: "allow-all" })
      .executeBatch([{ id: "1", name: "Bash", input: { cmd: bench.commands.fails } }]);
    // Two pipes have no common order: the second text may arrive before the end of the first line.
    assert.match(textOf(result), /<output>[\s\S]*out[\s\S]*<\/output>/);
    assert.match(textOf(result), /<output>[\s\S]*err[\s\S]*<\/output>/);
    assert.equal(result?.metadata?.exitCode, 3);
  },
  async format_file(bench) {
    await bench.write({ "a.txt": "two\n", ".prettierrc": "{}", "node_modules/.bin/prettier": FORMATTER });
    await chmod(bench.at("node_modules/.bin/prettier"), 0o755);
    await bench.call("format_file", { path: bench.at("a.txt") });
    assert.equal(await readFile(bench.at("a.txt"), "utf8"), "three\n");
  },
  async get_diagnostics(bench) {
    await bench.write({ "fake.json": "", "a.fake": "BAD line\n" });
    const { program, parameters } = bench.machine;
    const server = {
      name: "fake",
      languages: { ".fake": "fake" },
      markers: ["fake.json"],
      command: [program, ...parameters, `${bench.programs}/fake-server.mjs`, "answers"] as const,
      remedy: "none",
    };
    const runtime = bench.runtime({ permissions: "allow-all", languageServers: { servers: [server] } });
    const [result] = await runtime.executeBatch([
      { id: "1", name: "get_diagnostics", input: { paths: [bench.at("a.fake")] } },
    ]);
    assert.match(textOf(result), /BAD line/);
  },
  async read_web_page(bench) {
    const server = createServer((_, response) => {
      response.setHeader("content-type", "text/html");
      response.end(PAGE);
    });
    await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
    const { port } = server.address() as AddressInfo;
    try {
      const backend = localBackend({
        web: {
          resolve: async () => [{ address: "93.184.215.14", family: 4 }],
          connect: () => connect(port, "127.0.0.1"),
        },
      });
      const runtime = bench.runtime({ permissions: "allow-all", backend });
      const [result] = await runtime.executeBatch([
        { id: "1", name: "read_web_page", input: { url: "http://rivers.example/" } },
      ]);
      assert.match(textOf(result), /# Rivers\s+The \*\*Elbe\*\* is long\./);
    } finally {
      server.close();
    }
  },
  async list_jobs(bench) {
    const job_id = await startJob(bench, bench.commands.goesOn);
    assert.match(textOf(await bench.call("list_jobs", {})), new RegExp(`${job_id}[\\s\\S]*running`));
  },
  async read_job(bench) {
    await untilBegun(bench, await startJob(bench, bench.commands.goesOn));
  },
  async wait_for_job(bench) {
    const job_id = await startJob(bench, bench.commands.endsSoon);
    assert.match(textOf(await bench.call("wait_for_job", { job_id })), /over/);
  },
  async kill_job(bench) {
    const job_id = await startJob(bench, bench.commands.goesOn);
    await untilBegun(bench, job_id);
    assert.match(textOf(await bench.call("kill_job", { job_id })), /killed|ended/);
    assert.doesNotMatch(textOf(await bench.call("list_jobs", {})), /running/);
  },
  Check: answer("Check", () => ({ checks: ["test"] }), /npm run test|test/, {
    "package.json": '{"scripts":{"test":"echo checked"}}',
  }),
  async find_thread(bench) {
    await keepThread(bench);
    assert.match(textOf(await bench.call("find_thread", { query: "rivers" })), /T-1/);
  },
  async read_thread(bench) {
    await keepThread(bench);
    assert.match(textOf(await bench.call("read_thread", { threadID: "T-1", goal: "names" })), /Elbe/);
  },
  task_list: answer("task_list", () => ({ action: "create", title: "Measure" }), /1: Measure/),
};

async function startJob(bench: Bench, cmd: string): Promise<string> {
  const { metadata } = await bench.call("Bash", { cmd, background: true });
  return String(metadata?.jobId);
}

async function untilBegun(bench: Bench, job_id: string): Promise<void> {
  let text = "";
  while (!text.includes("<output>begun")) text = textOf(await bench.call("read_job", { job_id }));
}

async function keepThread(bench: Bench): Promise<void> {
  await bench
    .runtime()
    .threads?.append("T-1", [{ role: "user", text: "rivers: Elbe", at: 1_700_000_000_000 }]);
}

/** Tools whose behaviour is not shown on Windows. */
const NOT_ON_WINDOWS: Readonly<Record<string, string>> = {
  format_file: "The formatter of this behaviour is a script of a POSIX shell.",
};

/** One behaviour for each built-in tool, and one that no tool is missing here. */
export const TOOL_BEHAVIOURS: readonly Behaviour[] = [
  {
    name: "Each built-in tool has a row in this table",
    async show(bench) {
      const names = bench
        .runtime()
        .tools()
        .map(({ name }) => name);
      assert.deepEqual(
        names.filter((name) => !Object.hasOwn(TOOL_CALLS, name)),
        [],
      );
      assert.ok(names.length > 20);
    },
  },
  ...Object.entries(TOOL_CALLS).map(([name, show]) => ({
    name,
    show,
    notOn: { win32: NOT_ON_WINDOWS[name] },
  })),
];
