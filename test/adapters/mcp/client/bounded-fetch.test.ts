import { createServer, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { afterEach, describe, expect, it } from "vitest";
import { boundedFetch } from "../../../../src/adapters/mcp/client/bounded-fetch.js";

const MAX_BYTES = 100_000;
const closing: (() => void)[] = [];

afterEach(() => {
  for (const close of closing.splice(0)) close();
});

async function serving(answer: (response: ServerResponse) => void): Promise<string> {
  const server = createServer((_request, response) => answer(response));
  closing.push(() => server.close().closeAllConnections());
  await new Promise<void>((done) => server.listen(0, "127.0.0.1", done));
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

const read = async (url: string) => (await boundedFetch(MAX_BYTES)(url)).text();

describe("a bounded fetch", () => {
  it("returns a body within the size unchanged, with address, status and headers", async () => {
    const url = await serving((response) =>
      response.writeHead(201, { "x-kind": "small" }).end("x".repeat(MAX_BYTES)),
    );
    const response = await boundedFetch(MAX_BYTES)(url);
    expect([response.url, response.status, response.headers.get("x-kind")]).toEqual([
      `${url}/`,
      201,
      "small",
    ]);
    expect(await response.text()).toHaveLength(MAX_BYTES);
  });

  it("gives up a body that is larger", async () => {
    const url = await serving((response) => response.end("x".repeat(MAX_BYTES + 1)));
    await expect(read(url)).rejects.toThrow(/more than 100000 bytes/);
  });

  it("bounds every message of an event stream, not the stream", async () => {
    const lines = Array.from({ length: 10 }, () => `data: ${"x".repeat(MAX_BYTES / 2)}\n\n`);
    const headers = { "content-type": "text/event-stream" };
    const many = await serving((response) => response.writeHead(200, headers).end(lines.join("")));
    expect((await read(many)).length).toBeGreaterThan(MAX_BYTES * 5);
    const huge = await serving((response) =>
      response.writeHead(200, headers).end(`data: ${"x".repeat(MAX_BYTES * 3)}\n\n`),
    );
    await expect(read(huge)).rejects.toThrow(/more than 100000 bytes/);
  });
});
