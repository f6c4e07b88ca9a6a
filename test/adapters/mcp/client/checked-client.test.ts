import { afterEach, describe, expect, it, vi } from "vitest";
import { connectMcp, type McpClient } from "../../../../src/adapters/mcp/index.js";
import { createToolRuntime, type ToolCall } from "../../../../src/core.js";
import { ENDLESS } from "../../../endless-values.js";
import { RETURNED, THROWN } from "../../../runtime/hostile-values.js";
import { expectWellFormed, watchProcess } from "../../../runtime/well-formed.js";

/** A client that behaves, whose methods a test replaces. */
function clientWith(parts: object): McpClient {
  return {
    listTools: async () => ({ tools: [{ name: "a", inputSchema: { type: "object" } }] }),
    callTool: async () => ({ content: [{ type: "text", text: "hello" }] }),
    listResources: async () => ({ resources: [{ uri: "u:1" }] }),
    listResourceTemplates: async () => ({ resourceTemplates: [] }),
    readResource: async () => ({ contents: [{ uri: "u:1", text: "t" }] }),
    ping: async () => ({}),
    getServerCapabilities: () => ({ resources: {} }),
    getServerVersion: () => ({ name: "srv", version: "1" }),
    setNotificationHandler() {},
    async close() {},
    ...parts,
  };
}

const METHODS = Object.keys(clientWith({}));

const CALLS: readonly ToolCall[] = [
  { id: "1", name: "mcp__srv__a", input: {} },
  { id: "2", name: "mcp__srv__list_resources", input: {} },
  { id: "3", name: "mcp__srv__read_resource", input: { uri: "u:1" } },
];

/** A message of the engine instead of one of this library. The engine itself rejects a promise of a revoked proxy. */
const RAW = /is not (?:iterable|a function)|Cannot (?:read|destructure|convert)|\[object Object\]/;

/** Connects a client and makes calls: each must end with a well-formed result that names the server. */
async function run(parts: object): Promise<void> {
  await using runtime = createToolRuntime({ permissions: "allow-all", timeoutMs: 1_000 });
  try {
    const connection = await connectMcp(runtime, clientWith(parts), {
      name: "srv",
      connectTimeoutMs: 1_000,
    });
    for (const warning of connection.warnings) expect(warning).not.toMatch(RAW);
  } catch (thrown) {
    expect(thrown).toMatchObject({ name: "McpError", code: "connection-failed" });
    expect((thrown as Error).message).toContain("The MCP server 'srv' cannot be used");
    expect((thrown as Error).message).not.toMatch(RAW);
    return;
  }
  const results = await runtime.executeBatch(CALLS);
  expectWellFormed(CALLS, results);
  for (const { error } of results) {
    if (error === undefined) continue;
    expect(error.message).toContain("srv");
    expect(error.message).not.toMatch(RAW);
  }
}

/** Runs a misbehaviour in each method of a client. */
async function runEach(misbehave: (method: string) => unknown): Promise<void> {
  const watched = watchProcess();
  await Promise.all(METHODS.map((method) => run({ [method]: () => misbehave(method) })));
  await watched.none();
}

describe("a client of a host", () => {
  it.each(Object.entries(THROWN))("ends every call, whichever method throws %s", async (_name, make) => {
    await runEach(() => {
      throw make();
    });
  });

  it.each(Object.entries(THROWN))(
    "ends every call, whichever method rejects with %s",
    async (_name, make) => {
      await runEach(() => Promise.reject(make()));
    },
  );

  it.each(Object.entries(RETURNED))("ends every call, whichever method returns %s", async (_name, make) => {
    await runEach(make);
    await runEach(() => ({
      tools: [make(), { name: "a", inputSchema: make(), description: make() }],
      content: [make(), { type: make(), mimeType: make() }],
      structuredContent: make(),
      resources: [make(), { uri: make() }],
      contents: [make(), { uri: "u:1", blob: make() }],
    }));
  });

  it.each(ENDLESS)("ends every call in bounded time, whichever method returns %s", async (_name, make) => {
    await runEach(make);
    await runEach(() => ({
      tools: [make(), { name: "a", inputSchema: make(), description: make() }],
      content: [make(), { type: make(), mimeType: make() }],
      structuredContent: make(),
      resources: [make(), { uri: make() }],
      contents: [make(), { uri: "u:1", blob: make() }],
    }));
    await runEach(() => ({ tools: make(), content: make(), resources: make(), contents: make() }));
  });

  it("copies a bounded number of values of all entries of a list together", async () => {
    let reads = 0;
    const wide = new Proxy([], {
      get: (target, name) => {
        reads += 1;
        return name === "length" ? 190_000 : Reflect.get(target, name);
      },
    });
    const entry = { name: "a", inputSchema: wide, uri: wide };
    const lists = { tools: new Array(20_000).fill(entry), resources: new Array(20_000).fill(entry) };
    await run({ listTools: async () => lists, listResources: async () => lists });
    expect(reads).toBeLessThan(10_000_000);
  });

  it.each(Object.entries(RETURNED))("may report %s as progress or as the end", async (_name, make) => {
    const watched = watchProcess();
    const callTool: McpClient["callTool"] = async (_params, options) => {
      options?.onprogress?.(make() as never);
      return { content: [{ type: "text", text: "hello" }] };
    };
    await run({ callTool, onclose: make() });
    await watched.none();
  });

  it("names a tool that cannot be read in a warning, and offers the others", async () => {
    const broken = { name: "b", inputSchema: { type: "object", count: 1n } };
    const listTools = async () => ({ tools: [broken, { name: "a", inputSchema: { type: "object" } }] });
    await using runtime = createToolRuntime();
    const { tools, warnings } = await connectMcp(runtime, clientWith({ listTools }), {
      name: "srv",
      onWarning: () => Promise.reject(new Error("ignored")),
      resources: false,
    });
    expect(tools.map(({ name }) => name)).toEqual(["mcp__srv__a"]);
    expect(warnings).toEqual([
      "mcp__srv__b of the MCP server 'srv' is not offered: its input schema is not an object",
    ]);
  });

  it.each([undefined, null, 5, "npx", {}, []])("refuses %j as a server", async (server) => {
    await using runtime = createToolRuntime();
    await expect(connectMcp(runtime, server as never, { name: "srv" })).rejects.toThrow(
      /^A server must be \{ command, args \}, \{ url \} or a connected client, but it is /,
    );
  });
});

describe("a client of a host that never answers", () => {
  afterEach(() => void vi.useRealTimers());

  it.each(["listTools", "close"])("does not keep a connection from ending when %s hangs", async (method) => {
    vi.useFakeTimers();
    await using runtime = createToolRuntime();
    const client = clientWith({ [method]: () => new Promise(() => {}) });
    const work = connectMcp(runtime, client, { name: "srv" }).then((connection) => connection.close());
    const outcome = work.then(
      () => "closed",
      (thrown: Error) => thrown.message,
    );
    let isOver = false;
    void outcome.then(() => (isOver = true));
    // The digests of the tools take real time, after which the connection sets its next timer.
    while (!isOver) await vi.advanceTimersByTimeAsync(1_000);
    expect(await outcome).toBe(
      method === "close"
        ? "closed"
        : "The MCP server 'srv' cannot be used: The MCP server 'srv' cannot be reached: listTools did not answer within 30 seconds. It may be back later; continue without it for now.",
    );
  });
});
