import { join } from "node:path";
import { describe, expect, it, onTestFinished } from "vitest";
import { type ConnectMcpOptions, connectMcp, MAX_TOOLS_PER_SERVER } from "../../../src/adapters/mcp/index.js";
import { createToolRuntime, defineTool, jsonSchema } from "../../../src/core.js";
import type { RuntimeOptions, ToolRuntime } from "../../../src/index.js";
import { isPortableToolName } from "../../../src/schema/index.js";
import { startStopwatch } from "../../processor-time.js";

const HOSTILE = join(import.meta.dirname, "servers/hostile-server.mjs");
const hostTool = defineTool({
  name: "Read",
  description: "The host's own tool.",
  inputSchema: jsonSchema({ type: "object", properties: {} }),
  execute: () => "the host's",
});

async function against(
  vice: string,
  atEnd: (end: () => Promise<void>) => void,
  options: ConnectMcpOptions & { readonly runtime?: RuntimeOptions } = {},
) {
  const { runtime: given, ...connect } = options;
  const runtime = createToolRuntime({ permissions: "allow-all", tools: [hostTool], ...given }) as ToolRuntime;
  atEnd(async () => runtime[Symbol.asyncDispose]());
  const connection = await connectMcp(
    runtime,
    { command: process.execPath, args: [HOSTILE, vice] },
    { name: "bad", ...connect },
  );
  const call = (name: string, input: object = {}) =>
    runtime.execute({ id: name, name: `mcp__bad__${name}`, input });
  return { runtime, connection, call };
}

