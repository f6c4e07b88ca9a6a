import { describe, expect, it } from "vitest";
import * as aiSdk from "../../src/adapters/ai-sdk/index.js";
import * as anthropic from "../../src/adapters/anthropic/index.js";
import * as google from "../../src/adapters/google/index.js";
import * as langchain from "../../src/adapters/langchain/index.js";
import { connectMcp, connectMcpServers, createMcpHandler, serveMcp } from "../../src/adapters/mcp/index.js";
import * as openai from "../../src/adapters/openai/index.js";
import { brave, searxng, tavily } from "../../src/adapters/web-search/index.js";
import { createToolRuntime } from "../../src/core.js";

/** The functions of every adapter; their overloads have no common signature. */
interface Adapter {
  readonly toTools: (tools: [], options?: object) => unknown;
  readonly parseToolCalls: (reply: never, options?: never) => unknown;
  readonly toToolResults: (results: [], options?: object) => unknown;
}

const providers: Readonly<Record<string, Adapter>> = {
  "ai-sdk": aiSdk,
  anthropic: anthropic as Adapter,
  google,
  langchain,
  openai: openai as Adapter,
};

describe.each(Object.entries(providers))(
  "the adapter %s",
  (_name, { toTools, parseToolCalls, toToolResults }) => {
    it("refuses unknown options and names the nearest one", () => {
      expect(() => toTools([], { onWarnings: () => {} } as never)).toThrow(
        'toTools has no option "onWarnings". Did you mean "onWarning"?',
      );
      expect(() => parseToolCalls([] as never, { tool: [] } as never)).toThrow(
        'parseToolCalls has no option "tool". Did you mean "tools"?',
      );
      expect(() => toToolResults([], { blockd: "omit" } as never)).toThrow(
        'toToolResults has no option "blockd". Did you mean "blocked"?',
      );
    });

    it("accepts the known options, and the index that flatMap passes", () => {
      expect(() => toTools([], { onWarning: () => {} })).not.toThrow();
      expect(() => toToolResults([], { blocked: "omit" })).not.toThrow();
      expect([[]].flatMap(parseToolCalls as never)).toEqual([]);
    });
  },
);

describe("the options of one provider", () => {
  it("cause an error at another provider", () => {
    expect(() => google.toTools([], { cacheControl: "5m" } as never)).toThrow(/no option "cacheControl"/);
    expect(() => anthropic.toToolResults([], { media: "inside" } as never)).toThrow(/no option "media"/);
  });

  it("work at that provider", () => {
    expect(() => anthropic.toTools([], { cacheControl: "5m", deferred: "defer" })).not.toThrow();
    expect(() => google.toTools([], { format: "parameters" })).not.toThrow();
    expect(() => google.toToolResults([], { media: "inside" })).not.toThrow();
    expect(() => openai.toTools([], { api: "chat", strict: "off" })).not.toThrow();
    expect(() => openai.toToolResults([], { api: "chat" })).not.toThrow();
  });
});

describe("the options of MCP", () => {
  it("refuse unknown names for servers", async () => {
    await using runtime = createToolRuntime();
    expect(() => createMcpHandler(runtime, { tokn: "x" } as never)).toThrow(
      'createMcpHandler has no option "tokn". Did you mean "token"?',
    );
    await expect(serveMcp(runtime, undefined as never)).rejects.toThrow(
      "The options of serveMcp must be an object, but got undefined.",
    );
    await expect(serveMcp(runtime, { transport: "stdio", instruction: "x" } as never)).rejects.toThrow(
      'serveMcp has no option "instruction". Did you mean "instructions"?',
    );
    const transport = { port: 0, token: false, allowedHost: ["a"] };
    await expect(serveMcp(runtime, { transport } as never)).rejects.toThrow(
      'transport of serveMcp has no option "allowedHost". Did you mean "allowedHosts"?',
    );
  });

  it("refuse unknown names for clients, before the server starts", async () => {
    await using runtime = createToolRuntime();
    const server = { command: "no-such-command" };
    await expect(connectMcp(runtime, server, { defered: true } as never)).rejects.toThrow(
      'connectMcp has no option "defered". Did you mean "deferred"?',
    );
    await expect(connectMcp(runtime, { ...server, agrs: ["x"] } as never)).rejects.toThrow(
      'The configuration of the server has no field "agrs". Did you mean "args"?',
    );
    await expect(connectMcpServers(runtime, { server }, { includeTool: [] } as never)).rejects.toThrow(
      'connectMcpServers has no option "includeTool". Did you mean "includeTools"?',
    );
  });
});

describe("the options of web searches", () => {
  it.each<[string, () => unknown]>([
    ['brave has no option "apikey". Did you mean "apiKey"?', () => brave({ apikey: "x" } as never)],
    [
      'tavily has no option "deph". Did you mean "depth"?',
      () => tavily({ apiKey: "x", deph: "basic" } as never),
    ],
    [
      'searxng has no option "header". Did you mean "headers"?',
      () => searxng({ url: "http://localhost", header: {} } as never),
    ],
  ])("refuse unknown names: %s", (message, create) => {
    expect(create).toThrow(message);
  });
});
