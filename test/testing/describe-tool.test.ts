import { describe, expect, it, type TestContext } from "vitest";
import * as z from "zod";
import { type AnyTool, defineTool } from "../../src/core.js";
import { type DescribeToolOptions, describeTool } from "../../src/testing/index.js";
import { ampToolset } from "../../src/toolsets/index.js";
import { collectTests, failuresOf } from "./collect-tests.js";

const pathInput = z.object({ path: z.string().describe("The file.") });
const readKey = ({ path }: { path: string }) => [{ key: `file:${path}`, mode: "read" as const }];
const writeKey = ({ path }: { path: string }) => [{ key: `file:${path}`, mode: "write" as const }];

/** A correct tool; each bug below is one change of it. */
const SOUND = {
  name: "count_words",
  description: "Counts the words of a text file.",
  kind: "read",
  inputSchema: pathInput,
  facts: ({ path }: { path: string }) => ({ paths: [path] }),
  executionProfile: { resourceKeys: readKey },
  execute: async (
    { path }: { path: string },
    { files }: Parameters<AnyTool["execute"]>[1],
  ): Promise<unknown> => {
    const { text } = await files.readText(path);
    return { words: text.split(/\s+/).filter(Boolean).length };
  },
} as const;

const OPTIONS: DescribeToolOptions = {
  files: { "a.txt": "one two three\n", "log.txt": "old\n" },
  samples: [{ input: { path: "a.txt" } }],
};

async function failures(changes: object, options: Partial<DescribeToolOptions> = {}) {
  const tool = defineTool({ ...SOUND, ...changes }) as AnyTool;
  return failuresOf(collectTests((runner) => describeTool(tool, runner, { ...OPTIONS, ...options })));
}

const waiting = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));

interface Bug {
  readonly bug: string;
  readonly changes: object;
  readonly options?: Partial<DescribeToolOptions>;
  /** The test that finds the bug, and texts of its message. */
  readonly foundBy: string;
  readonly says: readonly string[];
  /** Other tests that fail too. */
  readonly also?: readonly string[];
}

const ABORT = "ends promptly when aborted and leaves no partial changes";
const BAD_INPUT = "returns an error for bad input and never throws";
const SAMPLES = "ends each sample with the expected outcome";
const SCHEMA = "has a schema that every provider interprets in the same way";
const KEYS = "declares every path it accesses";
const OUTPUT = "keeps its output within the limits";
const SAME = "returns equal results for equal input and files";

