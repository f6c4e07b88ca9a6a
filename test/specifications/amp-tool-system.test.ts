import { afterAll, describe, expect, it } from "vitest";
import * as z from "zod";
import { fileKey, planBatches } from "../../src/batching/index.js";
import { createToolRuntime, defineTool, memoryBackend, type RuntimeOptions } from "../../src/index.js";
import { checkToolPermission } from "../../src/permissions/index.js";
import { type FakeClock, fakeClock, scriptedModel } from "../../src/testing/index.js";
import { ampToolset } from "../../src/toolsets/index.js";
import { truncateResult } from "../../src/truncation/index.js";

// Follows the Amp specification "The Tool System" from top to bottom, one test for each statement.

const FILES = {
  "/w/a.txt": "a\n",
  "/w/b.txt": "b\n",
  "/w/.amp/notes.md": "x\n",
  "/w/package.json": '{ "scripts": { "test": "vitest" } }',
};

function runtimeWith(options: RuntimeOptions = {}) {
  return createToolRuntime({ cwd: "/w", backend: memoryBackend({ files: FILES }), ...options });
}

const countFiles = defineTool({
  name: "count_files",
  description: "Counts the files of a folder.",
  kind: "read",
  inputSchema: z.object({ path: z.string().describe("The folder") }),
  execute: async ({ path }, context) => (await context.files.list(path)).length,
});

const tool = (name: string) => {
  const found = ampToolset.tools.find((each) => each.name === name);
  if (found === undefined) throw new Error(`The toolset has no tool ${name}.`);
  return found;
};

describe("Amp tool system: tool definition", () => {
  it("defines name, description, schema, source, aliases and execution profile", () => {
    expect(tool("Read")).toMatchObject({
      name: "Read",
      description: expect.any(String),
      inputSchema: { type: "object" },
      source: "builtin",
      aliases: expect.arrayContaining([expect.objectContaining({ name: "read_file" })]),
      executionProfile: { resourceKeys: expect.any(Function) },
    });
  });

  it("transforms the input by preprocessArgs before the tool runs", async () => {
    const upper = defineTool({
      name: "upper",
      description: "Returns the path.",
      kind: "read",
      inputSchema: z.object({ path: z.string().describe("The path") }),
      preprocessArgs: ({ path }) => ({ path: path.toUpperCase() }),
      execute: ({ path }) => path,
    });
    await using runtime = runtimeWith({ tools: [upper] });
    expect(await runtime.execute({ id: "1", name: "upper", input: { path: "x" } })).toMatchObject({
      result: "X",
    });
  });
});

describe("Amp tool system: alternative schemas", () => {
  it("shows an alias with a schema in a mode that names it", async () => {
    const count = defineTool({
      name: "count",
      description: "Counts the letters.",
      kind: "think",
      inputSchema: z.object({ text: z.string().describe("The text") }),
      aliases: [
        {
          name: "length",
          description: "Returns the length of words.",
          inputSchema: z.object({ words: z.array(z.string()).describe("The words") }),
          mapInput: ({ words }) => ({ text: (words as string[]).join("") }),
        },
      ],
      execute: ({ text }) => text.length,
    });
    await using runtime = runtimeWith({ tools: [count], mode: { includeTools: ["length"] } });
    expect(runtime.tools()).toMatchObject([
      { name: "length", description: "Returns the length of words.", inputSchema: { required: ["words"] } },
    ]);
    const call = { id: "1", name: "length", input: { words: ["ab", "c"] } };
    expect(await runtime.execute(call)).toMatchObject({ status: "done", result: 3 });
  });
});

