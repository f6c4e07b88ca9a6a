import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { describe, expect, it, vi } from "vitest";
import * as anthropic from "../../examples/providers/anthropic.js";
import * as google from "../../examples/providers/google.js";
import * as openai from "../../examples/providers/openai.js";
import { replayServer } from "./replay-server.js";
import { capture } from "./run-quickstart.js";

const ROOT = fileURLToPath(new URL("../../", import.meta.url));

// Each run starts tsx and the runtime.
vi.setConfig({ testTimeout: 60_000 });

/** Runs the example in a process of its own, without the keys of whoever runs the tests. */
function run(provider: string, environment: NodeJS.ProcessEnv = {}) {
  const keys = Object.keys(process.env).filter((name) => /API_KEY|BASE_URL/.test(name));
  const env = {
    ...process.env,
    ...Object.fromEntries(keys.map((name) => [name, undefined])),
    ...environment,
  };
  const tsx = join(ROOT, "node_modules/tsx/dist/cli.mjs");
  return capture([tsx, join(ROOT, "examples/providers/main.ts"), provider], { cwd: ROOT, env });
}

const TRANSCRIPT = /Read: done\n {2}glob: done\nIt turns timesheets into invoices\.\n$/;

describe("examples/providers without a key", () => {
  it.each(["anthropic", "openai", "google", "ai-sdk"])("runs %s against a recording", async (provider) => {
    const { exitCode, stdout, stderr } = await run(provider);
    expect(stderr).toBe("");
    expect(stdout).toMatch(new RegExp(`^${provider}, a recording\n`));
    expect(stdout).toMatch(TRANSCRIPT);
    expect(exitCode).toBe(0);
  });

  it("says what there is to choose from", async () => {
    const { exitCode, stderr } = await run("constructor");
    expect(stderr).toBe("Say which: anthropic, openai, google, ai-sdk.\n");
    expect(exitCode).toBe(1);
  });
});

describe("examples/providers with a key", () => {
  it.each([
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
  ])("asks the API of $provider over its SDK, with the tools and then the results", async (example) => {
    await using server = await replayServer(example.replies);
    const { exitCode, stdout, stderr } = await run(example.provider, example.environment(server.url));
    expect(stderr).toBe("");
    expect(stdout).toMatch(new RegExp(`^${example.provider}, some-model\n`));
    expect(stdout).toMatch(TRANSCRIPT);
    expect(exitCode).toBe(0);
    const [first, second, ...more] = server.requests;
    expect(more).toEqual([]);
    expect(first?.path).toBe(example.path);
    expect(first?.body).toContain('"read_range"');
    expect(first?.body).toContain('"filePattern"');
    for (const answer of example.answers) expect(second?.body).toContain(answer);
    expect(second?.body).toContain("Turns a CSV timesheet into an invoice.");
  });
});