const BUGS: readonly Bug[] = [
  {
    bug: "an undeclared write",
    changes: {
      kind: "edit",
      execute: async ({ path }: { path: string }, { files }: Parameters<AnyTool["execute"]>[1]) => {
        await files.writeText("log.txt", `looked at ${path}\n`, { overwrite: true });
        return "ok";
      },
    },
    foundBy: KEYS,
    says: ["wrote /workspace/log.txt", "declared read file:/workspace/a.txt", 'mode: "write"'],
  },
  {
    bug: "a write declared as a read",
    changes: {
      kind: "edit",
      execute: async ({ path }: { path: string }, { files }: Parameters<AnyTool["execute"]>[1]) => {
        await files.writeText(path, "changed\n", { overwrite: true });
        return "ok";
      },
    },
    foundBy: KEYS,
    says: ["wrote /workspace/a.txt", "declared read file:/workspace/a.txt"],
  },
  {
    bug: "a search of more than it declares",
    changes: {
      execute: async (_: unknown, { search, cwd, signal }: Parameters<AnyTool["execute"]>[1]) => {
        const found: string[] = [];
        for await (const file of search.files({ path: cwd, order: "path", signal })) found.push(file);
        return found;
      },
    },
    foundBy: KEYS,
    says: ["read all below /workspace (search.files)", 'scope: "subtree"'],
  },
  {
    bug: "a write by a command, which bypasses the backend's files",
    changes: {
      kind: "execute",
      execute: async (_: unknown, { shell, cwd, signal }: Parameters<AnyTool["execute"]>[1]) => {
        await shell.run({ command: "echo new > made.txt", cwd, signal, onOutput: () => {} });
        return "ok";
      },
    },
    options: { backend: "temp" },
    foundBy: KEYS,
    says: ["/workspace/made.txt"],
  },
  {
    bug: "a write of a tool that is declared as read-only",
    changes: {
      executionProfile: { resourceKeys: writeKey },
      execute: async ({ path }: { path: string }, { files }: Parameters<AnyTool["execute"]>[1]) => {
        await files.writeText(path, "changed\n", { overwrite: true });
        return "ok";
      },
    },
    foundBy: 'writes no files: kind is "read"',
    says: ["it wrote /workspace/a.txt", 'kind "edit"'],
  },
  {
    bug: "a write of a tool with a readOnlyHint",
    changes: {
      kind: "edit",
      annotations: { readOnlyHint: true },
      executionProfile: { resourceKeys: writeKey },
      execute: async ({ path }: { path: string }, { files }: Parameters<AnyTool["execute"]>[1]) => {
        await files.writeText(path, "changed\n", { overwrite: true });
        return "ok";
      },
    },
    foundBy: "writes no files: annotations.readOnlyHint is true",
    says: ["it wrote /workspace/a.txt"],
  },
  {
    bug: "a wait that ignores the abort signal",
    changes: {
      execute: async () => {
        await waiting(300);
        return "ok";
      },
    },
    options: { limits: { abortMs: 100 } },
    foundBy: ABORT,
    says: ["100 ms after the signal was aborted", "execute was still running", "context.signal"],
  },
  {
    bug: "a wait that ignores an abort in the middle of a write",
    changes: {
      kind: "edit",
      executionProfile: { resourceKeys: writeKey },
      execute: async ({ path }: { path: string }, { files }: Parameters<AnyTool["execute"]>[1]) => {
        await files.writeText(path, "changed\n", { overwrite: true });
        await waiting(300);
        return "ok";
      },
    },
    options: { limits: { abortMs: 100 } },
    foundBy: ABORT,
    says: ["to a file or folder", "execute was still running"],
  },
  {
    bug: "a file left by an aborted command",
    changes: {
      kind: "execute",
      executionProfile: { serial: true },
      execute: async (_: unknown, { shell, cwd, signal }: Parameters<AnyTool["execute"]>[1]) => {
        const command = "echo half > scratch.txt; sleep 0.4; rm scratch.txt";
        await shell.run({ command, cwd, signal: new AbortController().signal, onOutput: () => {} });
        signal.throwIfAborted();
        return "ok";
      },
    },
    options: { backend: "temp", limits: { abortMs: 100 } },
    foundBy: ABORT,
    says: ["execute was still running"],
  },
  {
    bug: "a half-written file after an abort",
    changes: {
      kind: "edit",
      executionProfile: { serial: true },
      execute: async ({ path }: { path: string }, { files }: Parameters<AnyTool["execute"]>[1]) => {
        await files.writeText("scratch.txt", "half");
        await files.writeText(path, "whole\n", { overwrite: true });
        await files.writeText("scratch.txt", "all", { overwrite: true });
        return "ok";
      },
    },
    foundBy: ABORT,
    says: ["left 'scratch.txt' in a state that differs from those before and after a complete run"],
  },
  {
    bug: "a throw on an input that its schema accepts",
    changes: {
      execute: async ({ path }: { path: string }, { files }: Parameters<AnyTool["execute"]>[1]) => {
        new RegExp(path);
        return (await files.readText(path)).text;
      },
    },
    foundBy: BAD_INPUT,
    says: ["execute threw SyntaxError", "[unclosed", "ToolError"],
  },
  {
    bug: "a throw on every input",
    changes: {
      execute: async () => {
        throw new TypeError("boom");
      },
    },
    foundBy: SAMPLES,
    says: ["execute threw TypeError: boom", 'the input {"path":"a.txt"}'],
    also: [BAD_INPUT],
  },
  {
    bug: "resource keys that throw",
    changes: {
      executionProfile: {
        resourceKeys: ({ path }: { path: string }) => {
          if (path === "") throw new Error("empty");
          return readKey({ path });
        },
      },
    },
    foundBy: BAD_INPUT,
    says: ["executionProfile.resourceKeys threw Error: empty", "conflicts with every other call"],
  },
  {
    bug: "a schema that not every provider understands",
    changes: {
      inputSchema: z.object({ path: z.string(), options: z.record(z.string(), z.string()).optional() }),
    },
    foundBy: SCHEMA,
    says: ["count_words at #/properties/options", "array of name and value"],
  },
  {
    bug: "a parameter that a provider renames",
    changes: { inputSchema: z.object({ path: z.string(), "max-words": z.number().optional() }) },
    foundBy: "can be sent to google unchanged",
    says: ["google: count_words", "max-words"],
    also: [SCHEMA],
  },
  {
    bug: "output without limits",
    changes: { execute: async () => "word ".repeat(400_000) },
    foundBy: OUTPUT,
    says: ["execute returned 2000000 bytes", "the limit is 1048576", "a model reads 102400"],
  },
  {
    bug: "output over the limit of a tool that limits it itself",
    changes: {
      truncation: false,
      execute: async ({ path }: { path: string }, { files }: Parameters<AnyTool["execute"]>[1]) =>
        (await files.readText(path)).text,
    },
    foundBy: OUTPUT,
    says: ["truncation is false", "524", "the limit is 102400", "with text files of 524288 bytes"],
  },
  {
    bug: "a random value in the output",
    changes: { execute: async () => ({ id: Math.random() }) },
    foundBy: SAME,
    says: ["result.id was 0.", "metadata: { deterministic: false }"],
  },
  {
    bug: "the time of day in the output",
    changes: { execute: async () => new Date().toISOString() },
    foundBy: SAME,
    says: ["result was"],
  },
  {
    bug: "a random value in a file",
    changes: {
      kind: "edit",
      executionProfile: { resourceKeys: writeKey },
      execute: async ({ path }: { path: string }, { files }: Parameters<AnyTool["execute"]>[1]) => {
        await files.writeText(path, String(Math.random()), { overwrite: true });
        return "ok";
      },
    },
    foundBy: SAME,
    says: ["files.a.txt was"],
    // The files after an abort cannot be distinguished from a half-written file.
    also: [ABORT],
  },
  ...(
    [
      ["a date", { at: new Date(0) }, "result.at is a Date"],
      ["a map", new Map([["a", 1]]), "result is a Map"],
      ["NaN", { list: [1, Number.NaN] }, "result.list[1] is NaN"],
      ["a function", { run: () => 1 }, "result.run is a function"],
    ] as const
  ).map(
    ([what, output, says]): Bug => ({
      bug: `${what} in the result, which JSON does not have`,
      changes: { execute: async () => output },
      foundBy: "returns JSON",
      says: [says],
    }),
  ),
  {
    bug: "a bigint in the result, which the runtime cannot render",
    changes: { execute: async () => ({ size: 1n }) },
    foundBy: "returns JSON",
    says: ["result.size is a bigint"],
    also: [SAMPLES],
  },
  {
    bug: "a call that never ends",
    changes: {
      execute: (_: unknown, { signal }: Parameters<AnyTool["execute"]>[1]) =>
        new Promise((_resolve, reject) => {
          signal.addEventListener("abort", () => reject(signal.reason));
        }),
    },
    options: { limits: { callMs: 100 } },
    foundBy: SAMPLES,
    says: ["did not end within 100 ms"],
  },
  {
    bug: "a sample without permission",
    changes: {},
    options: { permissions: [{ verdict: "ask" }] },
    foundBy: SAMPLES,
    says: ["blocked-on-user", "set permissions or approvals"],
  },
];