describe("Amp tool system: tool sources", () => {
  it.each([
    ["mcp__github__search_code", { allowMcp: true }],
    ["tb__custom_script", { allowToolbox: true }],
  ])("distinguishes %s by its prefix", (name, allowed) => {
    expect(checkToolPermission(name, { includeTools: [name] })).toBe(false);
    expect(checkToolPermission(name, { includeTools: [], ...allowed })).toBe(true);
  });

  it.each([
    ["read", "Read"],
    ["read_file", "Read"],
    ["Write", "create_file"],
    ["write", "create_file"],
    ["write_file", "create_file"],
    ["Edit", "edit_file"],
    ["edit", "edit_file"],
    ["Delete", "delete_file"],
    ["delete", "delete_file"],
    ["run_terminal_command", "Bash"],
  ])("resolves the alias %s to %s", async (alias, name) => {
    await using runtime = runtimeWith();
    const result = await runtime.execute({ id: "1", name: alias, input: {} });
    expect([result.toolName, result.requestedName]).toEqual([name, alias]);
  });
});

describe("Amp tool system: tool categories", () => {
  it.each([
    "Read",
    "edit_file",
    "create_file",
    "glob",
    "undo_edit",
    "delete_file",
    "Grep",
    "finder",
    "web_search",
    "Bash",
    "Check",
    "Task",
    "oracle",
    "librarian",
    "kraken",
    "read_web_page",
    "read_thread",
    "find_thread",
    "task_list",
  ])("include %s", (name) => expect(tool(name).name).toBe(name));
});

describe("Amp tool system: execution", () => {
  it("checks the permission before the tool runs and returns rejected-by-user", async () => {
    let ran = false;
    const spy = defineTool({
      name: "spy",
      description: "Runs.",
      kind: "edit",
      inputSchema: z.object({}),
      execute: () => {
        ran = true;
        return "";
      },
    });
    await using runtime = runtimeWith({ tools: [spy], permissions: [{ tool: "spy", verdict: "deny" }] });
    expect(await runtime.execute({ id: "1", name: "spy", input: {} })).toMatchObject({
      status: "rejected-by-user",
    });
    expect(ran).toBe(false);
  });

  it("returns blocked-on-user without an approver", async () => {
    await using runtime = runtimeWith();
    const input = { path: "/w/c.txt", content: "c" };
    expect(await runtime.execute({ id: "1", name: "create_file", input })).toMatchObject({
      status: "blocked-on-user",
    });
  });

  it("reports a running call as in-progress and a stopped one as cancelled", async () => {
    const waits = defineTool({
      name: "waits",
      description: "Waits for its end.",
      kind: "read",
      inputSchema: z.object({}),
      execute: (_input, { signal }) =>
        new Promise((_resolve, reject) => signal.addEventListener("abort", () => reject(signal.reason))),
    });
    await using runtime = runtimeWith({ tools: [waits] });
    const states: string[] = [];
    runtime.on((event) => {
      if (event.type !== "tool-call-start") return;
      states.push(event.status);
      runtime.cancel(event.callId);
    });
    const { status } = await runtime.execute({ id: "1", name: "waits", input: {} });
    expect([...states, status]).toEqual(["in-progress", "cancelled"]);
  });

  it("returns status, result and trackFiles of a success", async () => {
    await using runtime = runtimeWith({ permissions: "allow-all" });
    const input = { path: "/w/a.txt", old_str: "a", new_str: "z" };
    expect(await runtime.execute({ id: "1", name: "edit_file", input })).toMatchObject({
      status: "done",
      result: { lineRange: [1, 1] },
      trackFiles: ["/w/a.txt"],
    });
  });

  it("returns message, errorCode and absolutePath of an error", async () => {
    await using runtime = runtimeWith();
    expect(await runtime.execute({ id: "1", name: "Read", input: { path: "none" } })).toMatchObject({
      status: "error",
      error: { message: expect.stringContaining("ENOENT"), errorCode: "not-found", absolutePath: "/w/none" },
    });
  });
});

