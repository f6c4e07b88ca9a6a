import { createServer } from "node:http";
import type { AddressInfo } from "node:net";

/** A local service that sends recorded replies one after another. */
export interface ReplayServer extends AsyncDisposable {
  readonly url: string;
  /** The path and body of each request. */
  readonly requests: readonly { readonly path: string; readonly body: string }[];
}

/** Starts a service; each reply is sent as JSON. */
export async function replayServer(replies: readonly unknown[]): Promise<ReplayServer> {
  const requests: { path: string; body: string }[] = [];
  const server = createServer(async (request, response) => {
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk);
    const reply = replies[requests.length];
    requests.push({ path: request.url ?? "", body: Buffer.concat(chunks).toString("utf8") });
    response.setHeader("content-type", "application/json");
    if (reply === undefined) response.statusCode = 400;
    response.end(JSON.stringify(reply ?? { error: { message: "the recording has no more replies" } }));
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    requests,
    [Symbol.asyncDispose]: () => new Promise((resolve) => server.close(() => resolve())),
  };
}
