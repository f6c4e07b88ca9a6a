import type { IncomingMessage, ServerResponse } from "node:http";
import type { McpHandler } from "../server/index.js";

/** Milliseconds in which a request must arrive completely. */
const REQUEST_TIMEOUT_MS = 60_000;

/** Listening HTTP server. */
export interface McpListener {
  readonly url: string;
  close(): Promise<void>;
}

/** Listens on the loopback interface and passes requests for `/mcp` to a handler. Port 0 selects a free port. */
export async function listen(handler: McpHandler, { port }: { readonly port: number }): Promise<McpListener> {
  const [{ createServer }, { Readable }] = await Promise.all([import("node:http"), import("node:stream")]);

  const answer = async (incoming: IncomingMessage, outgoing: ServerResponse): Promise<void> => {
    const gone = new AbortController();
    outgoing.once("close", () => gone.abort());
    const headers = new Headers();
    for (const [name, value] of Object.entries(incoming.headers)) {
      for (const each of [value ?? []].flat()) headers.append(name, each);
    }
    const hasBody = incoming.method !== "GET" && incoming.method !== "HEAD";
    const request = new Request(`http://127.0.0.1${incoming.url}`, {
      method: incoming.method ?? "GET",
      headers,
      signal: gone.signal,
      ...(hasBody && { body: Readable.toWeb(incoming) as ReadableStream, duplex: "half" }),
    });
    const response =
      new URL(request.url).pathname === "/mcp"
        ? await handler.fetch(request)
        : new Response(null, { status: 404 });
    outgoing.statusCode = response.status;
    outgoing.setHeaders(response.headers);
    outgoing.flushHeaders();
    if (response.body === null) outgoing.end();
    else {
      const body = Readable.fromWeb(response.body as Parameters<typeof Readable.fromWeb>[0]);
      // A client that disconnects during a stream is not an error.
      body.on("error", () => outgoing.destroy());
      outgoing.once("close", () => body.destroy());
      body.pipe(outgoing);
    }
    // An unread body of a refused request must not keep the connection busy.
    if (!incoming.complete && response.status >= 400) {
      outgoing.once("finish", () => incoming.destroy());
    }
  };

  const server = createServer({ requestTimeout: REQUEST_TIMEOUT_MS }, (incoming, outgoing) => {
    answer(incoming, outgoing).catch(() => {
      if (!outgoing.headersSent) outgoing.writeHead(400);
      outgoing.end();
    });
  });
  await new Promise<void>((resolve, reject) => {
    server.once("error", reject);
    server.listen(port, "127.0.0.1", resolve);
  });
  const address = server.address();
  const bound = typeof address === "object" && address !== null ? address.port : port;
  return {
    url: `http://127.0.0.1:${bound}/mcp`,
    async close() {
      await handler.close();
      server.closeAllConnections();
      await new Promise<void>((resolve) => server.close(() => resolve()));
    },
  };
}
