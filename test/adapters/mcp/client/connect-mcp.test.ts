import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { join } from "node:path";
import { afterAll, afterEach, beforeAll, describe, expect, it } from "vitest";
import {
  type ConnectMcpOptions,
  connectMcp,
  type McpConnection,
  type McpServerConfig,
} from "../../../../src/adapters/mcp/index.js";
import { createToolRuntime, defineTool, jsonSchema } from "../../../../src/core.js";
import type { RuntimeOptions, ToolEvent, ToolResult, ToolRuntime } from "../../../../src/index.js";

const FRIENDLY = join(import.meta.dirname, "../servers/friendly-server.mjs");
const open: { [Symbol.asyncDispose](): PromiseLike<void> }[] = [];
const processes: ChildProcess[] = [];

afterEach(async () => {
  for (const each of open.splice(0).reverse()) await each[Symbol.asyncDispose]();
  for (const child of processes.splice(0)) child.kill("SIGKILL");
});

/** A server in a process of its own, over the standard streams. */
const OWN_SERVER: McpServerConfig = { command: process.execPath, args: [FRIENDLY] };
/** A server that all tests share which do not end it: over HTTP it knows nothing of one session in another. */
let sharedServer: McpServerConfig;
let sharedProcess: ChildProcess | undefined;

beforeAll(async () => {
  sharedServer = await httpServer();
  sharedProcess = processes.pop();
});

afterAll(() => void sharedProcess?.kill("SIGKILL"));

interface World {
  readonly runtime: ToolRuntime;
  readonly connection: McpConnection;
  call(name: string, input?: object, session?: ToolRuntime["defaultSession"]): Promise<ToolResult>;
}

async function connected(
  options: ConnectMcpOptions & { readonly runtime?: RuntimeOptions; readonly server?: McpServerConfig } = {},
): Promise<World> {
  const { runtime: given, server, ...connect } = options;
  const runtime = createToolRuntime({ permissions: "allow-all", ...given }) as ToolRuntime;
  open.push(runtime);
  const connection = await connectMcp(runtime, server ?? sharedServer, {
    name: "kind",
    ...connect,
  });
  return {
    runtime,
    connection,
    call: (name, input = {}, session) =>
      runtime.execute({ id: `call-${name}`, name: `mcp__kind__${name}`, input }, session && { session }),
  };
}

async function httpServer(port = 0): Promise<McpServerConfig & { readonly url: string }> {
  const child = spawn(process.execPath, [FRIENDLY, String(port)], { stdio: ["ignore", "pipe", "inherit"] });
  processes.push(child);
  const [bound] = (await once(child.stdout as NodeJS.ReadableStream, "data")) as [Buffer];
  return { url: `http://127.0.0.1:${bound.toString().trim()}/mcp` };
}

const textOf = (result: ToolResult) =>
  result.content.map((part) => (part.type === "text" ? part.text : JSON.stringify(part))).join("\n");

describe.each(["stdio", "http"])("a server over %s", (transport) => {
  let world: World;
  beforeAll(async () => {
    world = await connected({ server: transport === "http" ? sharedServer : OWN_SERVER });
    // It stays until all of these tests are over.
    open.pop();
  });
  afterAll(() => world.runtime[Symbol.asyncDispose]());

  it("puts the tools of all its pages and its resources into the runtime", async () => {
    const { runtime, connection } = world;
    const names = runtime.tools().map(({ name }) => name);
    expect(names).toEqual(connection.tools.map(({ name }) => name));
    expect(names).toHaveLength(16);
    expect(names).toEqual(
      expect.arrayContaining(["mcp__kind__echo", "mcp__kind__die", "mcp__kind__read_resource"]),
    );
    expect(runtime.registry.get("mcp__kind__echo")).toMatchObject({
      source: "mcp",
      kind: "other",
      description: "The tool echo.",
      inputSchema: { type: "object", required: ["text"] },
      metadata: { mcp: { server: "kind", tool: "echo" } },
    });
  });

  it("calls a tool", async () => {
    const { call } = world;
    const result = await call("echo", { text: "hello there" });
    expect(result).toMatchObject({ status: "done", metadata: { untrusted: true } });
    expect(textOf(result)).toBe("hello there");
  });

  it("forwards progress", async () => {
    const { runtime, call } = world;
    const seen: ToolEvent[] = [];
    runtime.on((event) => void seen.push(event));
    const result = await call("count", { steps: 3 });
    expect(textOf(result)).toBe("counted to 3");
    const steps = seen.flatMap((event) => (event.type === "tool-progress" ? [event.update] : []));
    expect(steps).toEqual([1, 2, 3].map((step) => ({ completed: step, total: 3, message: `step ${step}` })));
  });

  it("notifies the server when a call is cancelled", async () => {
    const { runtime, call } = world;
    const waiting = call("wait");
    const underWay = new Promise<void>((resolve) => {
      const poll = setInterval(() => {
        if (!runtime.cancel("call-wait")) return;
        clearInterval(poll);
        resolve();
      }, 100);
    });
    await underWay;
    expect((await waiting).status).toBe("cancelled");
    await expect.poll(async () => textOf(await call("cancellations"))).toBe("1");
  });

  it("lists and reads resources", async () => {
    const { call } = world;
    expect(textOf(await call("list_resources"))).toBe("memo: memo://1 (text/plain) - A memo");
    expect(textOf(await call("read_resource", { uri: "memo://1" }))).toBe("[memo://1]\nmilk, bread");
  });
});

