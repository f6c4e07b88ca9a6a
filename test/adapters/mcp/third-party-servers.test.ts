import { mkdtemp, realpath, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { afterAll, describe, expect, it } from "vitest";
import { connectMcp } from "../../../src/adapters/mcp/index.js";
import { createToolRuntime, type ToolResult } from "../../../src/index.js";

/** Where the servers of the protocol's authors are installed. */
const MODULES = resolve(import.meta.dirname, "../../../node_modules");
const EVERYTHING = join(MODULES, "@modelcontextprotocol/server-everything/dist/index.js");
const FILES = join(MODULES, "@modelcontextprotocol/server-filesystem/dist/index.js");
const folders: string[] = [];

afterAll(() => Promise.all(folders.map((folder) => rm(folder, { recursive: true, force: true }))));

const textOf = (result: ToolResult) =>
  result.content.map((part) => (part.type === "text" ? part.text : part.type)).join("\n");

describe("@modelcontextprotocol/server-everything", () => {
  it("lists, calls in parallel, watches and cancels tools of a foreign server, and reports their failures", async () => {
    await using runtime = createToolRuntime({ toolset: "none", permissions: "allow-all" });
    const server = { command: process.execPath, args: [EVERYTHING, "stdio"] };
    const { tools, warnings } = await connectMcp(runtime, server, { name: "every", parallelTools: "all" });
    expect(tools.map(({ name }) => name)).toEqual(
      expect.arrayContaining(["mcp__every__echo", "mcp__every__get-tiny-image"]),
    );
    expect(warnings).toEqual([]);
    const steps: unknown[] = [];
    runtime.on((event) => void (event.type === "tool-progress" && steps.push(event.update.completed)));
    const call = (id: string, name: string, input: object = {}) => ({
      id,
      name: `mcp__every__${name}`,
      input,
    });

    const batch = await runtime.executeBatch([
      call("1", "echo", { message: "hi" }),
      call("2", "get-sum", { a: 1, b: 2 }),
      call("3", "get-tiny-image"),
      call("4", "trigger-long-running-operation", { duration: 1, steps: 4 }),
      call("5", "trigger-long-running-operation", { duration: 1, steps: 4 }),
      call("6", "echo", {}),
      call("7", "get-resource-links", { count: "many" }),
    ]);
    expect(batch.map(({ status }) => status)).toEqual([
      "done",
      "done",
      "done",
      "done",
      "done",
      "error",
      "error",
    ]);
    expect(batch.slice(0, 2).map(textOf)).toEqual(["Echo: hi", "The sum of 1 and 2 is 3."]);
    expect(batch[2]?.content).toContainEqual(
      expect.objectContaining({ type: "image", mediaType: "image/png" }),
    );
    expect(batch.slice(5).map(({ error }) => error?.errorCode)).toEqual(["invalid-input", "invalid-input"]);
    expect(steps.length).toBeGreaterThan(4);
    // Both operations take a second: one after the other they would have taken two.
    const [first, second] = [batch[3]?.timing, batch[4]?.timing];
    expect(second?.startedAt).toBeLessThan(first?.endedAt ?? 0);

    const slow = runtime.execute(call("slow", "trigger-long-running-operation", { duration: 60, steps: 2 }));
    await expect.poll(() => runtime.cancel("slow")).toBe(true);
    expect((await slow).status).toBe("cancelled");
    expect((await runtime.execute(call("8", "echo", { message: "still there" }))).status).toBe("done");
  });
});

describe("@modelcontextprotocol/server-filesystem", () => {
  it("reads and writes in its folder, and its refusals are errors", async () => {
    const folder = await realpath(await mkdtemp(join(tmpdir(), "collet-mcp-files-")));
    folders.push(folder);
    await writeFile(join(folder, "a.txt"), "alpha\n");
    await using runtime = createToolRuntime({ toolset: "none", permissions: "allow-all" });
    await connectMcp(runtime, { command: process.execPath, args: [FILES, folder] }, { name: "files" });
    const call = (name: string, input: object) =>
      runtime.execute({ id: name, name: `mcp__files__${name}`, input });
    expect(textOf(await call("read_text_file", { path: join(folder, "a.txt") }))).toContain("alpha");
    expect((await call("write_file", { path: join(folder, "b.txt"), content: "beta" })).status).toBe("done");
    expect(textOf(await call("list_directory", { path: folder }))).toContain("[FILE] b.txt");
    const outside = await call("read_text_file", { path: "/etc/hostname" });
    expect(outside.error).toMatchObject({
      errorCode: "mcp-tool-error",
      message: expect.stringContaining("outside allowed"),
    });
  });
});
