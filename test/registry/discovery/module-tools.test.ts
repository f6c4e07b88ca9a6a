import { join } from "node:path";
import { describe, expect, it, onTestFinished } from "vitest";
import {
  createToolRuntime,
  type DiscoverOptions,
  type DiscoveryReport,
  type ToolRuntimeOptions,
} from "../../../src/index.js";
import { discoveryFolder, greetTool } from "./discovery-folder.js";

async function discover(
  files: Readonly<Record<string, string>>,
  options: DiscoverOptions = {},
  runtimeOptions: ToolRuntimeOptions = {},
) {
  const folder = await discoveryFolder(files);
  const runtime = createToolRuntime({ cwd: folder, permissions: "allow-all", ...runtimeOptions });
  onTestFinished(() => runtime[Symbol.asyncDispose]());
  const found = await runtime.discover(folder, { trust: "trusted", timeoutMs: 15_000, ...options });
  return { folder, runtime, found };
}

/** Defects of modules: the defect, its text, the code of the problem, and words of its reason. */
const BAD_MODULES: readonly (readonly [what: string, text: string, code: string, reason: RegExp])[] = [
  [
    "a syntax error",
    "export default {\n  execute() {},\n  oops oops\n};",
    "import-failed",
    /line 3.*SyntaxError/,
  ],
  ["a throw", "throw new Error('no licence')", "import-failed", /line 1.*Error: no licence/],
  ["a throw of nothing", "throw undefined", "import-failed", /undefined/],
  ["a missing import", "import 'no-such-package-at-all'", "import-failed", /no-such-package-at-all/],
  [
    "a failure behind the import's back",
    "export default 1; Promise.reject(new Error('late'))",
    "import-failed",
    /late/,
  ],
  ["an exit", "process.exit(3)", "import-exits", /exit code 3/],
  ["a good exit", "process.exit(0)", "import-exits", /exit code 0/],
  ["an endless loop", "for (;;);", "import-hangs", /3000 ms/],
  ["an endless wait", "await new Promise(() => setInterval(() => {}, 1000))", "import-hangs", /3000 ms/],
  ["a wait for nothing", "await new Promise(() => {})", "import-hangs", /top-level await/],
  ["no export", "globalThis.colletTest = 1", "no-export", /exports nothing/],
  ["a number", "export default 7", "not-a-tool", /a number \(7\)/],
  ["null", "export default null", "not-a-tool", /exports null/],
  ["an object that is not a tool", "export default { description: 'x' }", "not-a-tool", /without execute/],
  [
    "a tool without schema",
    "export default { description: 'x', execute() {} }",
    "invalid-definition",
    /schema/i,
  ],
  [
    "args in place of a schema",
    "export default { description: 'x', args: {}, execute() {} }",
    "not-a-tool",
    /inputSchema/,
  ],
  ["a tool without description", "export default { execute() {} }", "invalid-definition", /description/],
  [
    "an export that throws when read",
    "export default new Proxy({}, { get() { throw new Error('hands off') } })",
    "invalid-definition",
    /hands off/,
  ],
];

const badModuleFile = (what: string) => `tool/${what.replaceAll(/[^a-z]/g, "_")}.mjs`;

interface Loaded {
  readonly folder: string;
  readonly found: DiscoveryReport;
}

let loaded: Promise<readonly [others: Loaded, hanging: Loaded]> | undefined;

/** Loads a good module among all bad ones, once; those that hang are in a folder with a short time limit. */
async function loadedBadModules(hangs: boolean): Promise<Loaded> {
  // Both at once, because one of them mostly waits.
  loaded ??= Promise.all([loadBadModules(false), loadBadModules(true)]);
  const [others, hanging] = await loaded;
  return hangs ? hanging : others;
}

async function loadBadModules(hangs: boolean): Promise<Loaded> {
  const bad = BAD_MODULES.filter(([, , code]) => (code === "import-hangs") === hangs);
  const folder = await discoveryFolder({
    "tool/good.mjs": greetTool("Hello"),
    ...Object.fromEntries(bad.map(([what, text]) => [badModuleFile(what), text])),
  });
  await using runtime = createToolRuntime({ cwd: folder, permissions: "allow-all" });
  const timeoutMs = hangs ? 3_000 : 15_000;
  return { folder, found: await runtime.discover(folder, { trust: "trusted", timeoutMs }) };
}

