// A server of every kind of answer, made with the SDK: over the standard streams, or over HTTP with a port as argument.
import { createServer } from "node:http";
import { Readable } from "node:stream";
import { Server, WebStandardStreamableHTTPServerTransport } from "@modelcontextprotocol/server";
import { StdioServerTransport } from "@modelcontextprotocol/server/stdio";

const PIXEL =
  "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==";
const text = (value) => ({ content: [{ type: "text", text: value }] });
const tool = (name, properties = {}, rest = {}) => ({
  name,
  description: `The tool ${name}.`,
  inputSchema: { type: "object", properties, required: Object.keys(properties) },
  ...rest,
});

function friendlyServer() {
  const server = new Server(
    { name: "friendly", version: "1.0.0" },
    { capabilities: { tools: { listChanged: true }, resources: {} } },
  );
  let changed = false;
  let cancelled = 0;
  let running = 0;
  let together = 0;
  const tools = () => [
    tool(
      "echo",
      { text: { type: "string", minLength: 1, pattern: "^[a-z ]+$" } },
      { annotations: { readOnlyHint: true } },
    ),
    tool("count", { steps: { type: "integer", maximum: 100 } }),
    tool("wait"),
    tool("cancellations"),
    tool("together"),
    tool("fail"),
    tool("picture"),
    tool("everything", {}, { outputSchema: { type: "object", properties: { answer: { type: "number" } } } }),
    tool(
      "structured",
      {},
      { outputSchema: { type: "object", properties: { answer: { type: "number" } }, required: ["answer"] } },
    ),
    tool(
      "misfit",
      {},
      { outputSchema: { type: "object", properties: { answer: { type: "number" } }, required: ["answer"] } },
    ),
    tool("long", { lines: { type: "integer" } }),
    tool("change"),
    { ...tool("shifty"), description: changed ? "Now it does something else." : "It does what it says." },
    tool("die"),
    ...(changed ? [tool("added")] : []),
  ];
  server.setRequestHandler("tools/list", ({ params }) => {
    // Pages of four.
    const start = Number(params?.cursor ?? 0);
    const all = tools();
    return {
      tools: all.slice(start, start + 4),
      ...(start + 4 < all.length && { nextCursor: String(start + 4) }),
    };
  });
  server.setRequestHandler("tools/call", async ({ params }, context) => {
    const { name, arguments: input = {} } = params;
    switch (name) {
      case "echo":
        return text(input.text);
      case "count":
        for (let step = 1; step <= input.steps; step += 1) {
          await context.mcpReq.notify({
            method: "notifications/progress",
            params: {
              progressToken: params._meta.progressToken,
              progress: step,
              total: input.steps,
              message: `step ${step}`,
            },
          });
        }
        // The client may lose what arrives together with the answer.
        await new Promise((resolve) => setTimeout(resolve, 50));
        return text(`counted to ${input.steps}`);
      case "wait":
        await new Promise((resolve) => {
          context.mcpReq.signal.addEventListener("abort", () => {
            cancelled += 1;
            resolve();
          });
        });
        return text("too late");
      case "cancellations":
        return text(String(cancelled));
      case "together":
        running += 1;
        together = Math.max(together, running);
        await new Promise((resolve) => setTimeout(resolve, 150));
        running -= 1;
        return text(String(together));
      case "fail":
        return { isError: true, content: [{ type: "text", text: "The disk is full." }] };
      case "picture":
        return { content: [{ type: "image", data: PIXEL, mimeType: "image/png" }] };
      case "everything":
        return {
          content: [
            { type: "text", text: "words" },
            { type: "audio", data: "UklGRg==", mimeType: "audio/wav" },
            { type: "image", data: "PGI+", mimeType: "text/html" },
            { type: "resource", resource: { uri: "memo://1", mimeType: "text/plain", text: "a memo" } },
            { type: "resource_link", uri: "memo://2", name: "another memo" },
          ],
          structuredContent: { answer: 42 },
        };
      case "structured":
        return { content: [], structuredContent: { answer: 42 } };
      case "misfit":
        return { content: [], structuredContent: { answer: "forty-two" } };
      case "long":
        return text(Array.from({ length: input.lines }, (_, line) => `line ${line + 1}`).join("\n"));
      case "change":
        changed = true;
        await server.notification({ method: "notifications/tools/list_changed" });
        return text("changed");
      case "die":
        return process.exit(3);
      default:
        return text(`called ${name}`);
    }
  });
  server.setRequestHandler("resources/list", () => ({
    resources: [{ uri: "memo://1", name: "memo", description: "A memo", mimeType: "text/plain" }],
  }));
  server.setRequestHandler("resources/read", ({ params }) => ({
    contents: [{ uri: params.uri, mimeType: "text/plain", text: "milk, bread" }],
  }));
  return server;
}

if (process.argv[2] === undefined) {
  await friendlyServer().connect(new StdioServerTransport());
} else {
  const sessions = new Map();
  const http = createServer(async (request, response) => {
    const id = request.headers["mcp-session-id"];
    let transport = sessions.get(id);
    if (transport === undefined) {
      transport = new WebStandardStreamableHTTPServerTransport({
        sessionIdGenerator: () => crypto.randomUUID(),
        onsessioninitialized: (session) => sessions.set(session, transport),
      });
      await friendlyServer().connect(transport);
    }
    const hasBody = request.method === "POST";
    const answer = await transport.handleRequest(
      new Request(`http://127.0.0.1${request.url}`, {
        method: request.method,
        headers: request.headers,
        ...(hasBody && { body: Readable.toWeb(request), duplex: "half" }),
      }),
    );
    response.writeHead(answer.status, Object.fromEntries(answer.headers));
    if (answer.body === null) response.end();
    else Readable.fromWeb(answer.body).pipe(response);
  });
  http.listen(Number(process.argv[2]), "127.0.0.1", () => process.stdout.write(`${http.address().port}\n`));
}