describe("describeTool", () => {
  it("passes a tool that keeps its promises", async () => {
    expect(await failures({})).toEqual({});
  });

  it("passes a correct tool in a real folder too", async () => {
    expect(await failures({}, { backend: "temp" })).toEqual({});
  });

  it("generates a sample if none is passed", async () => {
    expect(await failures({}, { samples: [] })).toEqual({});
  });

  it("omits tests for promises that a tool does not make", () => {
    const titles = (changes: object) =>
      collectTests((runner) =>
        describeTool(defineTool({ ...SOUND, ...changes }) as AnyTool, runner, OPTIONS),
      ).map(({ title }) => title);
    expect(titles({})).toContain('writes no files: kind is "read"');
    expect(titles({ kind: "edit" }).filter((title) => title.startsWith("writes no files"))).toEqual([]);
    expect(titles({})).toContain(SAME);
    expect(titles({ metadata: { deterministic: false } })).not.toContain(SAME);
  });

  it("passes a sample with fails: true that fails, and reports one without it", async () => {
    const missing = { input: { path: "missing.txt" } };
    expect(await failures({}, { samples: [{ ...missing, fails: true }] })).toEqual({});
    expect((await failures({}, { samples: [missing] }))[SAMPLES]).toContain("error (not-found)");
  });

  it("ignores schema keywords in acceptKeywords", async () => {
    const changes = { inputSchema: z.object({ path: z.string(), words: z.number().positive().optional() }) };
    expect((await failures(changes))[SCHEMA]).toContain("exclusiveMinimum");
    expect(await failures(changes, { acceptKeywords: ["exclusiveMinimum"] })).toEqual({});
  });

  const waits = ({ options }: Bug) => options?.limits !== undefined && options.backend === undefined;

  it.for(BUGS.filter((bug) => !waits(bug)))("finds $bug", expectFound);

  // In parallel: they wait for a limit, and each has its own workspace.
  it.concurrent.for(BUGS.filter(waits))("finds $bug", expectFound);

  async function expectFound(
    { changes, options, foundBy, says, also }: Bug,
    { expect }: TestContext,
  ): Promise<void> {
    const found = await failures(changes, options);
    expect(Object.keys(found)).toContain(foundBy);
    const message = found[foundBy] ?? "";
    expect(message).toMatch(/^The tool 'count_words' breaks its promise: .+\nObserved: [\s\S]+\nRemedy: .+/);
    for (const text of says) expect(message).toContain(text);
    expect(Object.keys(found).sort()).toEqual([foundBy, ...(also ?? [])].sort());
  }
});

