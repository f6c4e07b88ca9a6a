import type { IncomingMessage, RequestListener, ServerResponse } from "node:http";
import { brotliCompressSync, deflateRawSync, deflateSync, gzipSync } from "node:zlib";
import { afterEach, describe, expect, it, vi } from "vitest";
import { createTestReader } from "./test-web.js";

const plain = (text: string, headers: Record<string, string> = {}): RequestListener => {
  return (_request, response) =>
    response.writeHead(200, { "content-type": "text/plain", ...headers }).end(text);
};

/** Redirects `/0` to `/1` and so on; `last` answers. */
const chain =
  (last: number, host = ""): RequestListener =>
  ({ url = "" }, response) => {
    const at = Number(url.slice(1));
    if (at === last) response.end("arrived");
    else response.writeHead(302, { location: `${host}/${at + 1}` }).end();
  };

describe("redirects", () => {
  it("redirects are followed, up to five", async () => {
    const { read } = await createTestReader(chain(5));
    expect(await read("http://example.com/0")).toMatchObject({
      text: "arrived",
      url: "http://example.com/5",
    });
  });

  it("end at the limit when they are endless", async () => {
    const { failure, web } = await createTestReader(chain(-1));
    expect(await failure("http://example.com/0")).toMatchObject({ code: "too-many-redirects" });
    expect(web.requests).toHaveLength(6);
  });

  it.each([
    ["http://169.254.169.254/latest/", "blocked-address"],
    ["http://inside.example/", "blocked-address"],
    ["file:///etc/passwd", "invalid-url"],
    ["http://a:b@example.com/", "invalid-url"],
    ["http://example.com:22/", "invalid-url"],
    ["javascript:alert(1)", "invalid-url"],
  ])("refuse the target %s", async (location, code) => {
    const { failure, web } = await createTestReader(
      (_request, response) => response.writeHead(302, { location }).end(),
      { names: { "inside.example": ["192.168.1.1"] } },
    );
    expect(await failure("http://example.com/", { mayVisit: async () => true })).toMatchObject({ code });
    expect(web.requests).toHaveLength(1);
  });

  it.each([
    ["without a target", {}],
    ["with an empty target", { location: " " }],
  ])("report an error, not an empty page or a loop: %s", async (_what, headers) => {
    const { failure, web } = await createTestReader((_request, response) =>
      response.writeHead(302, headers).end(),
    );
    expect(await failure("http://example.com/")).toMatchObject({
      code: "http-error",
      message: expect.stringContaining("does not state its target"),
    });
    expect(web.requests).toHaveLength(1);
  });

  it("ask before another host, and end if the answer is no", async () => {
    const { failure, read, web } = await createTestReader(({ headers }, response) => {
      if (headers.host === "one.example") response.writeHead(301, { location: "http://two.example/x" }).end();
      else response.end("two");
    });
    const asked: string[] = [];
    const error = await failure("http://one.example/", {
      mayVisit: async (host) => {
        asked.push(host);
        return false;
      },
    });
    expect(error).toMatchObject({
      code: "permission-denied",
      message: expect.stringContaining("http://two.example/x"),
    });
    expect(asked).toEqual(["two.example"]);
    expect(web.requests).toHaveLength(1);
    expect(await read("http://one.example/", { mayVisit: async () => true })).toMatchObject({ text: "two" });
  });

  it.each(["www.example.com", "example.com"])(
    "need no question from and to www. of a host (%s)",
    async (host) => {
      const { text } = await createTestReader(({ headers }, response) => {
        if (headers.host !== host) response.end("arrived");
        else
          response
            .writeHead(301, { location: `http://${host === "example.com" ? "www." : ""}example.com/` })
            .end();
      });
      expect(await text(`http://${host}/`)).toBe("arrived");
    },
  );

  it("refresh tags in a page are not followed", async () => {
    const { read, web } = await createTestReader(
      plain('<meta http-equiv="refresh" content="0; url=http://127.0.0.1/"><p>Wait</p>', {
        "content-type": "text/html",
      }),
    );
    expect(await read("http://example.com/")).toMatchObject({ text: "Wait" });
    expect(web.requests).toHaveLength(1);
  });
});

