import { createServer } from "node:http";
import type { AddressInfo } from "node:net";

/** What a provider's service on this machine answers: a body, or a status with one; `"hang"` never answers. */
export type EndpointAnswer = object | { readonly status: number; readonly body: object } | "hang";

/** A provider's service on this machine. */
export interface ModelEndpoint extends AsyncDisposable {
  readonly url: string;
  // biome-ignore lint/suspicious/noExplicitAny: bodies of five vendors, read by the tests of each.
  readonly requests: readonly { readonly path: string; readonly body: any }[];
  /** Resolves when a request has come in. */
  asked(): Promise<void>;
}

/** Starts a service that gives its answers one after the other. */
export async function modelEndpoint(answers: readonly EndpointAnswer[]): Promise<ModelEndpoint> {
  const requests: { path: string; body: unknown }[] = [];
  let tell = () => {};
  const first = new Promise<void>((resolve) => {
    tell = resolve;
  });
  const server = createServer(async (request, response) => {
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk);
    const answer = answers[requests.length] ?? {
      status: 400,
      body: { error: { message: "asked once more" } },
    };
    requests.push({ path: request.url ?? "", body: JSON.parse(Buffer.concat(chunks).toString("utf8")) });
    tell();
    if (answer === "hang") return;
    const { status, body } = "status" in answer && "body" in answer ? answer : { status: 200, body: answer };
    response.writeHead(Number(status), { "content-type": "application/json" });
    response.end(JSON.stringify(body));
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    requests,
    asked: () => first,
    [Symbol.asyncDispose]: () =>
      new Promise((resolve) => {
        server.closeAllConnections();
        server.close(() => resolve());
      }),
  };
}