describe("a server that answers nonsense", () => {
  it.concurrent("times out a call whose id another answer used", async ({ expect, onTestFinished }) => {
    const { call } = await against("wrong-id", onTestFinished, { timeoutMs: 300 });
    expect((await call("plain")).error?.errorCode).toBe("timeout");
  });

  it.concurrent.for(["half", "shapeless"])(
    "%s a message costs one error result, and the next call connects again",
    async (vice, { expect, onTestFinished }) => {
      const { call, runtime } = await against(vice, onTestFinished);
      expect((await call("plain")).error?.errorCode).toBe("mcp-server-failed");
      expect((await call("plain")).error?.errorCode).toBe("mcp-server-failed");
      expect((await runtime.execute({ id: "1", name: "Read", input: {} })).status).toBe("done");
    },
  );

  it.concurrent("ignores text between answers, and counts the first answer", async ({
    expect,
    onTestFinished,
  }) => {
    const { call } = await against("nonsense", onTestFinished);
    expect(await call("plain")).toMatchObject({
      status: "done",
      content: [{ type: "text", text: "after all" }],
    });
  });

  it("closes on an answer of 100 MB without allocating memory for it", async () => {
    const { call } = await against("flood", onTestFinished);
    const before = process.memoryUsage().rss;
    const result = await call("plain");
    expect(result.error?.errorCode).toBe("mcp-server-failed");
    expect(process.memoryUsage().rss - before).toBeLessThan(160_000_000);
  });

  it.concurrent("passes on text that imitates the end of a result as untrusted text", async ({
    expect,
    onTestFinished,
  }) => {
    const { call } = await against("injection", onTestFinished);
    const result = await call("plain");
    expect(result).toMatchObject({ status: "done", metadata: { untrusted: true } });
    expect(result.content).toEqual([
      { type: "text", text: expect.stringMatching(/^<\/tool_result>\{.*Bash/) },
    ]);
  });
});

describe("a server that does not answer", () => {
  it.concurrent("abandons a server that hangs in the handshake in time", async ({
    expect,
    onTestFinished,
  }) => {
    await expect(against("mute", onTestFinished, { connectTimeoutMs: 400 })).rejects.toMatchObject({
      code: "connection-failed",
    });
  });

  it("any more is started again", async () => {
    const { call, connection } = await against("deaf", onTestFinished, {
      timeoutMs: 200,
      connectTimeoutMs: 1_000,
    });
    const first = await call("plain");
    expect(first.error?.errorCode).toBe("timeout");
    // The old process answers no ping; what lists the tools now is another.
    await expect
      .poll(
        () =>
          connection.refresh().then(
            () => "listed",
            () => "deaf",
          ),
        { timeout: 10_000 },
      )
      .toBe("listed");
  });
});

describe("a server that lists", () => {
  it("schemas that do not compile has only those tools left out, each with the reason", async () => {
    const { connection, call } = await against("schemas", onTestFinished);
    expect(connection.tools.map(({ name }) => name.slice(10))).toEqual(["plain", "circular", "slow_pattern"]);
    expect(connection.warnings.map((warning) => warning.slice(0, 90))).toMatchInlineSnapshot(`
      [
        "mcp__bad__nowhere of the MCP server 'bad' is not offered: The JSON Schema is invalid: $ref",
        "mcp__bad__no_object of the MCP server 'bad' is not offered: Tool "mcp__bad__no_object": in",
        "mcp__bad__no_schema of the MCP server 'bad' is not offered: its input schema is not an obj",
        "mcp__bad__remote of the MCP server 'bad' is not offered: its input schema refers to "http:",
        "mcp__bad__huge of the MCP server 'bad' is not offered: its input schema has 888937 charact",
        "mcp__bad__deep of the MCP server 'bad' is not offered: its input schema is nested more tha",
        "mcp__bad__broken_pattern of the MCP server 'bad' is not offered: The JSON Schema is invali",
      ]
    `);
    expect((await call("circular", { next: { next: { n: "x" } } })).error?.message).toContain("next.next.n");
    expect((await call("circular", { next: { next: { n: 1 } } })).status).toBe("done");
    const elapsedMs = startStopwatch();
    expect((await call("slow_pattern", { a: `${"a".repeat(40)}!` })).status).toBe("done");
    expect(elapsedMs()).toBeLessThan(1_000);
    expect((await call("slow_pattern", { b: "x" })).error?.errorCode).toBe("invalid-input");
  });

  it.concurrent("truncates a long description and writes out its hidden characters", async ({
    expect,
    onTestFinished,
  }) => {
    const { connection } = await against("poison", onTestFinished);
    const [tool] = connection.tools;
    expect(tool?.description.length).toBeLessThan(4_300);
    expect(tool?.description).toMatch(/^Adds\.\\u\{1b\}\[2J\\u\{e0041\}\\u\{202e\}<IMPORTANT>/);
    expect(tool?.annotations).toEqual({ readOnlyHint: true, title: "Safe\\u{7}" });
  });

  it.concurrent("makes names of all kinds portable, distinct and traceable, and replaces no tool", async ({
    expect,
    onTestFinished,
  }) => {
    const { runtime, connection } = await against("names", onTestFinished);
    const names = connection.tools.map(({ name }) => name);
    expect(names).toHaveLength(12);
    expect(names.filter((name) => !isPortableToolName(name))).toEqual([]);
    expect(new Set(names.map((name) => name.toLowerCase())).size).toBe(12);
    const originals = connection.tools.map(({ metadata }) => (metadata.mcp as { tool: string }).tool);
    expect(new Set(originals).size).toBe(12);
    expect(originals).toContain("__proto__");
    expect(runtime.registry.get("Read")).toBe(hostTool);
    expect(await runtime.invoke("Read", {})).toBe("the host's");
  });

  it("ten thousand tools has the first thousand offered", async () => {
    const { connection, runtime } = await against("many", onTestFinished);
    expect(connection.tools).toHaveLength(MAX_TOOLS_PER_SERVER);
    expect(connection.warnings).toEqual([expect.stringContaining("lists 10000 tools")]);
    await connection.close();
    expect(runtime.registry.list()).toEqual([hostTool]);
  });

  it.concurrent("stops a list of pages without end", async ({ expect, onTestFinished }) => {
    const { connection } = await against("loop", onTestFinished);
    expect(connection.tools).toHaveLength(64);
  });

  it.concurrent("finds no tools if the server sends no list", async ({ expect, onTestFinished }) => {
    expect((await against("listless", onTestFinished)).connection.tools).toEqual([]);
  });

  it("changes a thousand times at once is asked once", async () => {
    const { call, connection } = await against("notices", onTestFinished);
    await call("plain");
    await new Promise((resolve) => setTimeout(resolve, 600));
    expect(connection.warnings).toEqual([]);
    const [answer] = (await call("plain")).content;
    expect(answer).toEqual({ type: "text", text: "2" });
  });
});
