import { mkdtemp, realpath, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, it } from "vitest";
import { treeSearch } from "../../src/backends/memory/index.js";
import {
  createToolRuntime,
  defineTool,
  jsonSchema,
  localBackend,
  memoryBackend,
  type ToolRuntimeOptions,
} from "../../src/index.js";
import { searchWithoutRipgrep } from "../backends/local-searches.js";
import { machineSlowness, workWithoutRest } from "../processor-time.js";

/** Longest time for which the event loop may be blocked. */
const BOUND_MS = 50;

/**
 * A multiple, for other work of this process in the same iteration: garbage collection, compiling, reading files on
 * other threads, which take several times as long on a machine with slow memory.
 */
const ALLOWED_MS = 12 * BOUND_MS;

let cwd: string;
beforeAll(async () => {
  cwd = await realpath(await mkdtemp(join(tmpdir(), "collet-event-loop-")));
});
afterAll(() => rm(cwd, { recursive: true, force: true }));

/** The longest processor time, in milliseconds of a typical machine, in which the event loop made no iteration. */
async function longestBlock(work: () => Promise<unknown>): Promise<number> {
  const slowness = machineSlowness();
  let longest = 0;
  let isOver = false;
  let since = process.cpuUsage();
  const tick = () => {
    const { user, system } = process.cpuUsage(since);
    longest = Math.max(longest, (user + system) / 1_000);
    since = process.cpuUsage();
    if (!isOver) setImmediate(tick);
  };
  setImmediate(tick);
  await work();
  await new Promise((resolve) => setImmediate(resolve));
  isOver = true;
  return longest / Math.max(slowness, machineSlowness());
}

async function call(name: string, input: unknown, options: Partial<ToolRuntimeOptions> = {}) {
  await using runtime = createToolRuntime({ cwd, permissions: "allow-all", ...options });
  // The first call of a tool loads modules.
  await runtime.execute({ id: "0", name, input: {} });
  let status = "";
  const blocked = await longestBlock(async () => {
    const result = await runtime.execute({ id: "1", name, input });
    status = result.error?.errorCode ?? result.status;
  });
  return { blocked, status };
}

it("measures work that blocks the event loop, so that the other tests can fail", async () => {
  const blocked = await longestBlock(async () => workWithoutRest(2 * ALLOWED_MS));
  expect(blocked).toBeGreaterThan(ALLOWED_MS);
});

const code = (lines: number) =>
  Array.from({ length: lines }, (_, line) => `const value${line} = compute(input, ${line});\n`).join("");

it.each<[string, string, () => string, Record<string, unknown>, string]>([
  [
    "100,000 places in a line of 5 MB",
    "edit_file",
    () => "ab".repeat(100_000) + "x".repeat(4_800_000),
    { old_str: "ab", new_str: "c\nde", replace_all: true },
    "done",
  ],
  [
    "too many places in a line of 5 MB",
    "edit_file",
    () => "ab".repeat(2_500_000),
    { old_str: "ab", new_str: "c", replace_all: true },
    "file-too-large",
  ],
  [
    "one place in a line of 5 MB",
    "edit_file",
    () => `${"x".repeat(5_000_000)}END`,
    { old_str: "END", new_str: "y" },
    "done",
  ],
  [
    "a text that 3 MB do not hold",
    "edit_file",
    () => code(75_000),
    { old_str: "const xx = 1;\nfoo()", new_str: "y" },
    "no-match",
  ],
  [
    "a long text that a file nearly holds",
    "edit_file",
    () => "\\n".repeat(12_500),
    { old_str: `${"\\n".repeat(12_500)}b`, new_str: "c" },
    "file-too-large",
  ],
  [
    "a text that 1 MB of combining marks do not hold",
    "edit_file",
    () => "e\u0301\u0323".repeat(350_000),
    { old_str: "e\u0323\u0301 a", new_str: "y" },
    "no-match",
  ],
  [
    "a text that 5 MB do not hold",
    "edit_file",
    () => code(125_000),
    { old_str: "const xx = 1;\nfoo()", new_str: "y" },
    "file-too-large",
  ],
])("edits without blocking the event loop: %s", async (_title, name, text, input, expected) => {
  const path = join(cwd, "file.txt");
  await writeFile(path, text());
  const { blocked, status } = await call(name, { path, ...input });
  expect(status).toBe(expected);
  expect(blocked).toBeLessThan(ALLOWED_MS);
});

it.each<[string, unknown]>([
  ["a million list items", { path: "a", more: Array.from({ length: 1_000_000 }, () => 1) }],
  ["JSON text of a million keys", `{${Array.from({ length: 1_000_000 }, (_, n) => `"k${n}":1`).join(",")}}`],
  ["fifty million characters", { path: "x".repeat(50_000_000) }],
])("refuses an input without blocking the event loop: %s", async (_title, input) => {
  const { blocked, status } = await call("Read", input);
  expect(status).toBe("invalid-input");
  expect(blocked).toBeLessThan(ALLOWED_MS);
});

