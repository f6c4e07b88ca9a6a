import { rm } from "node:fs/promises";
import { join } from "node:path";
import { describe, expect, it, onTestFinished } from "vitest";
import {
  type ApprovalRequest,
  createToolRuntime,
  defineTool,
  jsonSchema,
  type ToolEvent,
  type ToolRuntimeOptions,
} from "../../../src/index.js";
import { describes, discoveryFolder, greetTool, program, writeTool } from "./discovery-folder.js";

const FILES = { "tool/greet.mjs": greetTool("Hello"), "toolbox/run": program(describes({})) };

/** A tool file that records that it was run. */
const marking = (folder: string) =>
  `import { writeFileSync } from "node:fs"; writeFileSync(${JSON.stringify(join(folder, "ran"))}, "x");\n${greetTool("Hi")}`;

function runtimeFor(options: ToolRuntimeOptions) {
  const runtime = createToolRuntime(options);
  onTestFinished(() => runtime[Symbol.asyncDispose]());
  return runtime;
}

async function exists(path: string): Promise<boolean> {
  const { access } = await import("node:fs/promises");
  return access(path).then(
    () => true,
    () => false,
  );
}

describe("trust in a folder", () => {
  it("loads nothing without an approver, even if every call is allowed", async () => {
    const folder = await discoveryFolder(FILES);
    await writeTool(folder, "tool/mark.mjs", marking(folder));
    const runtime = runtimeFor({ cwd: folder, permissions: "allow-all" });
    const { tools, problems, approval } = await runtime.discover(".");
    expect(tools).toEqual([]);
    expect(approval).toBe("no-approver");
    expect(problems.map(({ code }) => code)).toEqual(["not-approved", "not-approved", "not-approved"]);
    expect(problems[0]?.reason).toContain('trust: "trusted"');
    expect(await exists(join(folder, "ran"))).toBe(false);
  });

  it("asks once, with every file that would run, and loads them after an approval", async () => {
    const folder = await discoveryFolder(FILES);
    const requests: ApprovalRequest[] = [];
    const events: ToolEvent["type"][] = [];
    const runtime = runtimeFor({
      cwd: folder,
      onEvent: ({ type }) => events.push(type),
      onApproval: (request) => {
        requests.push(request);
        return true;
      },
    });
    const { tools, approval } = await runtime.discover(folder);
    expect(approval).toBe("approved");
    expect(tools.map(({ name }) => name)).toEqual(["greet", "tb__run"]);
    expect(requests).toHaveLength(1);
    expect(requests[0]).toMatchObject({
      toolName: "discover_tools",
      kind: "execute",
      decision: { verdict: "ask" },
      input: {
        directory: folder,
        modules: [join(folder, "tool/greet.mjs")],
        programs: [join(folder, "toolbox/run")],
      },
    });
    expect(JSON.parse(JSON.stringify(requests[0]))).toEqual(requests[0]);
    expect(events).toEqual(["tool-approval-request", "tool-approval-response"]);
  });

  it.each([
    ["false", () => false],
    ["a no with a reason", () => ({ approved: false as const, reason: "not mine" })],
    ["nonsense", () => "yes" as unknown as boolean],
    [
      "a throw",
      () => {
        throw new Error("closed");
      },
    ],
    ["an input of its own", () => ({ approved: true as const, input: {} })],
  ])("loads nothing after %s", async (_, onApproval) => {
    const folder = await discoveryFolder({});
    await writeTool(folder, "tool/mark.mjs", marking(folder));
    const runtime = runtimeFor({ cwd: folder, onApproval });
    const { tools, approval, problems } = await runtime.discover(folder);
    expect({ tools, approval }).toEqual({ tools: [], approval: "refused" });
    expect(problems.map(({ code }) => code)).toEqual(["not-approved"]);
    expect(await exists(join(folder, "ran"))).toBe(false);
  });

  it("does not ask about an empty folder, a missing one, or one that the host trusts", async () => {
    const folder = await discoveryFolder({ "tool/greet.mjs": greetTool("Hello") });
    const runtime = runtimeFor({
      cwd: folder,
      onApproval: () => {
        throw new Error("asked");
      },
    });
    expect(await runtime.discover("tool")).toMatchObject({ tools: [], problems: [], approval: "not-needed" });
    expect((await runtime.discover("nowhere")).problems).toMatchObject([{ code: "not-found" }]);
    expect((await runtime.discover("tool/greet.mjs")).problems).toMatchObject([{ code: "not-a-directory" }]);
    expect((await runtime.discover(".", { trust: "trusted" })).tools).toHaveLength(1);
  });

  it("refuses a file that was changed while the question was open", async () => {
    const folder = await discoveryFolder({ "tool/greet.mjs": greetTool("Hello") });
    const runtime = runtimeFor({
      cwd: folder,
      onApproval: async () => {
        await writeTool(folder, "tool/greet.mjs", marking(folder));
        return true;
      },
    });
    const { tools, problems } = await runtime.discover(folder);
    expect(tools).toEqual([]);
    expect(problems.map(({ code }) => code)).toEqual(["changed-since-approval"]);
    expect(await exists(join(folder, "ran"))).toBe(false);
  });
});

