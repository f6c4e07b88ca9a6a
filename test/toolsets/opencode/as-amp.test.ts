import { readFile, stat } from "node:fs/promises";
import { describe, expect, it } from "vitest";
import { type AnyTool, ToolError, type Web } from "../../../src/contract/index.js";
import { ampToolset, codexToolset, opencodeToolset } from "../../../src/toolsets/index.js";
import { fakeSubagents } from "../../tools/agents/fake-subagents.js";
import { createWorkbench, type Workbench } from "../../tools/workbench.js";

/** The same call of one operation under several faces, and what of the answer must be the same. */
interface SameCall {
  readonly act: string;
  readonly world?: Readonly<Record<string, string>>;
  readonly calls: Readonly<Record<string, readonly [string, object]>>;
  /** Facts that every answer must tell, in whatever format. */
  readonly told?: readonly string[];
  /** What none of them may tell. */
  readonly hidden?: readonly string[];
}

/** A web of one long page. */
const WEB: Web = {
  pages: {
    read: async ({ url }) => ({
      type: "text",
      url,
      fetchedAt: 0,
      mediaType: "text/html",
      notes: [],
      text: "Words of a page.\n".repeat(20_000),
    }),
  },
  search: {
    name: "Test",
    search: async () => [{ title: "A page", url: "https://example.com/a", snippet: "About foxes." }],
  },
};

const TOOLSETS = { amp: ampToolset, opencode: opencodeToolset, codex: codexToolset };

const SOURCE = "export function total(items) {\n    return items.length;\n}\n";
const PATCH =
  "*** Begin Patch\n*** Add File: new.txt\n+new\n*** Update File: a.js\n@@\n-    return items.length;\n+    return 0;\n*** Delete File: b.txt\n*** End Patch";

const patchCalls: SameCall["calls"] = {
  amp: ["apply_patch", { patch: PATCH }],
  opencode: ["apply_patch", { patchText: PATCH }],
  codex: ["apply_patch", { input: PATCH }],
};

function editCalls(path: string, oldText: string, newText: string): SameCall["calls"] {
  return {
    amp: ["edit_file", { path, old_str: oldText, new_str: newText }],
    opencode: ["edit", { filePath: path, oldString: oldText, newString: newText }],
  };
}

function multiEditCalls(path: string, edits: readonly (readonly [string, string])[]): SameCall["calls"] {
  const inAmp = edits.map(([old_str, new_str]) => ({ old_str, new_str, replace_all: true }));
  const inOpenCode = edits.map(([oldString, newString]) => ({
    filePath: path,
    oldString,
    newString,
    replaceAll: true,
  }));
  return {
    amp: ["multi_edit", { path, edits: inAmp }],
    opencode: ["multiedit", { filePath: path, edits: inOpenCode }],
  };
}

function writeCalls(path: string, content: string): SameCall["calls"] {
  return { amp: ["create_file", { path, content }], opencode: ["write", { filePath: path, content }] };
}

function shellCalls(command: string): SameCall["calls"] {
  return {
    amp: ["Bash", { cmd: command }],
    opencode: ["bash", { command, description: "Does something" }],
    codex: ["exec_command", { cmd: command }],
  };
}