describe("answers with an error", () => {
  it.each([
    [404, false, "does not exist"],
    [403, false, "denies access"],
    [418, false, "status 418"],
    [500, true, "Try again later"],
  ])("state a remedy for status %d", async (status, retryable, words) => {
    const { failure } = await createTestReader((_request, response) =>
      response.writeHead(status).end("secret body"),
    );
    const error = await failure("http://example.com/");
    expect(error).toMatchObject({ code: "http-error", retryable, message: expect.stringContaining(words) });
    expect(error.message).not.toContain("secret body");
  });

  it("failed requests are retried once after a short Retry-After", async () => {
    let count = 0;
    const { text, web } = await createTestReader((_request, response) => {
      count += 1;
      if (count === 1) response.writeHead(503, { "retry-after": "0" }).end();
      else response.end("back");
    });
    expect(await text("http://example.com/")).toBe("back");
    expect(web.requests).toHaveLength(2);
  });

  it("failed requests are retried only once", async () => {
    const { failure, web } = await createTestReader((_request, response) =>
      response.writeHead(429, { "retry-after": "0" }).end(),
    );
    expect(await failure("http://example.com/")).toMatchObject({ code: "http-error", retryable: true });
    expect(web.requests).toHaveLength(2);
  });

  it.each([
    ["600", "in 600 seconds"],
    [new Date(Date.now() + 3_590_000).toUTCString(), /in 3[45]\d\d seconds/],
    ["soon", "later"],
  ])("report a Retry-After of %s instead of waiting for it", async (header, words) => {
    const { failure, web } = await createTestReader((_request, response) =>
      response.writeHead(429, { "retry-after": header }).end(),
    );
    expect((await failure("http://example.com/")).message).toMatch(words);
    expect(web.requests).toHaveLength(1);
  });
});

