import { beforeAll, describe, expect, it } from "vitest";
import * as anthropic from "../../examples/providers/anthropic.js";
import * as google from "../../examples/providers/google.js";
import * as openai from "../../examples/providers/openai.js";
import { type ReplayServer, replayServer } from "./replay-server.js";
import type { ExampleRun } from "./run-example.js";
import { runInTurn } from "./run-in-turn.js";

/** The calls run in parallel: either may end first. */
const TRANSCRIPT =
  /(?: {2}Read: done\n {2}glob: done| {2}glob: done\n {2}Read: done)\nIt turns timesheets into invoices\.\n$/;

const SERVICES = [
  {
    provider: "anthropic",
    replies: anthropic.RECORDED.map((reply) => ({
      type: "message",
      role: "assistant",
      usage: {},
      ...reply,
    })),
    environment: (url: string) => ({
      ANTHROPIC_API_KEY: "k",
      ANTHROPIC_BASE_URL: url,
      ANTHROPIC_MODEL: "some-model",
    }),
    path: "/v1/messages",
    answers: ['"tool_use_id":"toolu_01A"', '"tool_use_id":"toolu_01B"'],
  },
  {
    provider: "openai",
    replies: openai.RECORDED.map((reply) => ({ id: "resp_1", object: "response", ...reply })),
    environment: (url: string) => ({
      OPENAI_API_KEY: "k",
      OPENAI_BASE_URL: url,
      OPENAI_MODEL: "some-model",
    }),
    path: "/responses",
    answers: ['"call_id":"call_A","output":"', '"call_id":"call_B","output":"'],
  },
  {
    provider: "google",
    replies: google.RECORDED,
    environment: (url: string) => ({
      GEMINI_API_KEY: "k",
      GOOGLE_GEMINI_BASE_URL: url,
      GEMINI_MODEL: "some-model",
    }),
    path: "/v1beta/models/some-model:generateContent",
    answers: [
      '"functionResponse":{"name":"Read"',
      '"functionResponse":{"name":"glob"',
      '"thoughtSignature":"c2lnbmVk"',
    ],
  },
];

const WITHOUT_KEY = ["anthropic", "openai", "google", "ai-sdk", "constructor"];

let servers: readonly ReplayServer[];
/** Runs by provider; runs with a key by the provider and the word "key". */
let runs: ReadonlyMap<string, ExampleRun>;

beforeAll(async () => {
  servers = await Promise.all(SERVICES.map(({ replies }) => replayServer(replies)));
  const ended = await runInTurn("providers/main.js", [
    ...WITHOUT_KEY.map((provider) => ({ args: [provider] })),
    ...SERVICES.map(({ provider, environment }, index) => ({
      args: [provider],
      environment: environment(servers[index]?.url ?? ""),
    })),
  ]);
  const names = [...WITHOUT_KEY, ...SERVICES.map(({ provider }) => `${provider} with a key`)];
  runs = new Map(ended.map((run, index) => [names[index] ?? "", run]));
  for (const server of servers) await server[Symbol.asyncDispose]();
}, 60_000);

describe("examples/providers without a key", () => {
  it.each(["anthropic", "openai", "google", "ai-sdk"])("runs %s against a recording", (provider) => {
    const run = runs.get(provider);
    expect(run?.stderr).toBe("");
    expect(run?.stdout).toMatch(new RegExp(`^${provider}, a recording\n`));
    expect(run?.stdout).toMatch(TRANSCRIPT);
    expect(run?.exitCode).toBe(0);
    expect(run?.leftBehind).toEqual([]);
  });

  it("lists the providers when none is named", () => {
    const run = runs.get("constructor");
    expect(run?.stderr).toBe("Name a provider: anthropic, openai, google, ai-sdk.\n");
    expect(run?.exitCode).toBe(1);
  });
});

describe("examples/providers with a key", () => {
  it.each(SERVICES)(
    "asks the API of $provider over its SDK, with the tools and then the results",
    ({ provider, path, answers }) => {
      const run = runs.get(`${provider} with a key`);
      expect(run?.stderr).toBe("");
      expect(run?.stdout).toMatch(new RegExp(`^${provider}, some-model\n`));
      expect(run?.stdout).toMatch(TRANSCRIPT);
      expect(run?.exitCode).toBe(0);
      const [first, second, ...more] =
        servers[SERVICES.findIndex((service) => service.provider === provider)]?.requests ?? [];
      expect(more).toEqual([]);
      expect(first?.path).toBe(path);
      expect(first?.body).toContain('"read_range"');
      expect(first?.body).toContain('"filePattern"');
      for (const answer of answers) expect(second?.body).toContain(answer);
      expect(second?.body).toContain("Turns a CSV timesheet into an invoice.");
    },
  );
});