const rows = (count: number) =>
  Array.from({ length: count }, (_, id) => ({ id, name: `row ${id}`, path: `/src/folder/file-${id}.ts` }));

it.each<[string, () => unknown, Partial<ToolRuntimeOptions>?]>([
  ["content of 30 MB of JSON", () => [{ type: "json", value: rows(500_000) }]],
  [
    "500,000 keys",
    () => [{ type: "json", value: Object.fromEntries(rows(500_000).map((row) => [row.name, 1])) }],
  ],
  [
    "50,000 parts of JSON",
    () => rows(50_000).map((row) => ({ type: "json", value: [row, row, row, row, row] })),
  ],
  ["50,000 parts of text", () => rows(50_000).map((row) => ({ type: "text", text: row.path }))],
  ["redacted content", () => [{ type: "json", value: rows(500_000) }], { redact: (text) => text }],
])("renders and redacts a long output without blocking the event loop: %s", async (_, content, options) => {
  const output = content();
  const tool = defineTool({
    name: "give",
    description: "Returns rows.",
    kind: "read",
    inputSchema: jsonSchema({ type: "object" }),
    execute: () => output,
    render: () => output as never,
  });
  const { blocked, status } = await call("give", {}, { tools: [tool], ...options });
  expect(status).toBe("done");
  expect(blocked).toBeLessThan(ALLOWED_MS);
});

/** Patterns that the matcher of this library follows to the end of a name, and ripgrep does not get. */
const slowPatterns = (count: number) => Array.from({ length: count }, (_, index) => `**/*[a]${index}`);

it.each<[string, "list" | "list_directory", "opencode" | "gemini-cli"]>([
  ["the files below a folder", "list", "opencode"],
  ["the names in a folder", "list_directory", "gemini-cli"],
])("lists %s under 200 ignore patterns without holding up the event loop", async (_, name, toolset) => {
  const folder = await mkdtemp(join(cwd, "many-"));
  for (let index = 0; index < 1_000; index += 1)
    await writeFile(join(folder, `file${"x".repeat(220)}${index}.ts`), "");
  // The last pattern leaves everything out: no name comes through that a turn could follow.
  const ignore = [...slowPatterns(199), "**/[f]*"];
  const input = { [name === "list" ? "path" : "dir_path"]: folder, ignore };
  const { blocked, status } = await call(name, input, { toolset });
  expect(status).toBe("done");
  expect(blocked).toBeLessThan(ALLOWED_MS);
  const more = await call(name, { ...input, ignore: slowPatterns(201) }, { toolset });
  expect(more.status).toBe("invalid-input");
});

it.each<[string, Record<string, unknown>, string]>([
  ["list", { path: "many" }, "done"],
  ["Read", { path: "many/file" }, "not-found"],
])("%s does not block the event loop in a folder of 400,000 files", async (name, input, expected) => {
  const backend = memoryBackend();
  const files = Array.from(
    { length: 400_000 },
    (_, index) => ({ name: `file${Math.imul(index, 0x9e3779b1) >>> 0}.ts`, type: "file" }) as const,
  );
  const openDirectory = async (path: string) => {
    const folder = await backend.files.openDirectory(path);
    return path.endsWith("many") ? Object.assign(folder, { list: async () => files }) : folder;
  };
  const project = await backend.files.openDirectory("/");
  await project.makeDirectory("many");
  const listing = Object.assign(Object.create(backend.files), { openDirectory });
  const search = treeSearch(listing);
  const many = { ...backend, files: listing, search };
  const { blocked, status } = await call(name, input, { backend: many, cwd: "/" });
  expect(status).toBe(expected);
  expect(blocked).toBeLessThan(ALLOWED_MS);
});

it("searches under an ignore file of 30,000 lines without holding up the event loop", async () => {
  const backend = memoryBackend();
  await (await backend.files.openDirectory("/")).makeDirectory("project");
  const folder = await backend.files.openDirectory("/project");
  const files = { ".gitignore": slowPatterns(30_000).join("\n"), ["x".repeat(200)]: "text" };
  for (const [name, text] of Object.entries(files)) {
    const handle = await folder.createFile(name, { mode: 0o644 });
    await handle.write(new TextEncoder().encode(text), 0);
    await handle.close();
  }
  const { blocked, status } = await call("glob", { filePattern: "**" }, { backend, cwd: "/project" });
  expect(status).toBe("done");
  expect(blocked).toBeLessThan(ALLOWED_MS);
});

it("searches a file of 40 MB without ripgrep and without blocking the event loop", async () => {
  await writeFile(
    join(cwd, "large.log"),
    "2026-01-01 a line of a log that is as long as most\n".repeat(800_000),
  );
  const backend = { ...localBackend(), search: searchWithoutRipgrep() };
  const input = { pattern: "a line of no log", path: "large.log" };
  const { blocked, status } = await call("Grep", input, { backend });
  expect(status).toBe("done");
  expect(blocked).toBeLessThan(ALLOWED_MS);
});