describe("reload", () => {
  it("asks about new and changed files only, and removes the tools of deleted ones", async () => {
    const folder = await discoveryFolder({ ...FILES, "tool/bye.mjs": greetTool("Bye") });
    const asked: unknown[] = [];
    const runtime = runtimeFor({
      cwd: folder,
      permissions: "allow-all",
      onApproval: ({ input }) => {
        asked.push((input as { modules: string[] }).modules.map((path) => path.slice(folder.length)));
        return true;
      },
    });
    const first = await runtime.discover(folder);
    expect((await first.reload()).approval).toBe("not-needed");
    await writeTool(folder, "tool/greet.mjs", greetTool("Good day"));
    await writeTool(folder, "tool/new.mjs", greetTool("New"));
    await rm(join(folder, "tool/bye.mjs"));
    const second = await first.reload();
    expect(second.tools.map(({ name }) => name)).toEqual(["greet", "new", "tb__run"]);
    expect(asked).toEqual([
      ["/tool/bye.mjs", "/tool/greet.mjs"],
      ["/tool/greet.mjs", "/tool/new.mjs"],
    ]);
    const [greeted, gone] = await runtime.executeBatch([
      { id: "1", name: "greet", input: { name: "Ada" } },
      { id: "2", name: "bye", input: { name: "Ada" } },
    ]);
    expect(greeted?.result).toBe("Good day, Ada");
    expect(gone?.error?.errorCode).toBe("unknown-tool");
  });

  it("keeps the position of every tool when nothing changed, and retries failed files", async () => {
    const folder = await discoveryFolder({ ...FILES, "tool/late.mjs": "throw new Error('not yet')" });
    const runtime = runtimeFor({ cwd: folder });
    const found = await runtime.discover(folder, { trust: "trusted" });
    expect(found.problems).toMatchObject([{ code: "import-failed" }]);
    const other = defineTool({
      name: "other",
      description: "Registered later.",
      inputSchema: jsonSchema({ type: "object" }),
      execute: () => "",
    });
    runtime.registry.register(other);
    const before = runtime.registry.list();
    const again = await found.reload();
    expect(again.problems).toMatchObject([{ code: "import-failed" }]);
    expect(again.tools).toEqual(found.tools);
    expect(runtime.registry.list()).toEqual(before);
    await writeTool(folder, "tool/late.mjs", greetTool("Late"));
    expect((await again.reload()).tools.map(({ name }) => name)).toEqual(["greet", "late", "tb__run"]);
  });

  it("loads a changed CommonJS module again", async () => {
    const text = (word: string) => greetTool(word).replace("export default", "module.exports =");
    const folder = await discoveryFolder({ "package.json": "{}", "tool/greet.js": text("Hello") });
    const runtime = runtimeFor({ cwd: folder, permissions: "allow-all" });
    const found = await runtime.discover(folder, { trust: "trusted" });
    await writeTool(folder, "tool/greet.js", text("Good day"));
    await found.reload();
    expect(await runtime.execute({ id: "1", name: "greet", input: { name: "Ada" } })).toMatchObject({
      result: "Good day, Ada",
    });
  });

  it("keeps approved tools when new ones are refused", async () => {
    const folder = await discoveryFolder(FILES);
    let answer = true;
    const runtime = runtimeFor({ cwd: folder, onApproval: () => answer });
    const found = await runtime.discover(folder);
    answer = false;
    await writeTool(folder, "toolbox/run", program(describes({ name: "evil" })));
    const again = await found.reload();
    expect(again.tools.map(({ name }) => name)).toEqual(["greet"]);
    expect(again.problems).toMatchObject([{ file: join(folder, "toolbox/run"), code: "not-approved" }]);
    expect(runtime.registry.get("tb__run")).toBeUndefined();
  });

  it("changes nothing when it is cancelled, or after the end of the runtime", async () => {
    const folder = await discoveryFolder(FILES);
    const runtime = runtimeFor({ cwd: folder });
    const found = await runtime.discover(folder, { trust: "trusted" });
    await writeTool(folder, "tool/slow.mjs", "for (;;);");
    const ending = new AbortController();
    const reloading = found.reload({ signal: ending.signal });
    ending.abort();
    await expect(reloading).rejects.toMatchObject({ code: "cancelled" });
    expect(runtime.registry.get("greet")).toBeDefined();
    const last = found.reload();
    await runtime[Symbol.asyncDispose]();
    await expect(last).rejects.toMatchObject({ code: "cancelled" });
    await expect(found.reload()).rejects.toMatchObject({ code: "runtime-disposed" });
  });

  it("adds tools of a second folder to those of the first", async () => {
    const one = await discoveryFolder({ "tool/greet.mjs": greetTool("Hello") });
    const two = await discoveryFolder({
      "tool/greet.mjs": greetTool("Hi"),
      "tool/wave.mjs": greetTool("Hi"),
    });
    const runtime = runtimeFor({ cwd: one });
    const [first, second] = await Promise.all([
      runtime.discover(one, { trust: "trusted" }),
      runtime.discover(two, { trust: "trusted", mayReplace: "all" }),
    ]);
    expect(first.tools.map(({ name }) => name)).toEqual(["greet"]);
    expect(second.tools.map(({ name }) => name)).toEqual(["wave"]);
    expect(second.problems.map(({ code }) => code)).toEqual(["name-taken"]);
  });
});

