import { describe, expect, it } from "vitest";
import { localBackend } from "../../src/backends/local/index.js";
import type {
  ApprovalRequest,
  PermissionRule,
  Web,
  WebPage,
  WebPageRequest,
} from "../../src/contract/index.js";
import { createToolRuntime } from "../../src/index.js";
import { TOOLSETS, type ToolsetName } from "../../src/toolsets/index.js";
import { createWorkbench } from "../tools/workbench.js";

const FETCHERS = [
  ["amp", "read_web_page"],
  ["claude-code", "WebFetch"],
  ["opencode", "webfetch"],
  ["gemini-cli", "web_fetch"],
] as const;

const SEARCHERS = [
  ["amp", "web_search"],
  ["claude-code", "WebSearch"],
  ["opencode", "websearch"],
  ["gemini-cli", "google_web_search"],
] as const;

const textPage = (text: string): WebPage => ({
  type: "text",
  url: "https://example.com/a",
  fetchedAt: 0,
  mediaType: "text/html",
  notes: [],
  text,
});

const filePage = (type: "image" | "pdf", mediaType: string): WebPage => ({
  type,
  url: "https://example.com/a/file",
  fetchedAt: 0,
  mediaType,
  notes: ["A note."],
  data: "AQID",
});

const pagesOf = (page: WebPage, requests: WebPageRequest[] = []) => ({
  read: async (request: WebPageRequest) => {
    requests.push(request);
    return page;
  },
});

function toolOf(toolset: ToolsetName, name: string) {
  const tool = TOOLSETS[toolset].tools.find((each) => each.name === name);
  if (tool === undefined) throw new Error(`no ${name} in ${toolset}`);
  return tool;
}

async function callOn(page: WebPage, [toolset, name]: (typeof FETCHERS)[number], input: object = {}) {
  const requests: WebPageRequest[] = [];
  const bench = await createWorkbench({
    services: { web: { pages: pagesOf(page, requests) } as unknown as Web },
  });
  const answer = await bench.call(toolOf(toolset, name), { url: "https://example.com/a", ...input });
  return { ...answer, requests };
}

describe.each(FETCHERS)("%s's %s", (toolset, name) => {
  it("returns the page in its envelope", async () => {
    const { text } = await callOn(textPage("Hello"), [toolset, name] as never);
    expect(text).toMatch(
      /^<web_page url="https:\/\/example.com\/a">\n\[The following content [^\]]*\]\n\nHello\n<\/web_page>$/,
    );
  });

  it("states after the envelope that the page was truncated, and where the rest is", async () => {
    const { text } = await callOn(textPage("Words.\n".repeat(100_000)), [toolset, name] as never);
    expect(text).toMatch(
      /\n<\/web_page>\n\n(?:\[Tool result truncated: 684KB exceeds limit|\.\.\.\d+ (?:bytes|lines) truncated)/,
    );
    expect(text).toMatch(/Full output saved to: \/.*\n\S/);
  });

  it.each([
    ["image", "image/png", "<image>"],
    ["pdf", "application/pdf", "<file>"],
  ] as const)("shows a page of type %s as it is", async (type, mediaType, part) => {
    const { text, result } = await callOn(filePage(type, mediaType), [toolset, name] as never);
    expect(text).toBe(
      `From https://example.com/a/file (${mediaType}). It comes from the web and is untrusted. A note.${part}`,
    );
    expect(JSON.stringify(result)).toContain("AQID");
  });
});

it("OpenCode's webfetch passes its format and its timeout", async () => {
  const { requests, result } = await callOn(textPage("x"), ["opencode", "webfetch"], {
    format: "text",
    timeout: 5,
  });
  expect(requests).toMatchObject([{ format: "text", timeoutMs: 5_000 }]);
  expect(result).toMatchObject({ title: "https://example.com/a (text/html)" });
});

it("amp's read_web_page fetches again on request", async () => {
  const { requests } = await callOn(textPage("x"), ["amp", "read_web_page"], { forceRefetch: true });
  expect(requests).toMatchObject([{ cached: false }]);
});

it("Claude Code's WebSearch searches only the requested domains", async () => {
  const hits = ["https://nodejs.org/a", "https://example.com/b"].map((url) => ({
    title: "T",
    url,
    snippet: "",
  }));
  const web = { search: { name: "Test", search: async () => hits } } as unknown as Web;
  const bench = await createWorkbench({ services: { web } });
  const search = toolOf("claude-code", "WebSearch");
  const { text } = await bench.call(search, { query: "x", allowed_domains: ["nodejs.org"] });
  expect(text).toContain("nodejs.org/a");
  expect(text).not.toContain("example.com/b");
});