describe("the built-in tools", () => {
  const files = {
    "src/a.ts": "const one = 1;\nconst two = 2;\n",
    "notes.md": "# Notes\none\n",
    "AGENTS.md": "Be kind.\n",
  };
  const patch = [
    "*** Begin Patch",
    "*** Update File: src/a.ts",
    "@@",
    "-const one = 1;",
    "+const uno = 1;",
    "*** Add File: docs/new.txt",
    "+new",
    "*** Delete File: notes.md",
    "*** End Patch",
    "",
  ].join("\n");
  const inputs: Readonly<Record<string, unknown>> = {
    Read: { path: "src/a.ts" },
    edit_file: { path: "src/a.ts", old_str: "one", new_str: "uno" },
    multi_edit: { path: "src/a.ts", edits: [{ old_str: "one", new_str: "uno" }] },
    create_file: { path: "new/deep/x.txt", content: "hello" },
    delete_file: { path: "notes.md" },
    move_file: { source: "notes.md", destination: "moved/notes.md" },
    apply_patch: { patch },
    glob: { filePattern: "**/*.ts" },
    Grep: { pattern: "one" },
    list: { path: "." },
  };

  const tools: readonly AnyTool[] = ampToolset.tools;
  it.each(Object.entries(inputs))("%s keeps every promise", async (name, input) => {
    const tool = tools.find((each) => each.name === name);
    if (tool === undefined) throw new Error(`There is no tool ${name}.`);
    const tests = collectTests((runner) => describeTool(tool, runner, { files, samples: [{ input }] }));
    expect(await failuresOf(tests)).toEqual({});
  });
});
