import { createServer, type IncomingMessage, type RequestListener } from "node:http";
import type { AddressInfo } from "node:net";
import { describe, expect, it, onTestFinished } from "vitest";
import { brave, searxng, tavily } from "../../../src/adapters/web-search/index.js";
import { ToolError, type WebSearchProvider } from "../../../src/contract/index.js";

const KEY = "tvly-secret-key-1234";

interface Received {
  readonly request: IncomingMessage;
  readonly body: string;
}

/** A search service on this machine. */
async function serve(listener: RequestListener): Promise<{ url: string; received: Received[] }> {
  const received: Received[] = [];
  const server = createServer(async (request, response) => {
    let body = "";
    for await (const chunk of request) body += chunk;
    received.push({ request, body });
    listener(request, response);
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, received };
}

const json = (value: unknown, status = 200, headers = {}): RequestListener => {
  return (_request, response) =>
    response.writeHead(status, { "content-type": "application/json", ...headers }).end(JSON.stringify(value));
};

const search = (provider: WebSearchProvider, signal = new AbortController().signal) =>
  provider.search({ query: "quick foxes & hounds", maxResults: 2, signal });

async function failureOf(provider: WebSearchProvider, signal?: AbortSignal): Promise<ToolError> {
  const error: unknown = await search(provider, signal).catch((thrown) => thrown);
  if (ToolError.isInstance(error)) return error;
  throw new Error(`expected a ToolError, got ${JSON.stringify(error)}`);
}

// The answers below have the shape that the services document, with what we do not read left in.
const SEARXNG = {
  query: "quick foxes & hounds",
  number_of_results: 0,
  results: [
    {
      url: "https://example.com/a",
      title: "Foxes",
      content: "About foxes.",
      publishedDate: "2026-05-01T00:00:00",
      engine: "duckduckgo",
      engines: ["duckduckgo", "brave"],
      parsed_url: ["https", "example.com", "/a", "", "", ""],
      score: 4,
      category: "general",
      thumbnail: null,
    },
    { url: "https://example.com/b", title: "Hounds", content: "", publishedDate: null, engine: "brave" },
    { url: "https://example.com/c", title: "Third", content: "" },
  ],
  answers: [],
  corrections: [],
  infoboxes: [],
  suggestions: ["fox"],
  unresponsive_engines: [["google", "Suspended: too many requests"]],
};
const BRAVE = {
  type: "search",
  query: { original: "quick foxes & hounds", more_results_available: true },
  mixed: { type: "mixed", main: [{ type: "web", index: 0, all: false }] },
  web: {
    type: "search",
    family_friendly: true,
    results: [
      {
        title: "Foxes",
        url: "https://example.com/a",
        is_source_local: false,
        description: "About foxes.",
        page_age: "2026-05-01T00:00:00",
        age: "May 1, 2026",
        meta_url: { scheme: "https", netloc: "example.com", hostname: "example.com", path: "› a" },
      },
      { title: "Hounds", url: "https://example.com/b", description: "" },
    ],
  },
};
const TAVILY = {
  query: "quick foxes & hounds",
  follow_up_questions: null,
  answer: null,
  images: [],
  results: [
    {
      title: "Foxes",
      url: "https://example.com/a",
      content: "About foxes.",
      score: 0.98,
      raw_content: null,
      published_date: "2026-05-01T00:00:00",
    },
    { title: "Hounds", url: "https://example.com/b", content: "", score: 0.5, raw_content: null },
  ],
  response_time: 1.2,
  request_id: "123e4567",
};

const PROVIDERS = [
  ["SearXNG", SEARXNG, (url: string) => searxng({ url })],
  ["Brave Search", BRAVE, (url: string) => brave({ apiKey: KEY, url })],
  ["Tavily", TAVILY, (url: string) => tavily({ apiKey: KEY, url })],
] as const;

describe.each(PROVIDERS)("%s", (name, answer, make) => {
  it("returns the results of the service", async () => {
    const { url } = await serve(json(answer));
    const provider = make(url);
    expect(provider.name).toBe(name);
    expect(await search(provider)).toEqual([
      { title: "Foxes", url: "https://example.com/a", snippet: "About foxes.", date: "2026-05-01T00:00:00" },
      { title: "Hounds", url: "https://example.com/b", snippet: "" },
    ]);
  });

  it.each([
    [401, false, "its key is missing or wrong"],
    [403, false, "operator"],
    [422, false, "simpler words"],
    [429, true, "in 7 seconds"],
    [500, true, "Try again"],
  ])("tells what status %d means", async (status, retryable, words) => {
    const { url } = await serve(json({ detail: "x" }, status, { "retry-after": "7" }));
    const error = await failureOf(make(url));
    expect(error).toMatchObject({ code: "http-error", retryable });
    expect(error.message.toLowerCase()).toContain(words.toLowerCase());
    expect(error.message.startsWith(name)).toBe(true);
  });

  it.each<[string, RequestListener]>([
    ["no JSON", (_request, response) => response.end("<html>Login</html>")],
    ["JSON that was cut", (_request, response) => response.end('{"results": [{')],
    ["nothing", (_request, response) => response.end()],
  ])("refuses an answer that is %s", async (_what, listener) => {
    const { url } = await serve(listener);
    expect(await failureOf(make(url))).toMatchObject({ code: "unsupported-content" });
  });

  it.each([
    {},
    { results: [], web: {} },
    { results: [null, 1, { url: 3 }], web: { results: [null, 1, { url: 3 }] } },
  ])("takes %j for nothing found", async (value) => {
    const { url } = await serve(json(value));
    expect(await search(make(url))).toEqual([]);
  });

  it.each([null, [], 5, "text", { results: {}, web: [] }, { results: "x", web: { results: "x" } }])(
    "does not take %j for nothing found, because it is not an answer of a search",
    async (value) => {
      const { url } = await serve(json(value));
      expect(await failureOf(make(url))).toMatchObject({
        code: "unsupported-content",
        message: expect.stringContaining("without a list of results"),
      });
    },
  );

  it("takes an answer in which one hit has 10 MB", async () => {
    const hits = [{ title: "t", url: "https://a.example/", content: "x".repeat(10_000_000) }];
    const { url } = await serve(({ url: asked = "" }, response) => {
      response.end(
        JSON.stringify(asked.startsWith("/res/") ? { web: { results: hits } } : { results: hits }),
      );
    });
    expect(await search(make(url))).toMatchObject([{ url: "https://a.example/" }]);
  });

  it("refuses an answer of 40 MB without reading it all", async () => {
    let sent = 0;
    const { url } = await serve((_request, response) => {
      const piece = Buffer.alloc(64 * 1024, "a");
      const more = () => {
        while (sent < 40 * 1024 ** 2 && !response.destroyed) {
          sent += piece.length;
          if (!response.write(piece)) return;
        }
        response.end();
      };
      response.on("drain", more);
      response.write('{"results": "');
      more();
    });
    expect(await failureOf(make(url))).toMatchObject({ code: "content-too-large" });
    expect(sent).toBeLessThan(40 * 1024 ** 2);
  });

  it("follows no redirect, which would receive the key", async () => {
    const { url, received } = await serve((_request, response) =>
      response.writeHead(302, { location: "/elsewhere" }).end(),
    );
    expect(await failureOf(make(url))).toMatchObject({ code: "http-error" });
    expect(received).toHaveLength(1);
  });

  it.each([
    ["says it in the error", { detail: { error: `Unauthorized: ${KEY} is no key` } }],
    [
      "says it elsewhere",
      { error: { detail: `The token ${KEY} is invalid`, code: "X", status: 422 }, type: "ErrorResponse" },
    ],
  ])("never tells the key, even where the service %s", async (_what, value) => {
    const { url } = await serve(json(value, 401));
    const { message } = await failureOf(make(url));
    if (name !== "SearXNG") expect(message).not.toContain(KEY);
    expect(message).not.toContain("127.0.0.1");
  });

  it("reports that the service cannot be reached", async () => {
    expect(await failureOf(make("http://127.0.0.1:2"))).toMatchObject({
      code: "network-error",
      retryable: true,
      message: `${name} cannot be reached (ECONNREFUSED). Try again later.`,
    });
  });

  it("ends with its signal", async () => {
    const controller = new AbortController();
    const { url } = await serve(() => controller.abort(new ToolError("enough", { code: "cancelled" })));
    expect(await failureOf(make(url), controller.signal)).toMatchObject({ code: "cancelled" });
  });
});

describe("what is sent", () => {
  it("sends SearXNG the query and the format JSON", async () => {
    const { url, received } = await serve(json(SEARXNG));
    await search(searxng({ url: `${url}/search-engine/`, language: "de", headers: { "x-login": "me" } }));
    expect(received[0]?.request).toMatchObject({
      method: "GET",
      url: "/search-engine/search?q=quick+foxes+%26+hounds&format=json&language=de",
      headers: { "x-login": "me", accept: "application/json" },
    });
  });

  it("sends Brave the query, the number and the key", async () => {
    const { url, received } = await serve(json(BRAVE));
    await search(brave({ apiKey: KEY, url, country: "DE" }));
    expect(received[0]?.request).toMatchObject({
      method: "GET",
      url: "/res/v1/web/search?q=quick+foxes+%26+hounds&count=2&text_decorations=false&country=DE",
      headers: { "x-subscription-token": KEY },
    });
  });

  it("sends Brave no more than it accepts", async () => {
    const { url, received } = await serve(json(BRAVE));
    const { signal } = new AbortController();
    await brave({ apiKey: KEY, url }).search({ query: "word ".repeat(200), maxResults: 20, signal });
    const sent = new URL(received[0]?.request.url ?? "", url).searchParams.get("q") ?? "";
    expect(sent.split(" ")).toHaveLength(50);
  });

  it("sends Tavily the query, the number, the depth and the key", async () => {
    const { url, received } = await serve(json(TAVILY));
    await search(tavily({ apiKey: KEY, url, depth: "advanced" }));
    expect(received[0]?.request).toMatchObject({
      method: "POST",
      url: "/search",
      headers: { authorization: `Bearer ${KEY}`, "content-type": "application/json" },
    });
    expect(JSON.parse(received[0]?.body ?? "")).toEqual({
      query: "quick foxes & hounds",
      max_results: 2,
      search_depth: "advanced",
    });
  });

  it("uses the fetch of the host if there is one", async () => {
    const asked: string[] = [];
    const fetch: typeof globalThis.fetch = async (input) => {
      asked.push(String(input));
      return Response.json({ results: [], web: { results: [] } });
    };
    for (const provider of [
      searxng({ url: "http://searx.example", fetch }),
      brave({ apiKey: KEY, fetch }),
      tavily({ apiKey: KEY, fetch }),
    ]) {
      await search(provider);
    }
    expect(asked.map((url) => new URL(url).origin)).toEqual([
      "http://searx.example",
      "https://api.search.brave.com",
      "https://api.tavily.com",
    ]);
  });
});

describe("a provider that is set up wrongly", () => {
  it.each([
    ["no URL", () => searxng({ url: "localhost" })],
    ["another scheme", () => searxng({ url: "file:///x" })],
    ["credentials in the URL", () => searxng({ url: "http://a:b@localhost" })],
    ["an empty key", () => brave({ apiKey: "" })],
    ["a key with a line end", () => tavily({ apiKey: "a\nb" })],
  ])("a provider that is set up wrongly is refused at once: %s", (_what, make) => {
    expect(make).toThrow(TypeError);
  });
});

describe("SearXNG", () => {
  it("names the setting to change if a SearXNG has no JSON", async () => {
    const { url } = await serve((_request, response) =>
      response.writeHead(403).end("<h1>403 Forbidden</h1>"),
    );
    expect((await failureOf(searxng({ url }))).message).toContain("search.formats");
  });
});