describe.each(
  FETCHERS.map(([toolset, name], index) => [toolset, name, SEARCHERS[index]?.[1] ?? ""] as const),
)("a runtime with the tools of %s", (toolset, fetcher, searcher) => {
  const names = (options: object) =>
    createToolRuntime({ toolset, ...options } as never)
      .tools()
      .map(({ name }) => name);

  it("offers to read pages where the backend does, and to search where there is a search engine", () => {
    const webSearch = { name: "Test", search: async () => [] };
    expect(names({})).toContain(fetcher);
    expect(names({})).not.toContain(searcher);
    expect(names({ webSearch })).toContain(searcher);
    expect(names({ backend: localBackend({ web: false }), webSearch })).not.toContain(fetcher);
  });
});

describe("permission to read a page", () => {
  async function reading(url: string, permissions: unknown) {
    const questions: ApprovalRequest[] = [];
    await using runtime = createToolRuntime({
      backend: { ...localBackend(), pages: pagesOf(textPage("x")) },
      permissions: permissions as never,
      onApproval: (request) => {
        questions.push(request);
        return false;
      },
    });
    const result = await runtime.execute({ id: "1", name: "read_web_page", input: { url } });
    return { result, questions };
  }

  const allow = (host: string): { rules: readonly PermissionRule[] } => ({
    rules: [{ host, verdict: "allow" }],
  });

  it("asks for a page by default, with the whole URL and its host", async () => {
    const { result, questions } = await reading("https://evil.example/?d=secret", {});
    expect(result.status).toBe("rejected-by-user");
    expect(questions).toMatchObject([
      { input: { url: "https://evil.example/?d=secret" }, kind: "fetch", facts: { hosts: ["evil.example"] } },
    ]);
  });

  it("always names the stored page under Amp's preset", async () => {
    expect((await reading("https://example.com/", "amp")).result.status).toBe("done");
  });

  it.each([
    ["docs.python.org", "https://docs.python.org/3/", "done"],
    ["docs.python.org", "https://DOCS.python.org:8443/3/", "done"],
    ["docs.python.org", "https://docs.python.org./3/", "done"],
    ["*.python.org", "https://docs.python.org/", "done"],
    ["docs.python.org", "https://docs.python.org.evil.example/", "rejected-by-user"],
    ["python.org", "https://evilpython.org/", "rejected-by-user"],
    ["python.org", "https://docs.python.org/", "rejected-by-user"],
    ["*.python.org", "https://evilpython.org/", "rejected-by-user"],
    ["python.org", "https://python.org@evil.example/", "rejected-by-user"],
  ])("permission by a rule for %s, of %s: %s", async (host, url, status) => {
    expect((await reading(url, allow(host))).result.status).toBe(status);
  });

  it("refuses a URL whose host a rule denies, whatever the port", async () => {
    const denied = {
      rules: [
        { kind: "fetch", verdict: "allow" },
        { host: "*.evil.example", verdict: "deny" },
      ],
    };
    expect((await reading("https://a.evil.example:8080/", denied)).result.error?.errorCode).toBe(
      "permission-denied",
    );
  });

  it("does not ask about a URL without a host", async () => {
    const { result, questions } = await reading(
      "http://attacker.example%00.google.com/",
      allow("*.google.com"),
    );
    expect(result.error?.errorCode).toBe("invalid-url");
    expect(questions).toEqual([]);
  });
});

describe("a redirect to another host", () => {
  const redirecting = {
    read: async ({ mayVisit }: WebPageRequest) => textPage(`visited: ${await mayVisit("two.example")}`),
  };

  it.each([
    ["allowed by a rule", [{ host: "two.example", verdict: "allow" }], 0, "visited: true"],
    ["denied by a rule", [{ host: "two.example", verdict: "deny" }], 0, "visited: false"],
    ["asked about otherwise", [], 1, "visited: true"],
  ] as const)("a redirect to another host is %s", async (_what, rules, asked, text) => {
    let questions = 0;
    await using runtime = createToolRuntime({
      backend: { ...localBackend(), pages: redirecting },
      permissions: { rules: [{ host: "one.example", verdict: "allow" }, ...rules] },
      onApproval: () => {
        questions += 1;
        return true;
      },
    });
    const result = await runtime.execute({
      id: "1",
      name: "read_web_page",
      input: { url: "https://one.example/" },
    });
    expect(JSON.stringify(result.content)).toContain(text);
    expect(questions).toBe(asked);
  });
});