const CALLS: readonly SameCall[] = [
  {
    act: "reads a range of lines",
    world: { "a.txt": "one\ntwo\nthree\nfour\n" },
    calls: {
      amp: ["Read", { path: "a.txt", read_range: [2, 3] }],
      opencode: ["read", { filePath: "a.txt", offset: 1, limit: 2 }],
    },
    told: ["two", "three"],
    hidden: ["one", "four"],
  },
  {
    act: "names what is in a folder",
    world: { "src/a.txt": "", "src/deep/b.txt": "" },
    calls: { amp: ["Read", { path: "src" }], opencode: ["read", { filePath: "src" }] },
    told: ["a.txt", "deep/"],
    hidden: ["b.txt"],
  },
  {
    act: "refuses to read a secret",
    world: { ".env": "TOKEN=canary" },
    calls: { amp: ["Read", { path: ".env" }], opencode: ["read", { filePath: ".env" }] },
    told: ["Refusing to read env file."],
    hidden: ["canary"],
  },
  {
    act: "suggests names for a missing file",
    world: { "server.png": "" },
    calls: {
      amp: ["Read", { path: "sever.png" }],
      opencode: ["read", { filePath: "sever.png" }],
      codex: ["view_image", { path: "sever.png" }],
    },
    told: ["ENOENT: no such file or directory", "server.png?"],
  },
  {
    act: "notes a range that starts after the end",
    world: { "a.txt": "one\n" },
    calls: {
      amp: ["Read", { path: "a.txt", read_range: [5, 9] }],
      opencode: ["read", { filePath: "a.txt", offset: 4, limit: 5 }],
    },
    told: ["1 line"],
  },
  {
    act: "writes a new file with its folders",
    calls: writeCalls("src/a.txt", "x\n"),
    told: ["reated", "src/a.txt"],
  },
  {
    act: "overwrites a file",
    world: { "a.txt": "old\r\n" },
    calls: writeCalls("a.txt", "new\n"),
    told: ["a.txt"],
  },
  {
    act: "refuses to write over a folder",
    world: { "src/a.txt": "" },
    calls: writeCalls("src/", "x"),
    told: ["names a folder"],
  },
  {
    act: "finds a text although its indentation differs, and keeps the file's",
    world: { "a.js": SOURCE },
    calls: editCalls("a.js", "  return items.length; ", "  return 0;"),
    told: ["is not in the file word for word", "+    return 0;"],
  },
  {
    act: "keeps line ends as they are",
    world: { "a.txt": "a\r\nb\r\nc\r\n" },
    calls: editCalls("a.txt", "a\nb", "1\n2\n3"),
    told: ["lines 1-3"],
  },
  {
    act: "refuses a text in several places and names their lines",
    world: { "a.txt": "x\ny\nx\n" },
    calls: editCalls("a.txt", "x", "z"),
    told: ["2 occurrences", "lines 1 and 3"],
  },
  {
    act: "makes several edits",
    world: { "a.txt": "x\ny\n" },
    calls: multiEditCalls("a.txt", [
      ["x", "y"],
      ["y", "z"],
    ]),
    told: ["Made 2 edits", "lines 1-2"],
  },
  {
    act: "makes no edit when one of several fails",
    world: { "a.txt": "x\ny\n" },
    calls: multiEditCalls("a.txt", [
      ["x", "1"],
      ["absent", "2"],
    ]),
    told: ["Edit 2 of 2 failed"],
  },
  {
    act: "applies a patch",
    world: { "a.js": SOURCE, "b.txt": "b\n" },
    calls: patchCalls,
    told: ["new.txt", "a.js", "b.txt"],
  },
  {
    act: "applies nothing of a patch that does not fit",
    world: { "a.js": "other\n", "b.txt": "b\n" },
    calls: patchCalls,
    told: ["a.js"],
  },
  {
    act: "finds lines by a pattern",
    world: { "src/a.ts": "one\nneedle 7\n", "b.md": "needle x\n", ".env": "needle 8\n" },
    calls: {
      amp: ["Grep", { pattern: "needle \\d", caseSensitive: true }],
      opencode: ["grep", { pattern: "needle \\d" }],
    },
    told: ["src/a.ts", "2: needle 7"],
    hidden: ["b.md", "needle 8"],
  },
  {
    act: "refuses a pattern that is none",
    world: { "a.ts": "x" },
    calls: { amp: ["Grep", { pattern: "(" }], opencode: ["grep", { pattern: "(" }] },
    told: ["If you meant to search for a literal string"],
  },
  {
    act: "finds files by name",
    world: { "src/a.ts": "", "src/deep/b.ts": "", "c.md": "" },
    calls: {
      amp: ["glob", { filePattern: "src/**/*.ts" }],
      opencode: ["glob", { pattern: "src/**/*.ts" }],
    },
    told: ["src/a.ts", "src/deep/b.ts"],
    hidden: ["c.md"],
  },
  {
    act: "lists files as a tree",
    world: { "src/a.ts": "", "src/deep/b.ts": "", "dist/c.js": "", "d.md": "" },
    calls: { amp: ["list", {}], opencode: ["list", {}] },
    told: ["\n\nsrc/\n  deep/\n    b.ts\n  a.ts\nd.md"],
    hidden: ["dist"],
  },
  {
    act: "runs a command where a cd in front leads",
    world: { "src/a.txt": "" },
    calls: shellCalls("cd src && ls && touch made"),
    told: ["a.txt"],
  },
  {
    act: "answers a failing command with its code",
    calls: shellCalls("echo no >&2; exit 7"),
    told: ["no\n", "7"],
  },
  { act: "refuses an empty command", calls: shellCalls(" "), told: ["is empty. Pass the command to run."] },
  {
    act: "reads a web page, and says where the rest of a long one is",
    calls: {
      amp: ["read_web_page", { url: "https://example.com/a" }],
      opencode: ["webfetch", { url: "https://example.com/a" }],
    },
    told: ['<web_page url="https://example.com/a">', "Words of a page.", "Full output saved to: "],
  },
  {
    act: "searches the web",
    calls: {
      amp: ["web_search", { query: "foxes", max_results: 8 }],
      opencode: ["websearch", { query: "foxes" }],
    },
    told: ["1. A page\n   https://example.com/a\n   About foxes."],
  },
  {
    act: "gives a task to a subagent",
    calls: {
      amp: ["Task", { prompt: "Look.", subagent_type: "explore", paths: ["src"] }],
      opencode: ["task", { description: "A", prompt: "Look.", subagent_type: "explore", paths: ["src"] }],
    },
    told: ["told Look.", "agent-1"],
  },
  {
    act: "fails with a subagent that fails",
    calls: {
      amp: ["Task", { prompt: "fail" }],
      opencode: ["task", { description: "A", prompt: "fail", subagent_type: "general" }],
    },
    told: ["Subagent failed (task_id: agent-1)"],
  },
  {
    act: "keeps the to-do list",
    calls: {
      opencode: ["todowrite", { todos: [{ content: "a", status: "pending", priority: "low" }] }],
      codex: ["update_plan", { plan: [{ step: "a", status: "pending" }] }],
    },
  },
];

