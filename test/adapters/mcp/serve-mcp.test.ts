import { mkdtemp, realpath, rm, writeFile } from "node:fs/promises";
import { request as httpRequest } from "node:http";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { Client, InMemoryTransport, StreamableHTTPClientTransport } from "@modelcontextprotocol/client";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import {
  createMcpHandler,
  type McpHttpTransport,
  type McpServing,
  serveMcp,
} from "../../../src/adapters/mcp/index.js";
import {
  createToolRuntime,
  defineTool,
  jsonSchema,
  type RuntimeOptions,
  type ToolRuntime,
} from "../../../src/index.js";

const TOKEN = "a-token-for-tests";
const open: { [Symbol.asyncDispose](): PromiseLike<void> }[] = [];
let cwd: string;

beforeEach(async () => {
  cwd = await realpath(await mkdtemp(join(tmpdir(), "collet-mcp-")));
  await writeFile(join(cwd, "a.txt"), "alpha\nbeta\n");
});
afterEach(async () => {
  for (const each of open.splice(0).reverse()) await each[Symbol.asyncDispose]();
  await rm(cwd, { recursive: true, force: true });
});

const noInput = jsonSchema({ type: "object", properties: {} });
const hostTools = (log: string[] = []) => [
  defineTool({
    name: "picture",
    description: "Gives a picture.",
    inputSchema: noInput,
    kind: "read",
    execute: () => "",
    render: () => [
      { type: "image", mediaType: "image/png", data: "aGk=" },
      { type: "file", mediaType: "audio/wav", data: "aGk=" },
      { type: "file", mediaType: "application/pdf", data: "aGk=", name: "a b.pdf" },
      { type: "json", value: { n: 1 } },
    ],
  }),
  defineTool({
    name: "measure",
    description: "Gives numbers.",
    inputSchema: noInput,
    outputSchema: jsonSchema({
      type: "object",
      properties: { width: { type: "number" } },
      required: ["width"],
    }),
    kind: "read",
    execute: () => ({ width: 3 }),
  }),
  defineTool({
    name: "steps",
    description: "Takes steps.",
    inputSchema: noInput,
    kind: "read",
    execute: async (_input, context) => {
      for (const step of [1, 2, 3]) context.progress({ completed: step, total: 3, message: `step ${step}` });
      await new Promise((resolve) => setTimeout(resolve, 50));
      return "done";
    },
  }),
  defineTool({
    name: "wait",
    description: "Waits for ever.",
    inputSchema: noInput,
    kind: "read",
    execute: (_input, { signal }) =>
      new Promise<string>((_resolve, reject) => {
        log.push("started");
        signal.addEventListener("abort", () => {
          log.push("stopped");
          reject(new Error("stopped"));
        });
      }),
  }),
  defineTool({
    name: "later",
    description: "Is deferred.",
    inputSchema: noInput,
    kind: "read",
    deferred: true,
    execute: () => "later",
  }),
];

function runtimeHere(options: RuntimeOptions = {}, log?: string[]): ToolRuntime {
  const runtime = createToolRuntime({ cwd, ...options, tools: hostTools(log) }) as unknown as ToolRuntime;
  open.push(runtime);
  return runtime;
}

async function connectedClient(
  runtime: ToolRuntime,
  answer?: (message: string) => object,
): Promise<{ readonly client: Client; readonly serving: McpServing }> {
  const [mine, theirs] = InMemoryTransport.createLinkedPair();
  const serving = await serveMcp(runtime, { transport: theirs, version: "1.2.3", instructions: "Be kind." });
  open.push(serving);
  const client = new Client({ name: "test", version: "1" }, answer && { capabilities: { elicitation: {} } });
  if (answer !== undefined) {
    client.setRequestHandler("elicitation/create", ({ params }) => answer(params.message) as never);
  }
  await client.connect(mine);
  return { client, serving };
}

async function httpServing(runtime: ToolRuntime, options: Partial<McpHttpTransport> = {}): Promise<string> {
  const serving = await serveMcp(runtime, { transport: { port: 0, token: TOKEN, ...options } });
  open.push(serving);
  return serving.url ?? "";
}

async function httpClient(url: string, token = TOKEN): Promise<Client> {
  const client = new Client({ name: "test", version: "1" });
  const headers = { Authorization: `Bearer ${token}` };
  await client.connect(new StreamableHTTPClientTransport(new URL(url), { requestInit: { headers } }));
  open.push({ [Symbol.asyncDispose]: () => client.close() });
  return client;
}

