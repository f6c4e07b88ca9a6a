import { mkdtemp, readFile, realpath, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { beforeEach, describe, expect, expectTypeOf, it, onTestFinished } from "vitest";
import * as z from "zod";
import { createToolRuntime, defineTool, type ToolRuntimeOptions } from "../../src/index.js";
import { readOperation } from "../../src/tools/index.js";
import {
  claudeCodeToolset,
  codexToolset,
  defineToolset,
  face,
  toolsetNamed,
} from "../../src/toolsets/index.js";

let cwd: string;
beforeEach(async () => {
  const folder = await realpath(await mkdtemp(join(tmpdir(), "collet-choice-")));
  onTestFinished(() => rm(folder, { recursive: true, force: true }));
  await writeFile(join(folder, "a.txt"), "one\n");
  cwd = folder;
});

async function names(options: ToolRuntimeOptions): Promise<string[]> {
  await using runtime = createToolRuntime({ cwd, ...options });
  return runtime.tools().map(({ name }) => name);
}

describe("the toolset option", () => {
  it.each([
    ["amp", ["Read", "edit_file", "create_file", "Bash", "glob", "Grep"]],
    ["opencode", ["read", "write", "edit", "bash"]],
    ["claude-code", ["Read", "Write", "Edit", "MultiEdit", "Bash", "Grep", "Glob"]],
    ["codex", ["exec_command", "write_stdin", "apply_patch", "update_plan", "view_image"]],
    ["gemini-cli", ["read_file", "write_file", "replace", "run_shell_command"]],
  ] as const)("shows the model of %s the tools that it was trained on", async (toolset, expected) => {
    expect(await names({ toolset })).toEqual(expect.arrayContaining([...expected]));
  });

  it("defaults to amp, and none leaves only the host's tools", async () => {
    expect(await names({})).toEqual(await names({ toolset: "amp" }));
    expect(await names({ toolset: "none" })).toEqual([]);
  });

  it("chooses by the model, so that one family gets patches and another edits", async () => {
    const toolset = (model: string) => (model.startsWith("gpt-") ? "codex" : "claude-code");
    expect(await names({ toolset, model: "gpt-5.2" })).toContain("apply_patch");
    expect(await names({ toolset, model: "claude-sonnet-4-5" })).toContain("Edit");
    expect(await names({ toolset })).toContain("Edit");
  });

  it("accepts a toolset of the host, even one made from another", async () => {
    const mine = defineToolset({
      name: "mine",
      makeTools: () =>
        [
          face(readOperation, {
            name: "Look",
            description: "Looks at a file.",
            inputSchema: z.object({ at: z.string() }),
            toInput: ({ at }) => ({ path: at }),
            toResult: (output) => output.type,
          }),
        ] as const,
    });
    await using runtime = createToolRuntime({ cwd, toolset: mine });
    expect(await runtime.invoke("Look", { at: "a.txt" })).toBe("text");
    const fewer = {
      ...claudeCodeToolset,
      tools: claudeCodeToolset.tools.filter(({ name }) => name !== "Bash"),
    };
    expect(await names({ toolset: fewer })).not.toContain("Bash");
  });

  it("refuses a name that stands for none", () => {
    expect(() => createToolRuntime({ toolset: "cursor" as "amp" })).toThrow(
      'There is no toolset "cursor". Use a Toolset or one of these names: amp, opencode, claude-code, codex, gemini-cli, none.',
    );
    expect(() => toolsetNamed("constructor" as "amp")).toThrow(TypeError);
  });

  it("passes the names and types of the toolset to invoke", async () => {
    await using claude = createToolRuntime({ cwd, toolset: "claude-code", permissions: "allow-all" });
    expectTypeOf(claude.invoke<"Glob">).returns.resolves.toEqualTypeOf<string>();
    expect(await claude.invoke("Glob", { pattern: "*.txt" })).toBe(join(cwd, "a.txt"));
    // Which of the two it is, only the model tells.
    await using either = createToolRuntime({
      cwd,
      model: "gpt-5.2",
      toolset: (model) => (model === "" ? "amp" : "codex"),
    });
    expectTypeOf(either.invoke).parameter(0).toEqualTypeOf<string>();
    expect(either.registry.get("view_image")).toBeDefined();
    await using codex = createToolRuntime({ cwd, toolset: () => "codex" });
    expectTypeOf(codex.invoke)
      .parameter(0)
      .toEqualTypeOf<
        | "apply_patch"
        | "close_agent"
        | "exec_command"
        | "list_agents"
        | "request_user_input"
        | "send_input"
        | "spawn_agent"
        | "update_plan"
        | "view_image"
        | "wait_agent"
        | "web_search"
        | "write_stdin"
      >();
  });
});

describe("what comes with a toolset", () => {
  it("applies the toolset's staleness rule unless the host sets its own", async () => {
    const write = { id: "1", name: "Write", input: { file_path: "a.txt", content: "two\n" } };
    await using strict = createToolRuntime({ cwd, toolset: "claude-code", permissions: "allow-all" });
    expect((await strict.execute(write)).error?.errorCode).toBe("not-read");
    await using lax = createToolRuntime({
      cwd,
      toolset: "claude-code",
      permissions: "allow-all",
      staleness: "if-read",
    });
    expect((await lax.execute(write)).status).toBe("done");
  });

  it("continues in another toolset: the next runtime knows a session that the first opened", async () => {
    await using first = createToolRuntime({ cwd, toolset: "claude-code", permissions: "allow-all" });
    await using second = createToolRuntime({
      cwd,
      toolset: "codex",
      permissions: "allow-all",
      staleness: "require-read",
    });
    const session = first.session();
    const patch = "*** Begin Patch\n*** Update File: a.txt\n@@\n-one\n+two\n*** End Patch";
    const call = { id: "2", name: "apply_patch", input: { input: patch } };
    expect((await second.execute(call, { session })).error?.errorCode).toBe("not-read");
    await first.execute({ id: "1", name: "Read", input: { file_path: "a.txt" } }, { session });
    expect((await second.execute(call, { session })).status).toBe("done");
    expect(await readFile(join(cwd, "a.txt"), "utf8")).toBe("two\n");
  });
});

describe("a tool of the host's", () => {
  const replace = defineTool({
    name: "replace",
    description: "Replaces a part of the machine.",
    inputSchema: z.object({ part: z.string() }),
    aliases: ["swap"],
    execute: ({ part }) => `new ${part}`,
  });

  it("keeps its name, though it is another dialect's name of a built-in tool", async () => {
    await using runtime = createToolRuntime({ cwd, tools: [replace], permissions: "allow-all" });
    expect(await runtime.invoke("replace", { part: "wheel" })).toBe("new wheel");
    expect((await runtime.execute({ id: "1", name: "Edit", input: {} })).toolName).toBe("edit_file");
    // A rule on the name is about the host's tool then.
    const edit = runtime.registry.get("edit_file");
    expect(edit && runtime.registry.names(edit)).not.toContain("replace");
  });

  it("still cannot take the own name of a built-in tool", () => {
    const bash = defineTool({
      name: "Bash",
      description: "Mine.",
      inputSchema: z.object({}),
      execute: () => "",
    });
    expect(() => createToolRuntime({ cwd, tools: [bash] })).toThrow(/"Bash" .* already registered/);
  });
});

describe("modes (seed 001)", () => {
  const deploy = (metadata: Record<string, unknown>) =>
    defineTool({
      name: "tb__deploy",
      description: "Deploys the site.",
      source: "toolbox",
      inputSchema: z.object({}),
      metadata,
      execute: () => "deployed",
    });

  it("decide what is listed and what is callable, by any name of a tool", async () => {
    const options = { cwd, toolset: "claude-code", permissions: "allow-all" } as const;
    await using runtime = createToolRuntime({ ...options, mode: { includeTools: ["Read", "edit_file"] } });
    expect(runtime.tools().map(({ name }) => name)).toEqual(["Read", "Edit"]);
    const calls = ["Read", "read_file", "Bash", "run_shell_command"].map((name, index) => ({
      id: String(index),
      name,
      input: { file_path: "a.txt", command: "true" },
    }));
    const results = await runtime.executeBatch(calls);
    expect(results.map(({ status, error }) => error?.errorCode ?? status)).toEqual([
      "done",
      "done",
      "tool-not-available",
      "tool-not-available",
    ]);
  });

  it.each([
    [{}, { allowToolbox: true, subagentType: "finder" }, true],
    [{ toolbox: { subagentTypes: ["finder"] } }, { allowToolbox: true, subagentType: "finder" }, true],
    [{ toolbox: { subagentTypes: ["all"] } }, { allowToolbox: true, subagentType: "finder" }, true],
    [{ toolbox: { subagentTypes: ["oracle"] } }, { allowToolbox: true, subagentType: "finder" }, false],
    [{ toolbox: { subagentTypes: ["oracle"] } }, { allowToolbox: true }, true],
    [{ toolbox: { subagentTypes: "all" } }, { allowToolbox: true, subagentType: "finder" }, false],
    [{ toolbox: { subagentTypes: ["all"] } }, {}, false],
  ])("a toolbox tool with %j in the mode %j: %s", async (metadata, mode, available) => {
    await using runtime = createToolRuntime({
      cwd,
      tools: [deploy(metadata)],
      permissions: "allow-all",
      mode: { includeTools: [], ...mode },
    });
    expect(runtime.tools().map(({ name }) => name)).toEqual(available ? ["tb__deploy"] : []);
    const { status, error } = await runtime.execute({ id: "1", name: "tb__deploy", input: {} });
    expect(error?.errorCode ?? status).toBe(available ? "done" : "tool-not-available");
  });

  it("hold in another toolset as they are written, because every name of a tool counts", async () => {
    const mode = { includeTools: ["Read", "apply_patch", "Bash"] };
    expect(await names({ toolset: codexToolset, mode })).toEqual(["exec_command", "apply_patch"]);
    expect(await names({ toolset: "opencode", mode })).toEqual(["read", "bash", "apply_patch"]);
  });
});
