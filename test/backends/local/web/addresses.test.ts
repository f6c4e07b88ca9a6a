import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { describe, expect, it, onTestFinished, vi } from "vitest";
import { connectDirectly } from "../../../../src/backends/local/web/network/connect.js";
import {
  publicAddresses,
  type ResolveHost,
  resolveBySystem,
} from "../../../../src/backends/local/web/network/host-addresses.js";
import { createTestReader } from "./test-web.js";

const answering =
  (...addresses: readonly string[]): ResolveHost =>
  async () =>
    addresses.map((address) => ({ address, family: address.includes(":") ? 6 : 4 }));

describe("publicAddresses", () => {
  it("returns all addresses of a name if all are public", async () => {
    const found = await publicAddresses("example.com", answering("93.184.215.14", "2606:4700::1111"));
    expect(found.map(({ address }) => address)).toEqual(["93.184.215.14", "2606:4700::1111"]);
  });

  it.each([
    ["one that is not", ["93.184.215.14", "127.0.0.1"]],
    ["an unspecified one", ["0.0.0.0"]],
    ["a mapped one", ["::ffff:10.0.0.1"]],
  ])("refuses a name with %s among its addresses", async (_what, addresses) => {
    await expect(publicAddresses("example.com", answering(...addresses))).rejects.toMatchObject({
      code: "blocked-address",
    });
  });

  it.each([
    "localhost",
    "LOCALHOST",
    "a.b.localhost",
    "printer.local",
    "metadata.google.internal",
    "nas.home.arpa",
  ])("refuses the name '%s' without a look-up", async (name) => {
    const resolve = vi.fn(answering("93.184.215.14"));
    await expect(publicAddresses(name, resolve)).rejects.toMatchObject({ code: "blocked-address" });
    expect(resolve).not.toHaveBeenCalled();
  });

  it("judges an address without looking it up", async () => {
    const resolve = vi.fn(answering("93.184.215.14"));
    await expect(publicAddresses("127.0.0.1", resolve)).rejects.toMatchObject({ code: "blocked-address" });
    await expect(publicAddresses("1.1.1.1", resolve)).resolves.toEqual([{ address: "1.1.1.1", family: 4 }]);
    expect(resolve).not.toHaveBeenCalled();
  });

  it("does not reveal the internal address of a name", async () => {
    const error = await publicAddresses("wiki.corp.example", answering("10.20.30.40")).catch(
      (thrown) => thrown,
    );
    expect(error.message).not.toContain("10.20.30.40");
  });

  it.each([
    ["nothing", answering()],
    ["an error", (async () => Promise.reject(new Error("ENOTFOUND"))) as ResolveHost],
  ])("reports that a host was not found when the look-up returns %s", async (_what, resolve) => {
    await expect(publicAddresses("nowhere.example", resolve)).rejects.toMatchObject({
      code: "network-error",
      message: expect.stringContaining("'nowhere.example' was not found"),
    });
  });

  it("uses the system's resolver by default, for all families", async () => {
    const found = await resolveBySystem("localhost");
    expect(found).toContainEqual({ address: "127.0.0.1", family: 4 });
  });
});

describe("connectDirectly", () => {
  it.each([
    ["the only address", ["127.0.0.1"]],
    ["the first of several that answers", ["127.0.0.2", "127.0.0.1"]],
  ])("connects to %s, whatever the host resolves to by now", async (_what, addresses) => {
    const server = createServer();
    await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
    onTestFinished(() => void server.close());
    const { port } = server.address() as AddressInfo;
    const stream = await connectDirectly({
      host: "no-such-host.invalid",
      port,
      addresses: addresses.map((address) => ({ address, family: 4 })),
      signal: new AbortController().signal,
    });
    expect(stream).toMatchObject({ remoteAddress: "127.0.0.1", remotePort: port });
    stream.destroy();
  });
});

describe("a page", () => {
  it("a page's host is looked up once and fetched from the checked address: a later answer changes nothing", async () => {
    let asked = 0;
    const { read, web } = await createTestReader((_request, response) => response.end("hi"), {
      resolve: async () => {
        asked += 1;
        return [{ address: asked === 1 ? "93.184.215.14" : "127.0.0.1", family: 4 }];
      },
    });
    await read("http://rebinding.example/");
    expect(asked).toBe(1);
    expect(web.dialled).toEqual([
      { host: "rebinding.example", port: 80, addresses: [{ address: "93.184.215.14", family: 4 }] },
    ]);
  });

  it("a page is requested by the host's name, without cookies or credentials", async () => {
    const { read, web } = await createTestReader((_request, response) => response.end("hi"), {
      userAgent: "me/1",
    });
    await read("http://example.com:8080/a?b=c#d");
    expect(web.requests[0]).toMatchObject({
      url: "/a?b=c",
      headers: { host: "example.com:8080", "user-agent": "me/1", connection: "close" },
    });
    expect(Object.keys(web.requests[0]?.headers ?? {}).sort()).toEqual([
      "accept",
      "accept-encoding",
      "connection",
      "host",
      "user-agent",
    ]);
  });

  it("a page is refused before any connection", async () => {
    const { failure, web } = await createTestReader((_request, response) => response.end("hi"), {
      names: { "inside.example": ["10.0.0.1"] },
    });
    for (const url of ["http://127.0.0.1/", "http://inside.example/", "http://[::1]:8080/"]) {
      expect(await failure(url)).toMatchObject({ code: "blocked-address" });
    }
    expect(web.dialled).toEqual([]);
  });
});