describe("a client of a served runtime", () => {
  it("sends the client the server's identity, and lists every offered tool with schema and hints", async () => {
    const runtime = runtimeHere();
    const { client } = await connectedClient(runtime);
    expect(client.getServerVersion()).toMatchObject({ name: "collet", version: "1.2.3" });
    expect(client.getInstructions()).toBe("Be kind.");
    const { tools } = await client.listTools();
    expect(tools.map(({ name }) => name)).toEqual(runtime.tools().map(({ name }) => name));
    const named = (name: string) => tools.find((tool) => tool.name === name);
    expect(named("Read")).toMatchObject({ annotations: { readOnlyHint: true, destructiveHint: false } });
    expect(named("Bash")).toMatchObject({
      annotations: { readOnlyHint: false, destructiveHint: true, openWorldHint: true },
    });
    expect(named("measure")?.outputSchema).toMatchObject({ required: ["width"] });
    expect(named("Read")?.outputSchema).toBeUndefined();
  });

  it("calls tools, and reads failures as errors that say the remedy", async () => {
    const { client } = await connectedClient(runtimeHere());
    const read = await client.callTool({ name: "Read", arguments: { path: "a.txt" } });
    expect(read).toMatchObject({ content: [{ type: "text", text: expect.stringContaining("1: alpha") }] });
    expect(read.isError).toBeFalsy();
    const wrong = await client.callTool({ name: "Read", arguments: { path: 3, read_range: "x" } });
    expect(wrong).toMatchObject({
      isError: true,
      content: [{ text: expect.stringContaining("read_range") }],
    });
    const unknown = await client.callTool({ name: "Raed", arguments: {} });
    expect(unknown).toMatchObject({ isError: true, content: [{ text: expect.stringContaining("'Read'") }] });
  });

  it("gets pictures, sound, files and structured output", async () => {
    const { client } = await connectedClient(runtimeHere());
    expect((await client.callTool({ name: "picture" })).content).toEqual([
      { type: "image", mimeType: "image/png", data: "aGk=" },
      { type: "audio", mimeType: "audio/wav", data: "aGk=" },
      {
        type: "resource",
        resource: { uri: "collet:///a%20b.pdf", mimeType: "application/pdf", blob: "aGk=" },
      },
      { type: "text", text: '{"n":1}' },
    ]);
    await client.listTools();
    expect((await client.callTool({ name: "measure" })).structuredContent).toEqual({ width: 3 });
  });

  it("gets progress where it asks for it", async () => {
    const { client } = await connectedClient(runtimeHere());
    const seen: unknown[] = [];
    await client.callTool({ name: "steps" }, { onprogress: (step) => void seen.push(step) });
    expect(seen).toEqual([1, 2, 3].map((step) => ({ progress: step, total: 3, message: `step ${step}` })));
  });

  it("cancels a call", async () => {
    const log: string[] = [];
    const { client } = await connectedClient(runtimeHere({}, log));
    const controller = new AbortController();
    const waiting = client.callTool({ name: "wait" }, { signal: controller.signal });
    await expect.poll(() => log).toEqual(["started"]);
    controller.abort();
    await expect(waiting).rejects.toThrow();
    await expect.poll(() => log).toEqual(["started", "stopped"]);
  });

  it("notifies the client when ToolSearch has loaded a tool, and lists it", async () => {
    const { client } = await connectedClient(runtimeHere());
    const told = new Promise<void>((resolve) =>
      client.setNotificationHandler("notifications/tools/list_changed", () => resolve()),
    );
    const names = async () =>
      (await client.listTools(undefined, { cacheMode: "refresh" })).tools.map(({ name }) => name);
    expect(await names()).not.toContain("later");
    await client.callTool({ name: "ToolSearch", arguments: { query: "select:later" } });
    await told;
    expect(await names()).toContain("later");
  });

  it("sees only what the host serves", async () => {
    const runtime = runtimeHere();
    const [mine, theirs] = InMemoryTransport.createLinkedPair();
    open.push(await serveMcp(runtime, { transport: theirs, filter: ({ kind }) => kind === "search" }));
    const client = new Client({ name: "test", version: "1" });
    await client.connect(mine);
    const names = (await client.listTools()).tools.map(({ name }) => name);
    expect(names).toEqual(expect.arrayContaining(["glob", "Grep", "ToolSearch"]));
    expect(names).not.toContain("Read");
    expect(await client.callTool({ name: "Read", arguments: { path: "a.txt" } })).toMatchObject({
      isError: true,
    });
  });
});

describe("what must be asked about", () => {
  const create = { name: "create_file", arguments: { path: "new.txt", content: "x" } };

  it("asks the user through the client and shows what would run", async () => {
    const questions: string[] = [];
    const { client } = await connectedClient(runtimeHere(), (message) => {
      questions.push(message);
      return { action: "accept", content: { answer: "once" } };
    });
    const result = await client.callTool(create);
    expect(result.isError).toBeFalsy();
    expect(questions).toEqual([expect.stringContaining(`write    ${cwd}/new.txt`)]);
    await client.callTool({ ...create, arguments: { path: "other.txt", content: "x" } });
    expect(questions).toHaveLength(2);
  });

  it.each([
    [{ action: "decline" }],
    [{ action: "cancel" }],
    [{ action: "accept", content: { answer: "no" } }],
  ])("does not run after %j", async (answer) => {
    const { client } = await connectedClient(runtimeHere(), () => answer);
    expect(await client.callTool(create)).toMatchObject({
      isError: true,
      content: [{ text: expect.stringContaining("rejected") }],
    });
  });

  it("remembers an approval for the session if the user says so", async () => {
    let asked = 0;
    const { client } = await connectedClient(runtimeHere(), () => {
      asked += 1;
      return { action: "accept", content: { answer: "session" } };
    });
    await client.callTool(create);
    await client.callTool({ ...create, arguments: { path: "new.txt", content: "y" } });
    expect(asked).toBe(1);
  });

  it("returns an error when the client cannot ask the user", async () => {
    const { client } = await connectedClient(runtimeHere());
    const result = await client.callTool(create);
    expect(result).toMatchObject({ isError: true });
    expect(JSON.stringify(result.content)).toContain("does not support elicitation");
    expect(JSON.stringify(result.content)).not.toContain("will follow");
  });

  it("says that the client was asked if its answer is not one of those that were offered", async () => {
    const { client } = await connectedClient(runtimeHere(), () => ({
      action: "accept",
      content: { answer: "yes" },
    }));
    const result = await client.callTool(create);
    expect(result).toMatchObject({
      isError: true,
      content: [{ text: expect.stringContaining("was asked and returned no valid answer") }],
    });
    expect(JSON.stringify(result.content)).not.toContain("does not support");
  });
});