describe("an operation behaves under the faces of opencode and codex as under those of amp", () => {
  it.each(CALLS)("$act", async ({ world = {}, calls, told = [], hidden = [] }) => {
    const outcomes = new Map<string, unknown>();
    for (const [toolset, [name, input]] of Object.entries(calls)) {
      const tool = toolNamed(toolset, name);
      const bench = await createWorkbench({
        services: {
          web: WEB,
          subagents: fakeSubagents(({ prompt }) =>
            prompt === "fail" ? { ended: "model-failed" } : `told ${prompt}`,
          ),
        },
      });
      await bench.write(world);
      // Commands of Codex become jobs of the session.
      Object.assign(bench.context.session, { onDispose: () => () => {} });
      const { text, code } = await answer(bench, tool, input);
      for (const fact of told) expect(text, `${toolset}: ${name}`).toContain(fact);
      for (const fact of hidden) expect(text, `${toolset}: ${name}`).not.toContain(fact);
      const { kind, annotations, timeoutMs } = tool;
      outcomes.set(toolset, {
        tool: { kind, annotations, timeoutMs },
        declared: await declared(tool, input),
        code,
        files: await filesOf(bench),
        changes: bench.changes.map((change) => ({ ...change, path: change.path.slice(bench.folder.length) })),
      });
    }
    const [[first, expected] = ["", undefined], ...others] = outcomes;
    expect(others.length).toBeGreaterThan(0);
    for (const [toolset, outcome] of others) expect(outcome, `${toolset} and ${first}`).toEqual(expected);
  });

  it("covers every tool of both toolsets that amp has too", () => {
    const shown = new Set(
      CALLS.flatMap(({ calls }) => Object.entries(calls).map(([toolset, [name]]) => `${toolset}: ${name}`)),
    );
    const tools = [opencodeToolset, codexToolset].flatMap((toolset) =>
      toolset.tools.map((tool) => `${toolset.name}: ${tool.name}`),
    );
    expect(tools.filter((tool) => !shown.has(tool))).toEqual([
      "opencode: todoread",
      "opencode: skill",
      "opencode: question",
      "codex: write_stdin",
      "codex: spawn_agent",
      "codex: send_input",
      "codex: wait_agent",
      "codex: list_agents",
      "codex: close_agent",
      "codex: request_user_input",
      "codex: web_search",
    ]);
  });
});

function toolNamed(toolset: string, name: string): AnyTool {
  const found = TOOLSETS[toolset as keyof typeof TOOLSETS].tools.find((tool) => tool.name === name);
  if (found === undefined) throw new Error(`no tool ${name} in ${toolset}`);
  return found;
}

async function answer(bench: Workbench, tool: AnyTool, input: object) {
  try {
    return { text: (await bench.call(tool, input)).text, code: "done" };
  } catch (error) {
    if (!ToolError.isInstance(error)) throw error;
    return { text: error.message, code: error.code };
  }
}

/** What a scheduler and a permission rule see. */
async function declared(tool: AnyTool, input: object) {
  const parsed = await tool.validateInput(input);
  if (parsed.issues !== undefined) throw new Error(`invalid input: ${JSON.stringify(parsed.issues)}`);
  const environment = { cwd: "/cwd" };
  const prepared = tool.preprocessArgs?.(parsed.value, environment) ?? parsed.value;
  const { serial, resourceKeys } = tool.executionProfile ?? {};
  return {
    facts: tool.facts?.(prepared, environment),
    serial,
    keys: resourceKeys?.(prepared, environment),
  };
}

async function filesOf(bench: Workbench): Promise<Readonly<Record<string, string>>> {
  const contents: Record<string, string> = {};
  for (const name of await bench.names()) {
    const path = bench.path(name);
    contents[name] = (await stat(path)).isFile() ? await readFile(path, "utf8") : "folder";
  }
  return contents;
}