describe("bodies", () => {
  const TEXT = "Grüße aus Köln. ".repeat(500);

  it.each([
    ["gzip", gzipSync(TEXT)],
    ["br", brotliCompressSync(TEXT)],
    ["deflate", deflateSync(TEXT)],
    ["deflate", deflateRawSync(TEXT)],
    ["gzip, br", brotliCompressSync(gzipSync(TEXT))],
    ["identity", Buffer.from(TEXT)],
    ["X-GZIP", gzipSync(TEXT)],
  ])("bodies are decompressed from %s", async (coding, body) => {
    const { text } = await createTestReader((_request, response) =>
      response.writeHead(200, { "content-encoding": coding, "content-type": "text/plain" }).end(body),
    );
    expect(await text("http://example.com/")).toBe(TEXT);
  });

  it.each([
    ["gzip, gzip, gzip", "compressed 3 times"],
    [Array.from({ length: 1000 }, () => "gzip").join(","), "compressed 1000 times"],
    ["zstd", "only gzip, br and deflate"],
  ])("bodies are refused in %s", async (coding, words) => {
    const { failure } = await createTestReader((_request, response) =>
      response.writeHead(200, { "content-encoding": coding }).end("x"),
    );
    expect(await failure("http://example.com/")).toMatchObject({
      code: "unsupported-content",
      message: expect.stringContaining(words),
    });
  });

  it.each([
    ["that are no gzip", "gzip", Buffer.from("no gzip at all")],
    ["that were cut", "gzip", gzipSync(TEXT).subarray(0, 60)],
  ])("%s are a network error, not half a page", async (_what, coding, body) => {
    const { failure } = await createTestReader((_request, response) =>
      response.writeHead(200, { "content-encoding": coding, "content-type": "text/plain" }).end(body),
    );
    expect(await failure("http://example.com/")).toMatchObject({ code: "network-error" });
  });

  it("bodies are refused when they expand from 50 KB to 50 MB, and memory stays small", async () => {
    const bomb = gzipSync(Buffer.alloc(50 * 1024 ** 2, "a"));
    expect(bomb.length).toBeLessThan(60_000);
    const { failure } = await createTestReader((_request, response) =>
      response.writeHead(200, { "content-encoding": "gzip", "content-type": "text/plain" }).end(bomb),
    );
    const before = process.memoryUsage().arrayBuffers;
    let most = before;
    const watch = setInterval(() => {
      most = Math.max(most, process.memoryUsage().arrayBuffers);
    }, 1);
    const error = await failure("http://example.com/");
    clearInterval(watch);
    expect(error).toMatchObject({ code: "content-too-large" });
    expect(most - before).toBeLessThan(32 * 1024 ** 2);
  });

  it("endless bodies are ended at the limit, regardless of their header", async () => {
    let sent = 0;
    const { failure } = await createTestReader((_request, response) => {
      response.writeHead(200, { "content-type": "text/html" });
      const piece = Buffer.alloc(64 * 1024, "a");
      const more = () => {
        while (!response.destroyed) {
          sent += piece.length;
          if (!response.write(piece)) return;
        }
      };
      response.on("drain", more);
      more();
    });
    expect(await failure("http://example.com/")).toMatchObject({ code: "content-too-large" });
    // The system's buffers for the connection are additional.
    expect(sent).toBeLessThan(32 * 1024 ** 2);
  });

  it("end at their declared length when they have more bytes", async () => {
    let socketClosed = false;
    const { text } = await createTestReader((_request, response) => {
      const { socket } = response as ServerResponse & { socket: NonNullable<ServerResponse["socket"]> };
      socket.on("close", () => {
        socketClosed = true;
      });
      socket.on("error", () => {});
      socket.write("HTTP/1.1 200 OK\r\ncontent-type: text/plain\r\ncontent-length: 10\r\n\r\n0123456789");
      socket.write(Buffer.alloc(1024 ** 2, "x"));
    });
    expect(await text("http://example.com/").catch((error) => error.code)).toMatch(
      /^(?:0123456789|network-error)$/,
    );
    await expect.poll(() => socketClosed).toBe(true);
  });

  it("fail as a network error with fewer bytes than declared", async () => {
    const { failure } = await createTestReader((_request, response) => {
      response.writeHead(200, { "content-type": "text/plain", "content-length": "1000" });
      response.write("half");
      setImmediate(() => response.socket?.end());
    });
    expect(await failure("http://example.com/")).toMatchObject({ code: "network-error", retryable: true });
  });

  it("fail as a network error when the connection is reset", async () => {
    const { failure } = await createTestReader((_request, response) => {
      response.writeHead(200, { "content-type": "text/html" });
      response.write("<p>half", () => response.socket?.resetAndDestroy());
    });
    expect(await failure("http://example.com/")).toMatchObject({ code: "network-error" });
  });

  it("fail as a network error with endless headers", async () => {
    const { failure } = await createTestReader((_request, response) => {
      response.socket?.write(`HTTP/1.1 200 OK\r\nx: ${"a".repeat(100_000)}`);
    });
    expect(await failure("http://example.com/")).toMatchObject({ code: "network-error" });
  });
});

