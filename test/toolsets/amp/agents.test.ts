import { mkdir, mkdtemp, readFile, realpath, rm, symlink, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { describe, expect, it, onTestFinished } from "vitest";
import {
  type ApprovalRequest,
  createToolRuntime,
  localBackend,
  type Model,
  type ModelRequest,
  type Repositories,
  type ToolResult,
  type ToolRuntimeOptions,
} from "../../../src/index.js";
import { type ModelTurn, scriptedModel } from "../../../src/testing/index.js";
import {
  type AmpFinderResult,
  type AmpKrakenResult,
  type AmpLibrarianResult,
  type AmpTaskResult,
  ampToolset,
} from "../../../src/toolsets/index.js";
import { createGitWorld } from "../../backends/local/repositories/git-world.js";
import { runningCommands } from "./running-commands.js";

const AGENT_TOOLS = ["Task", "finder", "oracle", "librarian", "kraken"];

async function project(files: Readonly<Record<string, string>> = {}): Promise<string> {
  const cwd = await realpath(await mkdtemp(join(tmpdir(), "collet-agents-")));
  onTestFinished(() => rm(cwd, { recursive: true, force: true }));
  for (const [name, text] of Object.entries(files)) {
    await mkdir(dirname(join(cwd, name)), { recursive: true });
    await writeFile(join(cwd, name), text);
  }
  return cwd;
}

function runtimeWith(model: Model, options: ToolRuntimeOptions = {}) {
  const runtime = createToolRuntime({ model, toolset: "amp", ...options });
  onTestFinished(() => runtime[Symbol.asyncDispose]());
  const call = (name: string, input: unknown, id = "1") => runtime.execute({ id, name, input });
  return { runtime, call };
}

const textOf = ({ content }: ToolResult) =>
  content.map((part) => (part.type === "text" ? part.text : `<${part.type}>`)).join("");

/** What an agent was told first. */
function promptOf({ messages }: ModelRequest): string {
  const [first] = messages;
  return first?.role === "user" && typeof first.content === "string" ? first.content : "";
}

/** Which turn of its agent a request is, 0-based. */
const turnOf = ({ messages }: ModelRequest) => messages.filter(({ role }) => role === "assistant").length;

/** Lets each of several callers go on when all of them are there. */
function meeting(size: number): () => Promise<void> {
  let arrived = 0;
  let open = () => {};
  const all = new Promise<void>((resolve) => {
    open = resolve;
  });
  return async () => {
    arrived += 1;
    if (arrived === size) open();
    await all;
  };
}

describe("the tools that need a model", () => {
  it("offers subagent tools only with a model, without a time limit or a question", () => {
    const names = (options: ToolRuntimeOptions) =>
      createToolRuntime(options)
        .tools()
        .map(({ name }) => name);
    expect(names({})).not.toEqual(expect.arrayContaining(["Task"]));
    expect(names({ model: scriptedModel([]) })).toEqual(expect.arrayContaining(AGENT_TOOLS));
    for (const tool of ampToolset.tools.filter(({ name }) => AGENT_TOOLS.includes(name))) {
      expect(tool).toMatchObject({ timeoutMs: false, requires: ["model"] });
      expect(["read", "search", "think"]).toContain(tool.kind);
    }
  });
});

describe("finder", () => {
  it("answers on this repository with places that are there", async () => {
    const model = scriptedModel((results, request) => {
      if (turnOf(request) === 0) {
        expect(promptOf(request)).toBe("Where is a folder outside of the roots opened for a session?");
        return {
          calls: [
            { name: "Grep", input: { pattern: "export function openForReading", glob: "src/**/*.ts" } },
            { name: "glob", input: { filePattern: "src/workspace/paths/*.ts" } },
          ],
        };
      }
      const [, path, line] = /(src\/\S+?\.ts):(\d+):/.exec(textOf(results[0] as ToolResult)) ?? [];
      expect(textOf(results[1] as ToolResult)).toContain("path-boundary.ts");
      return {
        says: `- \`${path}:${line}-${Number(line) + 5}\` — opens it\n- src/gone.ts:1-2 — is not there`,
      };
    });
    const { call } = runtimeWith(model, { cwd: process.cwd() });
    const result = await call("finder", {
      query: "Where is a folder outside of the roots opened for a session?",
    });
    expect(result.status).toBe("done");
    const { files, ended } = result.result as AmpFinderResult;
    expect(ended).toBe("done");
    expect(files).toHaveLength(1);
    const [found] = files;
    expect(found).toMatchObject({
      path: join(process.cwd(), "src/workspace/paths/opened-folders.ts"),
      why: "opens it",
    });
    const source = (await readFile(found?.path ?? "", "utf8")).split("\n");
    expect(source[(found?.startLine ?? 0) - 1]).toContain("export function openForReading");
    expect(textOf(result)).toContain(`Found there:\n${found?.path}:${found?.startLine}-${found?.endLine}`);
    expect(textOf(result)).toContain("src/gone.ts does not exist");
  });

  it("cannot change anything, even if the session may: tools that change are not offered to it", async () => {
    const cwd = await project({ "a.txt": "one\n" });
    const seen: string[] = [];
    const model = scriptedModel((results, request) => {
      seen.push(...request.tools.map(({ name }) => name));
      if (turnOf(request) > 0) return { says: results.map(({ status }) => status).join(" ") };
      return {
        calls: [
          { name: "edit_file", input: { path: "a.txt", old_str: "one", new_str: "two" } },
          { name: "Bash", input: { cmd: "echo two > a.txt" } },
          { name: "Task", input: { prompt: "Change a.txt" } },
        ],
      };
    });
    const { call } = runtimeWith(model, { cwd, permissions: "allow-all" });
    const result = await call("finder", { query: "x" });
    expect((result.result as AmpFinderResult).text).toBe("error error error");
    expect(seen).toEqual(expect.arrayContaining(["Grep", "glob", "Read"]));
    expect(seen).not.toEqual(expect.arrayContaining(["edit_file"]));
    expect(seen).not.toEqual(expect.arrayContaining(["Bash"]));
    expect(await readFile(join(cwd, "a.txt"), "utf8")).toBe("one\n");
  });
});

const SAMPLE_FILES = 30;

function sample(): Record<string, string> {
  const files: Record<string, string> = {
    "check.mjs": `import { readdirSync, readFileSync } from "node:fs";
const texts = readdirSync("src").map((name) => readFileSync("src/" + name, "utf8"));
if (texts.some((text) => text.includes("oldName"))) { console.log("oldName is still there"); process.exit(1); }
const uses = texts.join("").split("newName").length - 1;
console.log(texts.length + " files, newName " + uses + " times");
process.exit(uses === ${SAMPLE_FILES * 2} ? 0 : 1);
`,
  };
  for (let index = 0; index < SAMPLE_FILES; index += 1) {
    files[`src/m${index}.js`] =
      `export const value${index} = oldName(${index});\nexport { oldName as again${index} };\n`;
  }
  return files;
}

/** Renames in the files that a worker was given. */
function worker(request: ModelRequest): ModelTurn {
  if (turnOf(request) > 0) return { says: "Renamed." };
  const files = [...promptOf(request).matchAll(/^- (src\/m\d+\.js)$/gm)].map((match) => match[1] as string);
  const input = { old_str: "oldName", new_str: "newName", replace_all: true };
  return { calls: files.map((path) => ({ name: "edit_file", input: { path, ...input } })) };
}

const isPlanner = (request: ModelRequest) => request.system?.includes("plan a change") === true;

function planOf(size: number): string {
  const files = Array.from({ length: SAMPLE_FILES }, (_, index) => `src/m${index}.js`);
  const groups = Array.from({ length: Math.ceil(SAMPLE_FILES / size) }, (_, index) => ({
    files: files.slice(index * size, (index + 1) * size),
    instructions: "Replace oldName by newName everywhere.",
  }));
  return `The plan:\n\`\`\`json\n${JSON.stringify({ groups }, null, 2)}\n\`\`\``;
}

describe("kraken", () => {
  it("renames a symbol over 30 files, several workers at a time, and the check passes", async () => {
    const cwd = await project(sample());
    const together = meeting(8);
    const script = scriptedModel((_results, request) =>
      isPlanner(request) ? { says: planOf(3) } : worker(request),
    );
    const model: Model = {
      name: "eight at once",
      async generate(request) {
        // None of the first eight goes on before all of them are at work.
        if (!isPlanner(request) && turnOf(request) === 0) await together();
        return script.generate(request);
      },
    };
    const asked: ApprovalRequest[] = [];
    const { call } = runtimeWith(model, {
      cwd,
      permissions: [{ kind: "edit", path: "src/**", verdict: "allow" }],
      onApproval: (request) => {
        asked.push(request);
        return true;
      },
    });
    const result = await call("kraken", {
      task: "Rename oldName to newName.",
      glob: "src/*.js",
      check: "node check.mjs",
    });
    expect(result.status).toBe("done");
    const { files, groups, check } = result.result as AmpKrakenResult;
    expect(check).toMatchObject({ status: "passed", output: "30 files, newName 60 times\n" });
    expect(groups).toHaveLength(10);
    expect(files.map(({ status }) => status)).toEqual(Array.from({ length: SAMPLE_FILES }, () => "changed"));
    expect(textOf(result)).toContain(
      "30 files in 10 groups: 30 changed, 0 unchanged, 0 failed, 0 unplanned.",
    );
    expect(textOf(result)).toContain("The check passed: node check.mjs");
    // The edits are allowed by the rule, the check is nobody's but the approver's to allow.
    expect(asked.map(({ facts }) => facts.command)).toEqual(["node check.mjs"]);
  });

  it("keeps a worker to its files, and takes a group back that fails, and no other", async () => {
    const cwd = await project(sample());
    const refusals: string[] = [];
    const model = scriptedModel((results, request) => {
      if (isPlanner(request)) return { says: planOf(10) };
      const turn = worker(request);
      if (!promptOf(request).includes("- src/m0.js")) return turn;
      if (turnOf(request) === 0) return turn;
      if (turnOf(request) === 1) {
        return {
          calls: [
            { name: "edit_file", input: { path: "src/m29.js", old_str: "value29", new_str: "mine" } },
            { name: "create_file", input: { path: "src/new.js", content: "x" } },
            { name: "delete_file", input: { path: join(cwd, "src/m29.js") } },
            { name: "move_file", input: { source: "src/m0.js", destination: "src/elsewhere.js" } },
            { name: "Bash", input: { cmd: "echo mine > src/m29.js" } },
          ],
        };
      }
      refusals.push(...results.map(({ error }) => `${error?.errorCode}: ${error?.message}`));
      throw new Error("The provider is down.");
    });
    const { call } = runtimeWith(model, { cwd, permissions: "allow-all" });
    const result = await call("kraken", { task: "Rename oldName to newName.", check: "node check.mjs" });
    expect(refusals).toHaveLength(5);
    for (const refusal of refusals.slice(0, -1)) {
      expect(refusal).toMatch(/^permission-denied: .*This task may change nothing but/s);
    }
    expect(refusals.at(-1)).toMatch(/^tool-not-available: /);
    const { files, groups, check } = result.result as AmpKrakenResult;
    expect(groups.map(({ status }) => status).sort()).toEqual(["done", "done", "rolled-back"]);
    expect(files.filter(({ status }) => status === "failed")).toHaveLength(10);
    expect(check).toMatchObject({ status: "failed", output: "oldName is still there\n" });
    expect(await readFile(join(cwd, "src/m0.js"), "utf8")).toBe(sample()["src/m0.js"]);
    expect(await readFile(join(cwd, "src/m29.js"), "utf8")).toContain("value29 = newName(29)");
  });
});

describe("Task", () => {
  it("judges a subagent's changes by the session's rules and by its paths", async () => {
    const cwd = await project({ "src/a.txt": "one\n", "docs/b.txt": "one\n", "docs/c.txt": "one\n" });
    const edit = (path: string) => ({ name: "edit_file", input: { path, old_str: "one", new_str: "two" } });
    const model = scriptedModel((results, request) =>
      turnOf(request) === 0
        ? { calls: [edit("src/a.txt"), edit("docs/b.txt"), edit("docs/c.txt")] }
        : { says: results.map(({ error }) => error?.errorCode ?? "done").join(" ") },
    );
    const { call } = runtimeWith(model, {
      cwd,
      permissions: [
        { kind: "edit", verdict: "allow" },
        { path: "docs/c.txt", verdict: "deny" },
      ],
    });
    const result = await call("Task", { prompt: "Change it.", paths: ["docs"] });
    expect(result).toMatchObject({ status: "done" });
    expect((result.result as AmpTaskResult).text).toBe("permission-denied done permission-denied");
    expect((result.result as AmpTaskResult).files).toEqual([join(cwd, "docs/b.txt")]);
    expect(result.trackFiles).toEqual([join(cwd, "docs/b.txt")]);
    expect(await readFile(join(cwd, "src/a.txt"), "utf8")).toBe("one\n");
    expect(await readFile(join(cwd, "docs/c.txt"), "utf8")).toBe("one\n");
  });

  it("finds its paths by every name of the folder it works in", async () => {
    const real = await project({ "docs/b.txt": "one\n", "src/a.txt": "one\n" });
    const cwd = join(await project(), "link");
    await symlink(real, cwd);
    const edit = (path: string, old_str: string) => ({
      name: "edit_file",
      input: { path, old_str, new_str: `${old_str}!` },
    });
    const model = scriptedModel((results, request) => {
      if (turnOf(request) > 0)
        return { says: results.map(({ error }) => error?.errorCode ?? "done").join(" ") };
      const path = "docs/b.txt";
      const allowed = [edit(path, "one"), edit(join(cwd, path), "one!"), edit(join(real, path), "one!!")];
      return { calls: [...allowed, edit(join(cwd, "src/a.txt"), "one"), edit("docs/../src/a.txt", "one")] };
    });
    const { call } = runtimeWith(model, { cwd, permissions: [{ kind: "edit", verdict: "allow" }] });
    const result = await call("Task", { prompt: "x", paths: ["./docs/"] });
    expect((result.result as AmpTaskResult).text).toBe("done done done permission-denied permission-denied");
  });

  it.each([
    ["with different paths", [{ paths: ["a"] }, { paths: ["b"] }], true],
    ["that only read", [{ subagent_type: "explore" }, { subagent_type: "explore" }], true],
    ["that may change anything", [{}, {}], false],
    ["with the same path", [{ paths: ["a"] }, { paths: ["a/b"] }], false],
  ] as const)("runs beside another one, or not: tasks %s", async (_what, inputs, parallel) => {
    const cwd = await project({ "a/b/x.txt": "", "b/x.txt": "" });
    let atWork = 0;
    let most = 0;
    const both = meeting(2);
    const model: Model = {
      async generate() {
        atWork += 1;
        most = Math.max(most, atWork);
        if (parallel) await both();
        else await new Promise((resolve) => setImmediate(resolve));
        atWork -= 1;
        return { text: "ok", toolCalls: [] };
      },
    };
    const { runtime } = runtimeWith(model, { cwd });
    const results = await runtime.executeBatch(
      inputs.map((input, index) => ({ id: `${index}`, name: "Task", input: { prompt: "x", ...input } })),
    );
    expect(results.map(({ status }) => status)).toEqual(["done", "done"]);
    expect(most).toBe(parallel ? 2 : 1);
  });

  it("continues with its memory when called by its id", async () => {
    const cwd = await project();
    const model = scriptedModel((_results, { messages }) => ({
      says: messages.flatMap((message) => (message.role === "user" ? [message.content] : [])).join(" + "),
    }));
    const { call } = runtimeWith(model, { cwd });
    const first = (await call("Task", { prompt: "One." })).result as AmpTaskResult;
    const second = await call("Task", { prompt: "Two.", task_id: first.task_id }, "2");
    expect(second.result).toMatchObject({ text: "One. + Two.", task_id: first.task_id });
    expect(textOf(second)).toBe(`One. + Two.\n\ntask_id: ${first.task_id}`);
    const unknown = await call("Task", { prompt: "Three.", task_id: "nobody" }, "3");
    expect(unknown.error?.errorCode).toBe("unknown-subagent");
  });

  it("stops a subagent that repeats the same call, and says so", async () => {
    const cwd = await project({ "a.txt": "one\n" });
    const model = scriptedModel(() => ({ calls: [{ name: "Read", input: { path: "a.txt" } }] }));
    const { call } = runtimeWith(model, { cwd });
    const result = await call("Task", { prompt: "x" });
    expect(result).toMatchObject({ status: "done", result: { ended: "repeated-calls" } });
    expect(textOf(result)).toMatch(/\[The subagent did not finish: .*To resume it, call again with task_id/s);
    expect(model.requests.length).toBeLessThan(12);
  });

  it("ends a subagent that never stops by its budget", async () => {
    const cwd = await project();
    let turn = 0;
    const model = scriptedModel(() => {
      turn += 1;
      return { says: `turn ${turn}`, calls: [{ name: "glob", input: { filePattern: `**/*.${turn}` } }] };
    });
    const { call } = runtimeWith(model, { cwd });
    const result = await call("Task", { prompt: "x" });
    expect(result).toMatchObject({ status: "done", result: { ended: "max-steps" } });
    expect(model.requests).toHaveLength(50);
  });

  it.each([
    ["answers 50 MB", { says: "flood ".repeat(8_500_000) }],
    [
      "prints 100 MB",
      { calls: [{ name: "Bash", input: { cmd: "head -c 100000000 /dev/zero | tr '\\0' x" } }] },
    ],
  ] as const)(
    "a task that %s has an answer within bounds",
    async (_what, flood) => {
      const cwd = await project();
      const model = scriptedModel((results, request) =>
        turnOf(request) === 0 ? flood : { says: `saw ${textOf(results[0] as ToolResult).length}` },
      );
      const { call } = runtimeWith(model, { cwd, permissions: "allow-all" });
      const result = await call("Task", { prompt: "x" });
      expect(result.status).toBe("done");
      expect(Buffer.byteLength(textOf(result))).toBeLessThan(103_000);
      expect(JSON.stringify(result.result).length).toBeLessThan(103_000);
      for (const { messages } of model.requests) {
        expect(JSON.stringify(messages.filter(({ role }) => role === "tool")).length).toBeLessThan(500_000);
      }
    },
    60_000,
  );

  it.each([
    ["nothing", { text: "", toolCalls: [] }, "error", "Subagent failed (task_id:"],
    ["garbage", "garbage", "error", "Subagent failed (task_id:"],
    [
      "a call of a tool it was not given",
      { text: "", toolCalls: [{ id: "1", name: "rm", input: {} }] },
      "done",
      "",
    ],
  ])("a task whose model answers %s comes to a clear end", async (_what, reply, status, text) => {
    const cwd = await project();
    const model: Model = { generate: async () => reply as never };
    const { call } = runtimeWith(model, { cwd });
    const result = await call("Task", { prompt: "x" });
    expect(result.status).toBe(status);
    expect(textOf(result)).toContain(text);
    if (status === "error") expect(result.error?.errorCode).toBe("subagent-failed");
  });

  it("fails a subagent that needs an unavailable approval, and names the call", async () => {
    const cwd = await project();
    const model = scriptedModel(() => ({
      calls: [{ name: "create_file", input: { path: "a.txt", content: "x" } }],
    }));
    const { call } = runtimeWith(model, { cwd });
    const result = await call("Task", { prompt: "x" });
    expect(result).toMatchObject({ status: "error", error: { errorCode: "subagent-failed" } });
    expect(result.error?.message).toContain("create_file");
  });

  it("ends with the call: no process of it survives, and nothing more is asked of the model", async () => {
    const cwd = await project();
    const controller = new AbortController();
    const mark = `86${process.pid}`;
    const model = scriptedModel(() => ({ calls: [{ name: "Bash", input: { cmd: `sleep ${mark}` } }] }));
    const { runtime } = runtimeWith(model, { cwd, permissions: "allow-all" });
    const running = runtime.executeBatch([{ id: "1", name: "Task", input: { prompt: "x" } }], {
      signal: controller.signal,
    });
    await expect.poll(() => runningCommands(`sleep ${mark}`), { timeout: 10_000 }).not.toEqual([]);
    controller.abort();
    const [result] = await running;
    expect(result).toMatchObject({ status: "cancelled" });
    await expect.poll(() => runningCommands(`sleep ${mark}`), { timeout: 10_000 }).toEqual([]);
    expect(model.requests).toHaveLength(1);
  });
});

describe("oracle", () => {
  it("sends the files with the question, without secrets", async () => {
    const cwd = await project({ "a.ts": "export const a = 1;\n", ".env": "KEY=hunter2\n" });
    const model = scriptedModel((_results, request) => ({ says: promptOf(request) }));
    const { call } = runtimeWith(model, { cwd });
    const result = await call("oracle", { task: "Why?", files: ["a.ts", ".env"] });
    expect(result.status).toBe("done");
    expect(textOf(result)).toContain('<file path="a.ts" lines="1-1 of 1">\n1: export const a = 1;\n</file>');
    expect(textOf(result)).not.toContain("hunter2");
    expect(textOf(result)).toContain("[Did not go along, or not whole: .env (Refusing to read env file.");
  });

  it("withholds files that a rule keeps from being read", async () => {
    const cwd = await project({ "private/a.ts": "export const hunter2 = 1;\n" });
    const model = scriptedModel((_results, request) => ({ says: promptOf(request) }));
    const rule = { path: "private/**", verdict: "deny" } as const;
    const { call } = runtimeWith(model, { cwd, permissions: [rule] });
    const result = await call("oracle", { task: "Why?", files: ["private/a.ts"] });
    expect(result.error?.errorCode).toBe("permission-denied");
    expect(model.requests).toEqual([]);
  });
});

describe("librarian", () => {
  it("searches a repository that it fetches after an approval; only that is open, even to the session", async () => {
    const world = await createGitWorld();
    await world.commit({ "lib/index.ts": "export const answer = 42;\n", ".env": "KEY=hunter2\n" });
    const cwd = await project();
    await writeFile(join(world.base, "other.txt"), "not yours\n");
    const seen: string[] = [];
    const model = scriptedModel((results, request) => {
      if (turnOf(request) === 0) {
        return {
          calls: [
            { name: "Grep", input: { pattern: "answer" } },
            { name: "Read", input: { path: "lib/index.ts" } },
            { name: "Read", input: { path: ".env" } },
            { name: "Read", input: { path: join(world.base, "other.txt") } },
            { name: "edit_file", input: { path: "lib/index.ts", old_str: "42", new_str: "43" } },
          ],
        };
      }
      seen.push(...results.map(({ status, error }) => error?.errorCode ?? status));
      return { says: "lib/index.ts:1-1  it is 42" };
    });
    const asked: ApprovalRequest[] = [];
    const { call } = runtimeWith(model, {
      cwd,
      stateDirectory: world.stateDirectory,
      onApproval: (request) => {
        asked.push(request);
        return request.facts.command?.startsWith("git clone") === true;
      },
    });
    const result = await call("librarian", { query: "What is the answer?", repositories: [world.url] });
    expect(result.status).toBe("done");
    const { files, repositories } = result.result as AmpLibrarianResult;
    const copy = repositories[0]?.path ?? "";
    expect(files).toEqual([{ path: join(copy, "lib/index.ts"), startLine: 1, endLine: 1, why: "it is 42" }]);
    expect(seen).toEqual(["done", "done", "reading-secret-file", "rejected-by-user", "tool-not-available"]);
    expect(asked[0]?.facts).toMatchObject({
      command: `git clone --depth 1 --single-branch --no-tags -- ${world.url}`,
      paths: [{ path: world.bare, access: "read" }],
    });
    expect(asked.map(({ toolName }) => toolName)).toEqual(["librarian", "Read"]);

    expect((await call("Read", { path: files[0]?.path }, "2")).status).toBe("done");
    expect((await call("Grep", { pattern: "answer", path: copy }, "3")).status).toBe("done");
    expect((await call("Read", { path: dirname(copy) }, "4")).status).toBe("rejected-by-user");
    const change = { path: files[0]?.path, old_str: "42", new_str: "43" };
    expect((await call("edit_file", change, "5")).status).toBe("rejected-by-user");
  });

  it("fetches without a question what a rule allows, by command and host", async () => {
    const cwd = await project({ "a.ts": "x\n" });
    const copy = await project({ "lib.ts": "y\n" });
    const backend = localBackend({ stateDirectory: await project() });
    onTestFinished(() => backend.dispose());
    const repositories: Repositories = {
      plan: backend.repositories?.plan as Repositories["plan"],
      fetch: async () => ({ path: copy, commit: "0123456789", origin: "cloned" }),
    };
    const model = scriptedModel(() => ({ says: "lib.ts:1-1 here" }));
    const command = "git clone * -- https://github.com/acme/*";
    const { call } = runtimeWith(model, {
      cwd,
      backend: { ...backend, repositories },
      permissions: [{ kind: "execute", command, verdict: "allow" }],
    });
    const ask = (url: string) => call("librarian", { query: "x", repositories: [url] });
    expect((await ask("https://github.com/acme/client")).status).toBe("done");
    expect((await ask("https://github.com/other/client")).error?.errorCode).toBe("rejected-by-user");
  });

  it("fetches nothing where no approver can be asked", async () => {
    const world = await createGitWorld();
    await world.commit({ "a.ts": "x\n" });
    const model = scriptedModel([]);
    const { call } = runtimeWith(model, { cwd: await project(), stateDirectory: world.stateDirectory });
    const result = await call("librarian", { query: "x", repositories: [world.url] });
    expect(result.error?.errorCode).toBe("rejected-by-user");
    expect(model.requests).toEqual([]);
  });
});
