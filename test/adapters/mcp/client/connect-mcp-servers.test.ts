import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { connectMcpServers, readMcpServers } from "../../../../src/adapters/mcp/index.js";
import { createToolRuntime } from "../../../../src/index.js";

const FRIENDLY = join(import.meta.dirname, "../servers/friendly-server.mjs");

describe("servers of a configuration", () => {
  it("connects servers together, and a failing one does not affect the others", async () => {
    await using runtime = createToolRuntime({ toolset: "none", permissions: "allow-all" });
    const servers = readMcpServers({
      mcpServers: {
        one: { command: process.execPath, args: [FRIENDLY] },
        broken: { command: "no-such-program-here" },
        two: { command: process.execPath, args: [FRIENDLY] },
        a__b: { command: process.execPath, args: [FRIENDLY] },
      },
    });
    const { connections, failures } = await connectMcpServers(runtime, servers, (name) => ({
      deferred: name === "two",
    }));
    expect(connections.map(({ name }) => name)).toEqual(["one", "two"]);
    expect(failures).toMatchObject([
      { name: "broken", error: { code: "connection-failed" } },
      { name: "a__b", error: { code: "invalid-server-name" } },
    ]);
    const names = runtime.tools().map(({ name }) => name);
    expect(names).toContain("mcp__one__echo");
    expect(names).toContain("ToolSearch");
    expect(names).not.toContain("mcp__two__echo");
    const answer = await runtime.execute({ id: "1", name: "mcp__two__echo", input: { text: "still runs" } });
    expect(answer.status).toBe("done");
  });
});

describe("a server of a configuration", () => {
  it("defers its tools and reports its unknown fields", async () => {
    await using runtime = createToolRuntime({ toolset: "none", permissions: "allow-all" });
    const server = { command: process.execPath, args: [FRIENDLY], deferred: true, autoApprove: ["echo"] };
    const { connections } = await connectMcpServers(runtime, readMcpServers({ mcpServers: { one: server } }));
    const names = runtime.tools().map(({ name }) => name);
    expect(names).toContain("ToolSearch");
    expect(names).not.toContain("mcp__one__echo");
    expect(connections[0]?.warnings).toContain(
      "The configuration of the MCP server 'one' has fields that are not supported and had no effect: autoApprove.",
    );
  });
});

describe("the lists of tools of a server of a configuration", () => {
  it.each([
    [{ includeTools: ["echo", "fail"] }, {}, ["mcp__one__echo", "mcp__one__fail"]],
    [{ includeTools: ["echo", "fail"] }, { includeTools: ["echo", "other"] }, ["mcp__one__echo"]],
    [{ includeTools: [] }, { includeTools: ["echo"] }, []],
    [{ includeTools: ["echo", "fail"], excludeTools: ["fail"] }, {}, ["mcp__one__echo"]],
    [{ excludeTools: ["fail"] }, { includeTools: ["echo", "fail"], excludeTools: ["echo"] }, []],
  ])("%j with the options %j offer %j", async (settings, options, expected) => {
    await using runtime = createToolRuntime({ toolset: "none", permissions: "allow-all" });
    const server = { command: process.execPath, args: [FRIENDLY], ...settings };
    const servers = readMcpServers({ mcpServers: { one: server } });
    const { connections } = await connectMcpServers(runtime, servers, { ...options, resources: false });
    expect(connections[0]?.tools.map(({ name }) => name).sort()).toEqual(expected);
  });
});

describe("connectMcpServers", () => {
  it.each<[string, unknown]>([
    ["undefined", undefined],
    ["null", null],
    ["a number", 5],
    ["a command", "npx"],
    ["a list of servers", [{ command: "npx" }]],
    ["a revoked proxy", revoked()],
  ])("refuses %s instead of servers by name", async (_name, servers) => {
    await using runtime = createToolRuntime({ toolset: "none" });
    const connecting = connectMcpServers(runtime, servers as never);
    await expect(connecting).rejects.toMatchObject({
      code: "invalid-configuration",
      message: expect.stringMatching(
        /^The servers must be an object with a server for each name, but they are /,
      ),
    });
  });

  it.each<[string, unknown]>([
    ["undefined", undefined],
    ["null", null],
    ["a list", []],
    ["a list of servers", [{ command: "npx" }]],
    ["a revoked proxy", revoked()],
  ])("reports %s as a server as the failure of that server", async (_name, server) => {
    await using runtime = createToolRuntime({ toolset: "none" });
    const { connections, failures } = await connectMcpServers(runtime, { broken: server as never });
    expect(connections).toEqual([]);
    expect(failures).toMatchObject([
      {
        name: "broken",
        error: {
          code: "invalid-configuration",
          message: expect.stringMatching(
            /^A server must be \{ command, args \}, \{ url \} or a connected client/,
          ),
        },
      },
    ]);
  });
});

/** Returns a proxy that throws whenever it is examined. */
function revoked(): object {
  const { proxy, revoke } = Proxy.revocable({}, {});
  revoke();
  return proxy;
}

describe("runtime.connect", () => {
  it("does the same for one server, and takes a client that is connected", async () => {
    await using runtime = createToolRuntime({ permissions: "allow-all" });
    const connection = await runtime.connect(
      { command: process.execPath, args: [FRIENDLY] },
      { name: "kind" },
    );
    expect(connection.tools).toHaveLength(16);
    expect(runtime.tools().map(({ name }) => name)).toContain("mcp__kind__echo");

    const { Client } = await import("@modelcontextprotocol/client");
    const { StdioClientTransport } = await import("@modelcontextprotocol/client/stdio");
    const client = new Client({ name: "host", version: "1" });
    await client.connect(new StdioClientTransport({ command: process.execPath, args: [FRIENDLY] }));
    const own = await runtime.connect(client);
    expect(own.name).toBe("friendly");
    const called = await runtime.execute({ id: "1", name: "mcp__friendly__echo", input: { text: "hi" } });
    expect(called.content).toEqual([{ type: "text", text: "hi" }]);
  });
});
