import { describe, expect, it } from "vitest";
import * as aiSdk from "../../src/adapters/ai-sdk/index.js";
import * as anthropic from "../../src/adapters/anthropic/index.js";
import { bullmqExecutor, serveWorker } from "../../src/adapters/bullmq/index.js";
import * as google from "../../src/adapters/google/index.js";
import * as langchain from "../../src/adapters/langchain/index.js";
import { connectMcp, connectMcpServers, createMcpHandler, serveMcp } from "../../src/adapters/mcp/index.js";
import * as openai from "../../src/adapters/openai/index.js";
import { openTelemetry } from "../../src/adapters/otel/index.js";
import {
  bwrapConnector,
  containerConnector,
  processConnector,
  sshConnector,
} from "../../src/adapters/remote/index.js";
import { brave, searxng, tavily } from "../../src/adapters/web-search/index.js";
import { codeMode, codexCodeMode } from "../../src/code-mode/index.js";
import { createToolRuntime } from "../../src/core.js";
import { compactResults } from "../../src/truncation/index.js";

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

describe("the options of functions that create models, workers, connectors and plugins", () => {
  const runtime = createToolRuntime();
  const connection = { host: "127.0.0.1", port: 1 };

  it.each<[name: string, nearest: string, create: () => unknown]>([
    ["anthropicModel", "model", () => anthropic.anthropicModel({} as never, { modl: "a" } as never)],
    ["openaiModel", "strict", () => openai.openaiModel({} as never, { model: "a", stict: "off" } as never)],
    ["googleModel", "config", () => google.googleModel({} as never, { model: "a", confg: {} } as never)],
    ["aiSdkModel", "request", () => aiSdk.aiSdkModel({} as never, { requst: {} } as never)],
    ["bullmqExecutor", "secret", () => bullmqExecutor({ connection, workspace: "a", secrt: "x" } as never)],
    [
      "serveWorker",
      "secret",
      () => serveWorker({ connection, workspaces: ["a"], runtime, secrt: "x" } as never),
    ],
    ["openTelemetry", "recordInputs", () => openTelemetry({ recordInput: true } as never)],
    ["codeMode", "records", () => codeMode(runtime, { record: {} } as never)],
    ["codexCodeMode", "onNotify", () => codexCodeMode(runtime, { onNotfy: () => {} } as never)],
    ["sshConnector", "install", () => sshConnector({ host: "a", instal: "copy" } as never)],
    [
      "containerConnector",
      "worker",
      () => containerConnector({ container: "a", program: "docker", wrker: [] } as never),
    ],
    ["bwrapConnector", "network", () => bwrapConnector({ writable: [], netwrk: true } as never)],
    ["processConnector", "variables", () => processConnector({ command: ["a"], variabls: [] } as never)],
  ])("refuse an unknown name for %s", (name, nearest, create) => {
    expect(create).toThrow(new RegExp(`^${name} has no option ".*"\\. Did you mean "${nearest}"\\?$`));
  });

  it("refuse an unknown name for compactResults", async () => {
    await expect(compactResults([], { keepRecnt: 1 } as never)).rejects.toThrow(
      'compactResults has no option "keepRecnt". Did you mean "keepRecent"?',
    );
  });
});