describe("options of discover", () => {
  it.each([
    ["trust", { trust: "yes" }],
    ["modules", { modules: "tool" }],
    ["mayReplace", { mayReplace: "Read" }],
    ["timeoutMs", { timeoutMs: 0 }],
  ])("refuses an invalid %s", async (name, options) => {
    const runtime = runtimeFor({});
    await expect(runtime.discover(".", options as object)).rejects.toThrow(new RegExp(name));
  });

  it("refuses an empty path, and a backend that cannot load", async () => {
    const { memoryBackend } = await import("../../../src/index.js");
    await expect(runtimeFor({}).discover("")).rejects.toThrow(TypeError);
    const tool = defineTool({
      name: "noop",
      description: "Does nothing.",
      inputSchema: jsonSchema({ type: "object" }),
      execute: () => "",
    });
    const runtime = runtimeFor({ backend: memoryBackend(), cwd: "/", toolset: "none", tools: [tool] });
    await expect(runtime.discover("/")).rejects.toMatchObject({ code: "not-supported" });
  });

  it("reports modules if the backend cannot load them, and loads the programs", async () => {
    const { localBackend } = await import("../../../src/index.js");
    const { modules: _modules, ...backend } = localBackend();
    const folder = await discoveryFolder(FILES);
    const found = await runtimeFor({ cwd: folder, backend }).discover(folder, { trust: "trusted" });
    expect(found.problems).toMatchObject([{ file: join(folder, "tool/greet.mjs"), code: "not-supported" }]);
    expect(found.tools.map(({ name }) => name)).toEqual(["tb__run"]);
  });

  it("searches the folders that it receives", async () => {
    const folder = await discoveryFolder({ "plugins/greet.mjs": greetTool("Hello"), "tool/other.mjs": "" });
    const runtime = runtimeFor({ cwd: folder });
    const found = await runtime.discover(folder, { trust: "trusted", modules: ["plugins"], programs: [] });
    expect(found.tools.map(({ name }) => name)).toEqual(["greet"]);
    expect(found.problems).toEqual([]);
  });
});
