import { describe, expect, it } from "vitest";
import { memoryBackend } from "../../src/backends/memory/index.js";
import { createToolRuntime } from "../../src/create-tool-runtime.js";
import { FOREIGN_TOOLS } from "../../src/registry/foreign-tools.js";
import { TOOLSETS, type ToolsetName } from "../../src/toolsets/index.js";

const unused = (): never => {
  throw new Error("No call of these tests runs.");
};

function runtimeOf(toolset: ToolsetName) {
  const { languages, ...backend } = {
    languages: ["posix"] as const,
    ...memoryBackend({ files: { "/w/a": "" } }),
  };
  return createToolRuntime({
    toolset,
    cwd: "/w",
    backend: { ...backend, pages: { read: unused }, shell: { run: unused, languages } },
    model: { generate: unused },
    webSearch: { name: "none", search: unused },
  });
}

async function messageOf(toolset: ToolsetName, name: string): Promise<string | undefined> {
  await using runtime = runtimeOf(toolset);
  const { calls } = await runtime.plan([{ id: "1", name, input: {} }]);
  return calls[0]?.error?.errorCode === "unknown-tool" ? calls[0].error.message : undefined;
}

const own = FOREIGN_TOOLS.flatMap(({ toolset, names }) =>
  toolset === undefined ? [] : names.map((name) => [toolset as ToolsetName, name] as const),
);

describe("a call of a tool that the toolset of its agent leaves out", () => {
  it.each(own)("%s: %s is answered with what to do instead", async (toolset, name) => {
    const message = await messageOf(toolset, name);
    // Another name of a row may be a tool of the toolset itself.
    if (message === undefined) return expect(name).toBe("enter_plan_mode");
    expect(message).toMatch(/^There is no tool named "\w+"\. [A-Z].*\.$/);
    expect(message).not.toContain("Call one of the offered tools");
    for (const [, offered = ""] of message.matchAll(/'(\w+)'/g)) {
      expect(TOOLSETS[toolset].tools.map((tool) => tool.name)).toContain(offered);
    }
  });

  it.each([
    ["codex", "read_file", "Read files with 'exec_command': sed -n '1,200p' FILE."],
    ["codex", "Grep", "Search with 'exec_command': rg -n PATTERN."],
    [
      "codex",
      "write_file",
      "Create and replace files with 'apply_patch', in a section Add File or Update File.",
    ],
    [
      "gemini-cli",
      "save_memory",
      "Add the fact with 'replace' to the file with the instructions of the project, such as AGENTS.md.",
    ],
    ["gemini-cli", "tracker_create_task", "Keep the whole list of tasks with 'write_todos'."],
    ["claude-code", "LSP", "Find the name with 'Grep', and read the lines around it."],
    ["opencode", "plan_exit", "Ask the user with 'question' whether to carry out your plan."],
    [
      "claude-code",
      "Monitor",
      "Start the command in the background, and read its new output with 'TaskOutput' from time to time.",
    ],
    ["amp", "view_image", "Show images with 'Read'."],
  ] as const)("%s: %s names the tool under its own name here", async (toolset, name, advice) => {
    expect(await messageOf(toolset, name)).toBe(`There is no tool named "${name}". ${advice}`);
  });

  it("names no tool that is not offered", async () => {
    await using runtime = createToolRuntime({ toolset: "none", backend: memoryBackend(), cwd: "/" });
    const answer = async (name: string) =>
      (await runtime.execute({ id: "1", name, input: {} })).error?.message.split("\n", 1)[0];
    expect(await answer("LSP")).toBe('There is no tool named "LSP". Search for the name.');
    expect(await answer("Read")).toBe(
      'There is no tool named "Read". Call one of the offered tools by its exact name.',
    );
  });
});

describe("a name with the namespace that a model writes before it", () => {
  it.each([
    ["codex", "functions.exec_command", { cmd: "ls" }, "exec_command"],
    ["claude-code", "functions.read_file", { path: "a" }, "Read"],
    ["gemini-cli", "default_api.read_file", { file_path: "a" }, "read_file"],
    ["gemini-cli", "default_api:glob", { pattern: "*" }, "glob"],
  ] as const)("%s: %s is resolved", async (toolset, name, input, toolName) => {
    await using runtime = runtimeOf(toolset);
    const { calls } = await runtime.plan([{ id: "1", name, input }]);
    expect(calls[0]).toMatchObject({ toolName });
    expect(calls[0]?.error).toBeUndefined();
  });

  it("does not lead to a tool by way of two namespaces or of none", async () => {
    expect(await messageOf("codex", "functions.functions.exec_command")).toContain("There is no tool");
    expect(await messageOf("codex", "other.exec_command")).toContain("There is no tool");
    expect(await messageOf("codex", "functions.")).toContain("There is no tool");
  });
});
