import { PassThrough } from "node:stream";
import { StdioServerTransport } from "@modelcontextprotocol/server/stdio";
import { describe, expect, it, onTestFinished } from "vitest";
import { serveMcp } from "../../../src/adapters/mcp/index.js";
import {
  createToolRuntime,
  defineTool,
  jsonSchema,
  memoryBackend,
  type ToolRuntime,
} from "../../../src/index.js";
import { watchProcess } from "../../runtime/well-formed.js";

type Message = Readonly<Record<string, unknown>>;

/** A client that writes any bytes to a served runtime, over the streams of a process. */
class RawClient {
  readonly received: Message[] = [];
  readonly toServer = new PassThrough();
  readonly fromServer = new PassThrough();
  #rest = "";

  constructor() {
    this.fromServer.setEncoding("utf8").on("data", (text: string) => {
      const lines = (this.#rest + text).split("\n");
      this.#rest = lines.pop() ?? "";
      for (const line of lines) this.received.push(JSON.parse(line));
    });
  }

  send(...messages: readonly unknown[]): void {
    for (const message of messages) this.write(`${JSON.stringify(message)}\n`);
  }

  write(text: string): void {
    this.toServer.write(text);
  }

  async answerTo(id: unknown): Promise<Message> {
    const found = () => this.received.find((message) => message.id === id && message.method === undefined);
    await expect.poll(found, { interval: 5 }).toBeDefined();
    return found() as Message;
  }
}

const request = (id: unknown, method: string, params?: unknown) => ({ jsonrpc: "2.0", id, method, params });
const notification = (method: string, params?: unknown) => ({ jsonrpc: "2.0", method, params });
const call = (id: unknown, name: unknown, more: object = {}) =>
  request(id, "tools/call", { name, arguments: {}, ...more });

const anything = jsonSchema({ type: "object", properties: {} });

/** Steps of the tool that reports progress. */
const STEPS = 2_000;

const tools = [
  defineTool({
    name: "quick",
    description: "Ends.",
    inputSchema: anything,
    kind: "read",
    execute: () => "x",
  }),
  defineTool({
    name: "asks",
    description: "Asks.",
    inputSchema: anything,
    kind: "execute",
    execute: () => "x",
  }),
  defineTool({
    name: "steps",
    description: "Takes many steps.",
    inputSchema: anything,
    kind: "read",
    execute: async (_input, context) => {
      for (let step = 1; step <= STEPS; step += 1) {
        context.progress({ completed: step, message: `step ${step} ${"x".repeat(1_000)}` });
        if (step % 100 === 0) await new Promise(setImmediate);
      }
      return "done";
    },
  }),
];

/** Serves a runtime to a client whose handshake is done. */
async function served(
  change: (runtime: ToolRuntime) => ToolRuntime = (runtime) => runtime,
): Promise<RawClient> {
  const client = new RawClient();
  const runtime = createToolRuntime({
    cwd: "/w",
    tools,
    backend: memoryBackend({ files: { "/w/a.txt": "one\n" } }),
  } as never) as unknown as ToolRuntime;
  const transport = new StdioServerTransport(client.toServer, client.fromServer);
  const serving = await serveMcp(change(runtime), { transport });
  onTestFinished(async () => {
    await serving.close();
    await runtime[Symbol.asyncDispose]();
  });
  const clientInfo = { name: "raw", version: "1" };
  const capabilities = { elicitation: {} };
  client.send(request("hello", "initialize", { protocolVersion: "2025-06-18", capabilities, clientInfo }));
  await client.answerTo("hello");
  client.send(notification("notifications/initialized"));
  return client;
}

/** Returns JSON text of so many levels. */
const deep = (levels: number) => `${'{"a":'.repeat(levels)}1${"}".repeat(levels)}`;
const many = (count: number) => Object.fromEntries(Array.from({ length: count }, (_, at) => [`k${at}`, at]));

const ATTACKS: Readonly<Record<string, (client: RawClient) => void>> = {
  "lines that are not JSON": (client) => client.write('{"jsonrpc":\nnull\n[]\n"x"\n1e999\n\u0000\n'),
  "a batch of messages": (client) => client.send([call(1, "quick"), call(2, "quick")]),
  "a request without a method": (client) => client.send({ jsonrpc: "2.0", id: 1 }),
  "requests whose ids are of the wrong kind": (client) =>
    client.send(...[null, {}, [1], true, 1.5].map((id) => call(id, "quick"))),
  "answers to questions that were not asked": (client) =>
    client.send(...[0, 1, "x"].map((id) => ({ jsonrpc: "2.0", id, result: { action: "accept" } }))),
  "a call without parameters": (client) => client.send(request(1, "tools/call")),
  "names that are not texts": (client) =>
    client.send(...[null, 7, {}, ["quick"], true].map((name, id) => call(id, name))),
  "names of members of objects": (client) =>
    client.send(...["__proto__", "constructor", "toString"].map((name, id) => call(id, name))),
  "a name of a million letters": (client) => client.send(call(1, "n".repeat(1_000_000))),
  "arguments that are not objects": (client) =>
    client.send(...[null, "x", 7, [1], true].map((given, id) => call(id, "quick", { arguments: given }))),
  "arguments of 20,000 levels": (client) =>
    client.write(
      `{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"quick","arguments":${deep(20_000)}}}\n`,
    ),
  "arguments of 100,000 members": (client) => client.send(call(1, "quick", { arguments: many(100_000) })),
  "arguments named like the prototype": (client) =>
    client.write(
      '{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"quick","arguments":{"__proto__":{"toJSON":1},"constructor":{"prototype":{}}}}}\n',
    ),
  "metadata of 20,000 levels": (client) =>
    client.write(
      `{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"quick","_meta":${deep(20_000)}}}\n`,
    ),
  "progress tokens and traces of the wrong kind": (client) =>
    client.send(
      ...[null, {}, [1], true, "t".repeat(100_000)].flatMap((value, at) => [
        call(`p${at}`, "quick", { _meta: { progressToken: value } }),
        call(`t${at}`, "quick", { _meta: { traceparent: value, tracestate: value } }),
      ]),
    ),
  "metadata that is not an object": (client) =>
    client.send(...[null, "x", 7, [1]].map((value, id) => call(id, "quick", { _meta: value }))),
  "unknown methods and notifications": (client) =>
    client.send(request(1, "tools/destroy", {}), notification("notifications/unknown", many(100))),
  "a second handshake": (client) => client.send(request(1, "initialize", { protocolVersion: "x" })),
  "3,000 cancellations of unknown requests": (client) =>
    client.send(
      ...Array.from({ length: 3_000 }, (_, at) => notification("notifications/cancelled", { requestId: at })),
    ),
  "cancellations of the wrong kind": (client) =>
    client.send(
      ...[null, {}, [1], "x", undefined].map((requestId) =>
        notification("notifications/cancelled", { requestId, reason: requestId }),
      ),
    ),
};

describe("a hostile client of a served runtime", () => {
  it.each(Object.entries(ATTACKS))("does not disturb later calls by %s", async (_, attack) => {
    const watched = watchProcess();
    const client = await served();
    attack(client);
    client.send(call("after", "quick"));
    expect(await client.answerTo("after")).toMatchObject({ result: { content: [{ text: "x" }] } });
    await watched.none();
  });

  it("gets an answer to each of several calls with one id", async () => {
    const client = await served();
    client.send(call("same", "quick"), call("same", "quick"), call("same", "quick"));
    await expect.poll(() => client.received.filter(({ id }) => id === "same").length).toBe(3);
  });

  it("gets an answer to each of 2,000 calls that it sends and partly cancels at once", async () => {
    const watched = watchProcess();
    const client = await served();
    const ids = Array.from({ length: 2_000 }, (_, at) => `c${at}`);
    client.send(...ids.map((id) => call(id, "quick")));
    client.send(
      ...ids
        .filter((_, at) => at % 2 === 1)
        .map((requestId) => notification("notifications/cancelled", { requestId })),
    );
    for (const id of ids.filter((_, at) => at % 2 === 0)) await client.answerTo(id);
    // Other arguments: the runtime asks about a call that was repeated so often.
    client.send(call("after", "quick", { arguments: { after: true } }));
    expect(await client.answerTo("after")).toMatchObject({ result: { content: [{ text: "x" }, {}] } });
    await watched.none();
  });

  it.each([
    ["null", "null"],
    ["a text", '"accept"'],
    ["an unknown action", '{"action":"always"}'],
    ["an action that is an object", '{"action":{"action":"accept"}}'],
    ["no content", '{"action":"accept"}'],
    ["content that is a list", '{"action":"accept","content":["session"]}'],
    ["an answer that is an object", '{"action":"accept","content":{"answer":{"answer":"once"}}}'],
    ["an answer that was not offered", '{"action":"accept","content":{"answer":"always"}}'],
    ["an answer of a prototype", '{"action":"accept","content":{"__proto__":{"answer":"once"}}}'],
    ["a deep answer", `{"action":"accept","content":${deep(20_000)}}`],
  ])("does not approve a call with %s as the answer", async (_, result) => {
    const watched = watchProcess();
    const client = await served();
    client.send(call("asked", "asks"));
    await expect
      .poll(() => client.received.find(({ method }) => method === "elicitation/create"))
      .toBeDefined();
    const question = client.received.find(({ method }) => method === "elicitation/create");
    client.write(`{"jsonrpc":"2.0","id":${JSON.stringify(question?.id)},"result":${result}}\n`);
    // An answer of no valid form counts as none, so that the client must still be able to refuse.
    client.send({ jsonrpc: "2.0", id: question?.id, error: { code: 1, message: "no" } });
    expect(await client.answerTo("asked")).toMatchObject({ result: { isError: true } });
    await watched.none();
  });

  it("makes the server keep few progress messages if it does not read", async () => {
    const client = await served();
    const read = client.received.length;
    client.fromServer.pause();
    client.send(call("noisy", "steps", { _meta: { progressToken: 1 } }));
    // The answer waits for the client as well, so the end of the call shows in what the server has written.
    await expect
      .poll(() => client.fromServer.readableLength + client.fromServer.writableLength)
      .toBeGreaterThan(0);
    client.send(call("after", "quick"));
    await expect.poll(() => client.fromServer.writableLength).toBeLessThan(100_000);
    client.fromServer.resume();
    await client.answerTo("noisy");
    expect(client.received.length - read).toBeLessThan(STEPS / 10);
    // The last message is the latest step, not the next one.
    const progress = client.received.filter(({ method }) => method === "notifications/progress");
    expect(progress.length).toBeGreaterThan(0);
  });

  it("makes the server listen to the runtime once, however many calls ask for progress", async () => {
    let listening = 0;
    let most = 0;
    const client = await served((runtime) => ({
      ...runtime,
      on: (listener) => {
        listening += 1;
        most = Math.max(most, listening);
        const stop = runtime.on(listener);
        return () => {
          listening -= 1;
          stop();
        };
      },
    }));
    const ids = Array.from({ length: 100 }, (_, at) => `c${at}`);
    client.send(...ids.map((id) => call(id, "quick", { _meta: { progressToken: id } })));
    for (const id of ids) await client.answerTo(id);
    expect(most).toBe(1);
    expect(listening).toBe(0);
  });
});