describe("a call of a server's tool", () => {
  it.each([
    [{}, /text: This is missing|text/],
    [{ text: "" }, /text/],
    [{ text: "UPPER" }, /text/],
  ])("a call is checked against the server's schema before it is sent: %j", async (input, message) => {
    const { call } = await connected();
    const result = await call("echo", input);
    expect(result).toMatchObject({ status: "error", error: { errorCode: "invalid-input" } });
    expect(result.error?.message).toMatch(message);
  });

  it("returns an error with the server's text when the server reports one", async () => {
    const { call } = await connected();
    expect(await call("fail")).toMatchObject({
      status: "error",
      error: { errorCode: "mcp-tool-error", message: "The disk is full." },
    });
  });

  it("returns pictures, and names content that a model cannot receive", async () => {
    const { call } = await connected();
    expect((await call("picture")).content).toMatchObject([{ type: "image", mediaType: "image/png" }]);
    const { content, result } = (await call("everything")) as ToolResult & { readonly result: unknown };
    expect(content).toEqual([
      { type: "text", text: "words" },
      { type: "file", mediaType: "audio/wav", data: "UklGRg==" },
      { type: "text", text: "[text/html, 4 characters of base64: this type cannot be shown]" },
      { type: "text", text: "[memo://1]\na memo" },
      { type: "text", text: "another memo: memo://2" },
    ]);
    expect(result).toMatchObject({ structuredContent: { answer: 42 } });
  });

  it("returns structured content where there is no text, and validates it", async () => {
    const { call } = await connected();
    expect((await call("structured")).content).toEqual([{ type: "json", value: { answer: 42 } }]);
    expect(await call("misfit")).toMatchObject({ status: "error", error: { errorCode: "invalid-output" } });
  });

  it("bounds the output of an MCP tool like any other", async () => {
    const { call } = await connected({ runtime: { truncation: { maxLines: 10 } } });
    const result = await call("long", { lines: 1_000 });
    expect(result.truncation?.omittedLines).toBeGreaterThan(900);
    expect(textOf(result).split("\n").length).toBeLessThan(20);
  });

  it("runs alone unless the host says that calls may run together", async () => {
    const calls = ["a", "b", "c"].map((id) => ({ id, name: "mcp__kind__together", input: {} }));
    const alone = await connected();
    const one = await alone.runtime.executeBatch(calls);
    expect(one.map(textOf)).toEqual(["1", "1", "1"]);
    const parallel = await connected({ parallelTools: ["together"] });
    const three = await parallel.runtime.executeBatch(calls);
    expect(three.map(textOf)).toEqual(["3", "3", "3"]);
  });

  it("asks for permission regardless of the server's hints", async () => {
    const { call, runtime } = await connected({ runtime: { permissions: "default" } });
    expect(runtime.registry.get("mcp__kind__echo")?.annotations.readOnlyHint).toBe(true);
    expect((await call("echo", { text: "hello" })).status).toBe("blocked-on-user");
  });

  it("runs by the kind that the host assigns to a tool", async () => {
    const { call } = await connected({ runtime: { permissions: "default" }, kinds: { echo: "read" } });
    expect((await call("echo", { text: "hello" })).status).toBe("done");
    expect((await call("fail")).status).toBe("blocked-on-user");
  });

  it("hides MCP tools in a mode without them", async () => {
    const mode = { includeTools: [], allowMcp: false };
    const { call, runtime } = await connected({ runtime: { mode } });
    expect(runtime.tools()).toEqual([]);
    expect((await call("echo", { text: "hello" })).error?.errorCode).toBe("tool-not-available");
  });
});