describe("time", () => {
  const drip = (_request: IncomingMessage, response: ServerResponse) => {
    response.writeHead(200, { "content-type": "text/plain" });
    const timer = setInterval(() => response.write("a"), 20);
    response.on("close", () => clearInterval(timer));
  };

  it("ends a page that arrives byte by byte and never ends", async () => {
    const { failure } = await createTestReader(drip, { timeoutMs: 300 });
    expect(await failure("http://example.com/")).toMatchObject({ code: "timeout", retryable: true });
  });

  it("can be set for a call", async () => {
    const { failure } = await createTestReader(drip);
    expect(await failure("http://example.com/", { timeoutMs: 200 })).toMatchObject({
      code: "timeout",
      message: expect.stringContaining("0.2 seconds"),
    });
  });

  it.each<[string, RequestListener]>([
    ["answers nothing", () => {}],
    ["stops in the middle", (_request, response) => response.writeHead(200).write("a")],
  ])("expires without data from a server that %s", async (_what, listener) => {
    const { failure } = await createTestReader(listener, { idleTimeoutMs: 200 });
    expect(await failure("http://example.com/")).toMatchObject({
      code: "timeout",
      message: expect.stringContaining("sent no data for 0.2 seconds"),
    });
  });

  it("ends a look-up that never answers", async () => {
    const { failure } = await createTestReader(() => {}, {
      resolve: () => new Promise(() => {}),
      timeoutMs: 100,
    });
    expect(await failure("http://example.com/")).toMatchObject({ code: "timeout" });
  });

  it("ends at once when the call is cancelled, and the connection with it", async () => {
    const controller = new AbortController();
    let closed = false;
    const { failure } = await createTestReader((request, response) => {
      response.writeHead(200).write("a");
      request.on("close", () => {
        closed = true;
      });
      controller.abort();
    });
    expect(await failure("http://example.com/", { signal: controller.signal })).toMatchObject({
      code: "cancelled",
    });
    await expect.poll(() => closed).toBe(true);
    expect(await failure("http://example.com/", { signal: controller.signal })).toMatchObject({
      code: "cancelled",
    });
  });
});

describe("cached pages", () => {
  it("pages are kept for a while", async () => {
    const { read, web } = await createTestReader(plain("hi"));
    const first = await read("http://example.com/a#one");
    expect(await read("http://example.com/a#two")).toBe(first);
    expect(web.requests).toHaveLength(1);
    expect(await read("http://example.com/a", { cached: false })).not.toBe(first);
    await read("http://example.com/b");
    expect(web.requests).toHaveLength(3);
  });

  it.each(["no-store", "private, max-age=600", "no-cache", "max-age=0"])(
    "pages are not stored with cache-control: %s",
    async (control) => {
      const { read, web } = await createTestReader(plain("hi", { "cache-control": control }));
      await read("http://example.com/");
      await read("http://example.com/");
      expect(web.requests).toHaveLength(2);
    },
  );

  it.each([
    [{ expires: "Thu, 01 Jan 1970 00:00:00 GMT" }, 2],
    [{ expires: "0" }, 2],
    [{ expires: "Fri, 01 Jan 2100 00:00:00 GMT" }, 1],
    [{ expires: "Thu, 01 Jan 1970 00:00:00 GMT", "cache-control": "max-age=60" }, 1],
    [{ pragma: "no-cache" }, 2],
    [{ "cache-control": "max-age=60", age: "61" }, 2],
  ])("pages are fetched with %j as often as that requires", async (headers, times) => {
    const { read, web } = await createTestReader(plain("hi", headers as Record<string, string>));
    await read("http://example.com/");
    await read("http://example.com/");
    expect(web.requests).toHaveLength(times);
  });

  it("pages are fetched again after 15 minutes, or earlier if the server requires it", async () => {
    vi.useFakeTimers({ toFake: ["Date"] });
    const { read, web } = await createTestReader(({ url }, response) =>
      response.writeHead(200, url === "/short" ? { "cache-control": "max-age=60" } : {}).end("hi"),
    );
    for (const url of ["http://example.com/", "http://example.com/short"]) await read(url);
    vi.setSystemTime(Date.now() + 61_000);
    for (const url of ["http://example.com/", "http://example.com/short"]) await read(url);
    expect(web.requests.map(({ url }) => url)).toEqual(["/", "/short", "/short"]);
    vi.setSystemTime(Date.now() + 15 * 60_000);
    await read("http://example.com/");
    expect(web.requests).toHaveLength(4);
  });

  afterEach(() => {
    vi.useRealTimers();
  });

  it("pages are not returned to a caller that may not visit the redirect target", async () => {
    const { failure, read, web } = await createTestReader(({ headers }, response) => {
      if (headers.host === "one.example") response.writeHead(302, { location: "http://two.example/" }).end();
      else response.end("two");
    });
    await read("http://one.example/", { mayVisit: async () => true });
    expect(await failure("http://one.example/")).toMatchObject({ code: "permission-denied" });
    expect(web.requests).toHaveLength(2);
  });

  it("pages are removed when the cache is full", async () => {
    const { read, web } = await createTestReader(plain("x".repeat(4 * 1024 ** 2)));
    for (const name of ["a", "b", "c"]) await read(`http://example.com/${name}`);
    await read("http://example.com/c");
    expect(web.requests).toHaveLength(3);
    await read("http://example.com/a");
    expect(web.requests).toHaveLength(4);
  });

  it("pages are not stored if the host disables the cache", async () => {
    const { read, web } = await createTestReader(plain("hi"), { cache: false });
    await read("http://example.com/");
    await read("http://example.com/");
    expect(web.requests).toHaveLength(2);
  });
});