describe("tools from modules", () => {
  it("names the default export after the file and another export file_export", async () => {
    const { runtime, found, folder } = await discover({
      "tool/greet.mjs": `${greetTool("Hello")}export const loudly = ${greetTool("HELLO").slice("export default ".length)}`,
      "tools/wave.js": greetTool("Hi"),
      "tool/greet.d.ts": "export {};",
      "tool/notes.md": "# Notes",
      "tool/.hidden.mjs": "throw 1",
    });
    expect(found.problems).toEqual([]);
    expect(found.tools).toEqual([
      { name: "greet", file: join(folder, "tool/greet.mjs"), kind: "module" },
      { name: "greet_loudly", file: join(folder, "tool/greet.mjs"), kind: "module" },
      { name: "wave", file: join(folder, "tools/wave.js"), kind: "module" },
    ]);
    const results = await runtime.executeBatch([
      { id: "1", name: "greet", input: { name: "Ada" } },
      { id: "2", name: "greet_loudly", input: { name: "Ada" } },
      { id: "3", name: "wave", input: {} },
    ]);
    expect(results.map((result) => result.status)).toEqual(["done", "done", "error"]);
    expect(results[0]?.result).toBe("Hello, Ada");
  });

  it("loads a tool of the OpenCode specification, and reports an init that does not end", async () => {
    const parts = greetTool("Hello").replace("export default", "return").replace("inputSchema", "parameters");
    const { runtime, found } = await discover(
      {
        "tool/ported.mjs": `export default { id: "other", async init() { ${parts.replace(/execute:.*,/, 'execute: async ({ name }, { agent }) => ({ output: "Hello, " + name + " from " + agent }),')} } };`,
        "tool/stuck.mjs": `export default { id: "stuck", init: () => new Promise(() => {}) };`,
      },
      { timeoutMs: 3_000 },
    );
    expect(found.tools).toMatchObject([{ name: "ported" }]);
    expect(found.problems).toMatchObject([
      { code: "import-hangs", reason: expect.stringMatching(/init did not end within 3000 ms/) },
    ]);
    const result = await runtime.execute(
      { id: "1", name: "ported", input: { name: "Ann" } },
      { agent: "build" },
    );
    expect(result.content).toEqual([{ type: "text", text: "Hello, Ann from build" }]);
  });

  it("accepts a CommonJS module if it is a tool, otherwise its properties", async () => {
    const definition = greetTool("Hello").slice("export default ".length).trim().replace(/;$/, "");
    const { found } = await discover({
      "package.json": "{}",
      "tool/whole.js": `module.exports = ${definition}`,
      "tool/parts.js": `exports.one = ${definition}; exports.two = ${definition};`,
    });
    expect(found.problems).toEqual([]);
    expect(found.tools.map(({ name }) => name)).toEqual(["parts_one", "parts_two", "whole"]);
  });

  it("loads TypeScript here if a loader is present or Node strips types, otherwise states the remedy", async () => {
    const { found } = await discover({ "tool/typed.ts": `const word: string = "Hi";\n${greetTool("Hi")}` });
    if (found.problems.length === 0) expect(found.tools.map(({ name }) => name)).toEqual(["typed"]);
    else expect(found.problems[0]).toMatchObject({ code: "typescript-not-supported" });
  });

  it.each(BAD_MODULES)(
    "reports %s with file and reason, and loads the rest",
    async (what, _text, code, reason) => {
      const { found, folder } = await loadedBadModules(code === "import-hangs");
      const file = join(folder, badModuleFile(what));
      expect(found.problems.filter((problem) => problem.file === file)).toEqual([
        expect.objectContaining({ file, code, reason: expect.stringMatching(reason) }),
      ]);
      expect(found.tools.map(({ name }) => name)).toEqual(["good"]);
    },
  );

  it("reports a name that no tool can have without running the file", async () => {
    const { found } = await discover({
      "tool/no tool.mjs": "process.exit(1)",
      "tool/a.test.mjs": "process.exit(1)",
      "tool/mcp__x.mjs": greetTool("Hello"),
    });
    expect(found.tools).toEqual([]);
    expect(found.problems.map(({ code }) => code)).toEqual(["illegal-name", "illegal-name", "illegal-name"]);
    expect(found.problems[1]?.reason).toContain('"no tool"');
  });

  it.each([
    ["Read.mjs", "the name of a built-in tool"],
    ["read.mjs", "an alias of it"],
    ["READ.mjs", "its name in another case"],
  ])("reports %s, which is %s, and keeps the built-in tool", async (name) => {
    const { found, runtime } = await discover({ [`tool/${name}`]: greetTool("Hello") });
    expect(found.tools).toEqual([]);
    expect(found.problems).toEqual([
      expect.objectContaining({
        code: "name-taken",
        reason: expect.stringContaining('mayReplace: ["Read"]'),
      }),
    ]);
    expect(runtime.registry.get("Read")?.source).toBe("builtin");
  });

  it("reports the second of two files with the same tool name", async () => {
    const { found, folder } = await discover({
      "tool/greet.js": greetTool("Hello"),
      "tool/greet.mjs": greetTool("Hi"),
      "tools/Greet.mjs": greetTool("Hey"),
    });
    expect(found.tools.map(({ file }) => file)).toEqual([join(folder, "tool/greet.js")]);
    expect(found.problems.map(({ code }) => code)).toEqual(["name-taken", "name-taken"]);
    expect(found.problems[0]?.reason).not.toContain("mayReplace");
  });

  it("replaces a built-in tool if the host allows it, until the file is removed", async () => {
    const { runtime, found, folder } = await discover(
      { "tool/Read.mjs": greetTool("Hello"), "tool/create_file.mjs": greetTool("Hello") },
      { mayReplace: ["Read"] },
    );
    expect(found.tools).toEqual([expect.objectContaining({ name: "Read", replaces: ["Read"] })]);
    expect(found.problems.map(({ code }) => code)).toEqual(["name-taken"]);
    expect(runtime.registry.get("Read")?.source).toBe("host");
    const before = runtime.registry.list().map(({ name }) => name);
    const { rm } = await import("node:fs/promises");
    await rm(join(folder, "tool/Read.mjs"));
    await found.reload();
    expect(runtime.registry.get("Read")?.source).toBe("builtin");
    expect(runtime.registry.list().map(({ name }) => name)).toEqual(before);
  });

  it("ignores the source that a module claims", async () => {
    const definition = greetTool("Hello").replace("{", '{ source: "builtin", name: "Bash",');
    const { runtime, found } = await discover({ "tool/mine.mjs": definition });
    expect(found.tools.map(({ name }) => name)).toEqual(["mine"]);
    expect(runtime.registry.get("mine")?.source).toBe("host");
  });
});