describe("a server that changes", () => {
  it("lists tools again, and a changed tool asks although it was allowed", async () => {
    const questions: string[] = [];
    const { call, connection, runtime } = await connected({
      runtime: {
        permissions: [{ tool: "mcp__*", verdict: "allow" }],
        onApproval: ({ decision }) => {
          questions.push(decision.reason ?? "");
          return questions.length > 1;
        },
      },
    });
    expect((await call("shifty")).status).toBe("done");
    const before = connection.fingerprints.mcp__kind__shifty;
    await call("change");
    await expect.poll(() => runtime.registry.get("mcp__kind__added")).toBeDefined();
    expect(connection.fingerprints.mcp__kind__shifty).not.toBe(before);
    expect(connection.warnings).toEqual([expect.stringContaining("mcp__kind__shifty has changed")]);
    expect(questions).toEqual([]);

    const refused = await call("shifty");
    expect(refused).toMatchObject({ status: "error", error: { errorCode: "mcp-tool-changed" } });
    expect(questions[0]).toContain("changed the description or the schema of mcp__kind__shifty");
    expect((await call("shifty")).status).toBe("done");
    expect((await call("shifty")).status).toBe("done");
    expect(questions).toHaveLength(2);
    // Another session was never asked.
    await call("shifty", {}, runtime.session());
    expect(questions).toHaveLength(3);
    expect((await call("echo", { text: "hello" })).status).toBe("done");
    expect(questions).toHaveLength(3);
  });

  it("detects a changed tool across connections by its fingerprint", async () => {
    const first = await connected();
    const known = { ...first.connection.fingerprints };
    const same = await connected({ knownTools: known });
    expect(same.connection.warnings).toEqual([]);
    const other = await connected({
      knownTools: { ...known, mcp__kind__echo: "0".repeat(64) },
      runtime: { permissions: [{ tool: "mcp__*", verdict: "allow" }] },
    });
    expect((await other.call("echo", { text: "hello" })).error?.errorCode).toBe("mcp-tool-changed");
    expect((await other.call("fail")).error?.errorCode).toBe("mcp-tool-error");
  });
});

describe("a server that dies", () => {
  it("costs one error result; the next call starts it again", async () => {
    const { call } = await connected({ server: OWN_SERVER });
    expect(await call("die")).toMatchObject({ status: "error", error: { errorCode: "mcp-server-failed" } });
    const again = await call("echo", { text: "hello" });
    expect(again.status).toBe("done");
  });

  it("over HTTP is found again after a restart, although it no longer knows the session", async () => {
    const server = await httpServer();
    const { call } = await connected({ server });
    const [child] = processes;
    const gone = once(child as ChildProcess, "exit");
    child?.kill("SIGKILL");
    await gone;
    expect((await call("echo", { text: "hello" })).error?.errorCode).toBe("mcp-server-failed");
    await httpServer(Number(new URL(server.url).port));
    expect((await call("echo", { text: "hello" })).status).toBe("done");
  });

  it("stops reconnecting after a second failure: calls fail at once for a while", async () => {
    const server = await httpServer();
    const { call } = await connected({ server });
    for (const child of processes) {
      const gone = once(child, "exit");
      child.kill("SIGKILL");
      await gone;
    }
    const codes: unknown[] = [];
    const messages: string[] = [];
    for (let attempt = 0; attempt < 3; attempt += 1) {
      const { error } = await call("echo", { text: "hello" });
      codes.push(error?.errorCode);
      messages.push(error?.message ?? "");
    }
    expect(codes).toEqual(["mcp-server-failed", "mcp-server-unavailable", "mcp-server-unavailable"]);
    expect(messages[2]).toMatch(/The next attempt to reach it is made in \d s/);
  });

  it("leaves nothing behind when the runtime is disposed of", async () => {
    const { runtime, connection } = await connected({ server: OWN_SERVER });
    await runtime[Symbol.asyncDispose]();
    expect(connection.tools).toEqual([]);
    expect(runtime.registry.list()).toEqual([]);
  });
});

describe("connecting", () => {
  it("says why a server did not start, with what it said", async () => {
    const server = {
      command: process.execPath,
      args: ["-e", "console.error('no key given'); process.exit(1)"],
    };
    await expect(connected({ server })).rejects.toMatchObject({
      code: "connection-failed",
      message: expect.stringContaining("no key given"),
    });
    await expect(connected({ server: { command: "no-such-program-here" } })).rejects.toMatchObject({
      code: "connection-failed",
    });
  });

  it("refuses a second server of the same name, and releases the name with the first", async () => {
    const { runtime, connection } = await connected({ server: OWN_SERVER });
    await expect(connectMcp(runtime, OWN_SERVER, { name: "kind" })).rejects.toMatchObject({
      code: "already-connected",
    });
    await connection.close();
    const again = await connectMcp(runtime, OWN_SERVER, { name: "kind" });
    expect(again.tools).toHaveLength(16);
  });

  it("leaves a name to the tool that has it", async () => {
    const own = defineTool({
      name: "mcp__kind__echo",
      description: "The host's own.",
      source: "mcp",
      inputSchema: jsonSchema({ type: "object", properties: {} }),
      execute: () => "the host's",
    });
    const { runtime, connection } = await connected({ runtime: { tools: [own] } });
    expect(runtime.registry.get("mcp__kind__echo")).toBe(own);
    expect(connection.warnings).toEqual([expect.stringContaining("the name is taken")]);
    await connection.close();
    expect(runtime.registry.list()).toEqual([own]);
  });

  it("takes only the tools that are wanted", async () => {
    const { connection } = await connected({
      includeTools: ["echo", "fail"],
      excludeTools: ["fail"],
      resources: false,
    });
    expect(connection.tools.map(({ name }) => name)).toEqual(["mcp__kind__echo"]);
  });
});