describe("proxies in the environment", () => {
  afterEach(() => {
    vi.unstubAllEnvs();
  });

  it("proxies are ignored: they would connect to unchecked addresses", async () => {
    for (const name of ["HTTP_PROXY", "http_proxy", "ALL_PROXY", "all_proxy"])
      vi.stubEnv(name, "http://127.0.0.1:9/");
    vi.stubEnv("NODE_USE_ENV_PROXY", "1");
    const { text, web } = await createTestReader(plain("direct"));
    expect(await text("http://example.com/")).toBe("direct");
    expect(web.dialled[0]?.addresses).toEqual([{ address: "93.184.215.14", family: 4 }]);
  });
});

describe("imprecise answers of a server", () => {
  it.each(["0", "-5", "1.5", "999999999", "9".repeat(40), "Wed, 21 Oct 2015 07:28:00 GMT", "soon"])(
    "report no wait for Retry-After %s",
    async (wait) => {
      const { failure } = await createTestReader((_request, response) =>
        response.writeHead(429, { "retry-after": wait }).end(),
      );
      const { message } = await failure("http://example.com/");
      expect(message).toMatch(/Try again later\.$/);
    },
  );

  it.each([
    ["gzip", 200],
    ["br", 200],
    ["deflate", 200],
  ])("an empty page results without content in %s", async (coding, status) => {
    const { text } = await createTestReader((_request, response) =>
      response.writeHead(status, { "content-encoding": coding, "content-type": "text/plain" }).end(),
    );
    expect(await text("http://example.com/")).toBe("");
  });

  it.each([304, 305])("an error results for status %i without a page", async (status) => {
    const { failure } = await createTestReader((_request, response) => response.writeHead(status).end());
    expect(await failure("http://example.com/")).toMatchObject({ code: "http-error" });
  });
});

describe("pages in many compressed pieces", () => {
  it("add no listener for each piece", async () => {
    const warnings: Error[] = [];
    const onWarning = (warning: Error) => warnings.push(warning);
    process.on("warning", onWarning);
    // Incompressible content fills the decompressor's buffer at every piece.
    const body = gzipSync(Array.from({ length: 400_000 }, (_each, index) => Math.sin(index)).join(" "));
    const { read } = await createTestReader(
      (_request, response) =>
        response.writeHead(200, { "content-encoding": "gzip", "content-type": "text/plain" }).end(body),
      { maxTextBytes: 20_000_000 },
    );
    await read("http://example.com/");
    // Warnings are emitted in a later iteration of the event loop.
    await new Promise((resolve) => setImmediate(resolve));
    process.off("warning", onWarning);
    expect(warnings).toEqual([]);
  });
});