describe("over HTTP", () => {
  it("every client has a separate session", async () => {
    const runtime = runtimeHere();
    const url = await httpServing(runtime);
    const sessions = new Set<string>();
    runtime.on((event) => void sessions.add(event.sessionId));
    const clients = await Promise.all([httpClient(url), httpClient(url)]);
    for (const client of clients) {
      const read = await client.callTool({ name: "Read", arguments: { path: "a.txt" } });
      expect(read).toMatchObject({ content: [{ text: expect.stringContaining("alpha") }] });
    }
    expect(sessions.size).toBe(2);
  });

  it.each<[string, Record<string, string>, number]>([
    ["no token", {}, 401],
    ["a wrong token", { authorization: "Bearer other" }, 401],
    ["a token of another scheme", { authorization: `Basic ${TOKEN}` }, 401],
    [
      "a web page of another origin",
      { authorization: `Bearer ${TOKEN}`, origin: "https://evil.example" },
      403,
    ],
    ["an origin that is none", { authorization: `Bearer ${TOKEN}`, origin: "null" }, 403],
    ["a host name that was rebound", { authorization: `Bearer ${TOKEN}`, host: "evil.example" }, 403],
    ["a session that is not there", { authorization: `Bearer ${TOKEN}`, "mcp-session-id": "x" }, 404],
    [
      "a body of 1 GB by its own account",
      { authorization: `Bearer ${TOKEN}`, "content-length": "1000000000" },
      413,
    ],
    ["the right token", { authorization: `Bearer ${TOKEN}` }, 200],
    ["a page of this machine", { authorization: `Bearer ${TOKEN}`, origin: "http://localhost:3000" }, 200],
  ])(
    "a request with %s is answered with its status, and the session of another client continues",
    async (_what, headers, status) => {
      const url = await httpServing(runtimeHere());
      const other = await httpClient(url);
      expect(await rawInitialize(url, headers)).toBe(status);
      expect((await other.callTool({ name: "measure" })).isError).toBeFalsy();
    },
  );

  it("ends a body that grows without limit", async () => {
    const runtime = runtimeHere();
    const handler = createMcpHandler(runtime, { token: TOKEN, maxBodyBytes: 1_000_000 });
    open.push({ [Symbol.asyncDispose]: () => handler.close() });
    let sent = 0;
    const body = new ReadableStream<Uint8Array>({
      pull(controller) {
        sent += 100_000;
        if (sent > 1_000_000_000) controller.close();
        else controller.enqueue(new Uint8Array(100_000).fill(32));
      },
    });
    const response = await handler.fetch(
      new Request("http://127.0.0.1/mcp", {
        method: "POST",
        headers: {
          host: "127.0.0.1",
          authorization: `Bearer ${TOKEN}`,
          "content-type": "application/json",
          accept: "application/json, text/event-stream",
        },
        body,
        duplex: "half",
      } as RequestInit),
    );
    expect(response.status).toBe(413);
    expect(sent).toBeLessThan(3_000_000);
  });

  it("limits the sessions that are open at the same time", async () => {
    const url = await httpServing(runtimeHere(), { maxSessions: 1 });
    const first = await httpClient(url);
    await expect(httpClient(url)).rejects.toThrow(/503|Too many/);
    expect((await first.callTool({ name: "measure" })).isError).toBeFalsy();
  });
});

/** Says hello as a client would, with headers that no client sends by itself. */
function rawInitialize(url: string, headers: Record<string, string>): Promise<number> {
  const params = {
    protocolVersion: "2025-11-25",
    capabilities: {},
    clientInfo: { name: "raw", version: "1" },
  };
  const body = JSON.stringify({ jsonrpc: "2.0", id: 1, method: "initialize", params });
  return new Promise((resolve, reject) => {
    const request = httpRequest(url, {
      method: "POST",
      headers: {
        "content-type": "application/json",
        accept: "application/json, text/event-stream",
        ...headers,
      },
    });
    request.on("error", reject).on("response", (response) => {
      response.resume();
      resolve(response.statusCode ?? 0);
      request.destroy();
    });
    request.write(body);
    if (headers["content-length"] === undefined) request.end();
  });
}