describe("Amp tool system: permissions", () => {
  const verdict = async (name: string, input: object, permissions: RuntimeOptions["permissions"] = "amp") => {
    await using runtime = runtimeWith({ permissions: permissions ?? "amp", model: scriptedModel([]) });
    const explained = await runtime.explain({ id: "1", name, input });
    return explained.decision?.verdict;
  };

  it.each([
    ["Read", { path: "a.txt" }],
    ["glob", { filePattern: "*" }],
    ["Grep", { pattern: "x" }],
    ["finder", { query: "x" }],
    ["find_thread", { query: "x" }],
    ["read_thread", { thread_id: "x" }],
    ["undo_edit", { path: "a.txt" }],
  ])("always allow %s", async (name, input) => expect(await verdict(name, input)).toBe("allow"));

  it.each([
    ["Bash", { cmd: "make deploy" }],
    ["create_file", { path: "c.txt", content: "" }],
    ["edit_file", { path: "a.txt", old_str: "a", new_str: "b" }],
    ["delete_file", { path: "a.txt" }],
  ])("require an approval for %s", async (name, input) => expect(await verdict(name, input)).toBe("ask"));

  it("allow writes to .amp/", async () => {
    expect(await verdict("create_file", { path: ".amp/plan.md", content: "x" })).toBe("allow");
  });

  it.each(["npm test", "cargo test", "python -m pytest", "npm test 2>&1 | tail -5"])(
    "allow common development commands only in trusted folders (difference): %s",
    async (cmd) => {
      const project = { preset: "project", trustedFolders: ["."] } as const;
      expect(await verdict("Bash", { cmd })).toBe("ask");
      expect(await verdict("Bash", { cmd }, "project")).toBe("ask");
      expect(await verdict("Bash", { cmd }, project)).toBe("allow");
    },
  );

  it.each(["prettier --write a.txt", "cargo fmt", "gofmt -w a.go", "ruff format"])(
    "allow format commands only in trusted folders (difference): %s",
    async (cmd) => {
      const project = { preset: "project", trustedFolders: ["."] } as const;
      expect(await verdict("Bash", { cmd })).toBe("ask");
      expect(await verdict("Bash", { cmd }, project)).toBe("allow");
    },
  );

  it.each([
    ["mcp__a__b", { includeTools: ["mcp__a__b"] }, undefined, false],
    ["mcp__a__b", { includeTools: [], allowMcp: true }, undefined, true],
    ["tb__a", { includeTools: ["tb__a"] }, undefined, false],
    ["tb__a", { includeTools: [], allowToolbox: true }, undefined, true],
    [
      "tb__a",
      { includeTools: [], allowToolbox: true, subagentType: "finder" },
      { subagentTypes: ["all"] },
      true,
    ],
    [
      "tb__a",
      { includeTools: [], allowToolbox: true, subagentType: "finder" },
      { subagentTypes: ["oracle"] },
      false,
    ],
    ["Read", { includeTools: ["Read"] }, undefined, true],
    ["Bash", { includeTools: ["Read"] }, undefined, false],
  ])("follow checkToolPermission for %s in %j", (name, mode, toolbox, expected) => {
    expect(checkToolPermission(name, mode, toolbox)).toBe(expected);
  });
});

describe("Amp tool system: batching", () => {
  const call = (name: string, mode?: "read" | "write") => ({
    name,
    profile: mode === undefined ? ("all" as const) : { keys: [fileKey(`/${name.slice(-1)}`, mode)] },
  });
  const names = (calls: readonly ReturnType<typeof call>[]) =>
    planBatches(calls).map((batch) => batch.map(({ name }) => name));

  it("assumes a conflict without a profile", () => {
    expect(names([call("Read A", "read"), call("Other"), call("Read B", "read")])).toEqual([
      ["Read A"],
      ["Other"],
      ["Read B"],
    ]);
  });

  it("runs the built-in serial tool alone", () => expect(tool("Bash").executionProfile?.serial).toBe(true));

  it("lets reads of one resource run together and separates a write", () => {
    expect(names([call("Read A", "read"), call("Look A", "read")])).toEqual([["Read A", "Look A"]]);
    expect(names([call("Read A", "read"), call("Edit A", "write")])).toEqual([["Read A"], ["Edit A"]]);
  });

  it("returns two batches for the example, as the algorithm does (difference)", () => {
    expect(
      names([
        call("Read A", "read"),
        call("Read B", "read"),
        call("Edit A", "write"),
        call("Read C", "read"),
      ]),
    ).toEqual([
      ["Read A", "Read B"],
      ["Edit A", "Read C"],
    ]);
  });
});

