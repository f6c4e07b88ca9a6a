import { createServer } from "node:http";
import type { AddressInfo } from "node:net";

/** How a service streams. */
interface EventEndpointOptions {
  /** Writes the type of each event before its data. */
  readonly named: boolean;
  /** Events for the requests after the first one. Default: the same. */
  readonly next?: readonly object[];
}

/** Starts a service that answers each request with server-sent events, as the providers stream. */
export async function eventEndpoint(first: readonly object[], { named, next = first }: EventEndpointOptions) {
  let events = first;
  const server = createServer(async (request, response) => {
    for await (const _chunk of request);
    response.writeHead(200, { "content-type": "text/event-stream" });
    for (const event of events) {
      const type = named && "type" in event ? `event: ${String(event.type)}\n` : "";
      response.write(`${type}data: ${JSON.stringify(event)}\n\n`);
    }
    events = next;
    response.end();
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    [Symbol.asyncDispose]: () =>
      new Promise<void>((resolve) => {
        server.closeAllConnections();
        server.close(() => resolve());
      }),
  };
}