describe("Amp tool system: timeouts", () => {
  const stuck = (clock: FakeClock, begin: () => void) =>
    defineTool({
      name: "stuck",
      description: "Never ends.",
      kind: "read",
      inputSchema: z.object({ reports: z.boolean().describe("Whether it reports progress") }),
      execute: ({ reports }, context) =>
        new Promise((_resolve, reject) => {
          context.signal.addEventListener("abort", () => reject(context.signal.reason));
          clock.setTimeout(() => reports && context.progress({ message: "still here" }), 100_000);
          begin();
        }),
    });

  it.each([
    [false, 120_000],
    [true, 220_000],
  ])("end a call 120 seconds after its last progress (progress: %s)", async (reports, endsAtMs) => {
    const clock = fakeClock();
    let begin = () => {};
    const begun = new Promise<void>((resolve) => {
      begin = resolve;
    });
    await using runtime = runtimeWith({ tools: [stuck(clock, begin)], clock });
    let ended = false;
    const running = runtime.execute({ id: "1", name: "stuck", input: { reports } });
    void running.then(() => {
      ended = true;
    });
    await begun;
    await clock.advance(endsAtMs - 1_000);
    expect(ended).toBe(false);
    await clock.advance(2_000);
    await clock.advance(1_000);
    expect(await running).toMatchObject({
      status: "error",
      error: { message: "Tool execution timed out after 120 seconds" },
    });
  });

  it.each(["Bash", "Task", "finder", "oracle", "librarian", "Check", "kraken"])(
    "progress reports are disabled for %s",
    (name) => {
      expect(tool(name).timeoutMs).toBe(false);
    },
  );
});

describe("Amp tool system: truncation", () => {
  it("returns results of up to 102,400 bytes unchanged and adds the notice to longer ones", () => {
    const fits = "x".repeat(102_400);
    expect(truncateResult(fits)).toBe(fits);
    expect(truncateResult(`${fits}${"y".repeat(1_024)}`)).toBe(
      `${fits}\n\n[Tool result truncated: 101KB exceeds limit. Please refine the query.]`,
    );
  });

  it("applies to the results of every tool", async () => {
    const long = defineTool({
      name: "long",
      description: "Long.",
      kind: "read",
      inputSchema: z.object({}),
      execute: () => "x".repeat(200_000),
    });
    await using runtime = runtimeWith({ tools: [long] });
    const { content } = await runtime.execute({ id: "1", name: "long", input: {} });
    expect(content.map((part) => (part.type === "text" ? part.text : "")).join("\n")).toContain(
      "[Tool result truncated: 195KB exceeds limit.",
    );
  });
});

describe("Amp tool system: own tools", () => {
  const runtime = runtimeWith({ tools: [countFiles] });
  afterAll(() => runtime[Symbol.asyncDispose]());

  it("run after their input was validated by the schema", async () => {
    expect(await runtime.execute({ id: "1", name: "count_files", input: { path: "/w" } })).toMatchObject({
      status: "done",
      result: 4,
    });
    expect(await runtime.execute({ id: "2", name: "count_files", input: {} })).toMatchObject({
      status: "error",
      error: { errorCode: "invalid-input", message: expect.stringContaining("path") },
    });
  });

  it("conflict with every call without an execution profile", async () => {
    const plan = await runtime.plan([
      { id: "1", name: "count_files", input: { path: "/w" } },
      { id: "2", name: "Read", input: { path: "a.txt" } },
    ]);
    expect(plan.calls.map(({ waitsFor }) => waitsFor.length)).toEqual([0, 1]);
  });
});
