import { describe, expect, it } from "vitest";
import { aiSdkModel } from "../../src/adapters/ai-sdk/index.js";
import { createToolRuntime, type Model, type ModelRequest, runAgent } from "../../src/core.js";
import { echoTool } from "../runtime/fixtures.js";
import { modelEndpoint } from "./model-endpoint.js";
import { MODEL_PROVIDERS } from "./model-providers.js";

const PNG =
  "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==";

const asked = (messages: ModelRequest["messages"], rest: Partial<ModelRequest> = {}): ModelRequest => ({
  messages,
  tools: [],
  signal: new AbortController().signal,
  ...rest,
});

const hello = () => asked([{ role: "user", content: "Hello." }]);

async function refusalOf(model: Model, request = hello()): Promise<Error> {
  return model.generate(request).then(
    () => expect.fail("It answered."),
    (error: Error) => error,
  );
}

describe.each(MODEL_PROVIDERS)("a model of $name", (provider) => {
  it("sends calls, results and thoughts to the model and back", async () => {
    await using endpoint = await modelEndpoint([
      provider.reply({ text: "I echo.", call: { id: "c1", name: "echo", input: { text: "hi" } } }),
      provider.reply({ text: "Echoed." }),
    ]);
    const runtime = createToolRuntime({ tools: [echoTool] });
    const model = provider.model(endpoint.url);
    const result = await runAgent({ runtime, model, system: "You are terse.", prompt: "Say hi." });
    expect(result).toMatchObject({
      ended: "done",
      text: "Echoed.",
      steps: 2,
      usage: { inputTokens: 20, outputTokens: 10 },
    });
    expect(result.usageEstimated).toBeUndefined();
    const [first, second] = endpoint.requests;
    expect(JSON.stringify(first?.body)).toContain("You are terse.");
    expect(JSON.stringify(first?.body)).toContain("Answers with the given text.");
    expect(provider.turns(first?.body)).toContain("Say hi.");
    const turns = provider.turns(second?.body);
    expect(turns).toContain(provider.thoughts);
    expect(turns.indexOf("I echo.")).toBeGreaterThan(turns.indexOf("Say hi."));
    expect(turns.lastIndexOf(`"hi"`)).toBeGreaterThan(turns.indexOf("I echo."));
    // What is kept of it is plain JSON, so that a conversation can be stored.
    const stored = JSON.parse(JSON.stringify(result.messages));
    expect(stored).toEqual(result.messages);
  });

  it("takes a conversation that another model had", async () => {
    await using endpoint = await modelEndpoint([provider.reply({ text: "Fine." })]);
    const timing = { queuedAt: 0, endedAt: 0, durationMs: 0 };
    const { text } = await provider.model(endpoint.url).generate(
      asked([
        {
          role: "user",
          content: [
            { type: "text", text: "Look." },
            { type: "image", mediaType: "image/png", data: PNG },
          ],
        },
        {
          role: "assistant",
          text: "I look.",
          toolCalls: [{ id: "c9", name: "my tool", input: "not an object" }],
          raw: { provider: "another", value: "its own form" },
        },
        {
          role: "tool",
          results: [
            {
              callId: "c9",
              toolName: "my tool",
              requestedName: "my tool",
              status: "error",
              content: [{ type: "text", text: "It failed." }],
              error: { message: "It failed.", errorCode: "tool-failed" },
              timing,
            },
          ],
        },
        { role: "assistant", text: "", toolCalls: [] },
        { role: "user", content: "And now?" },
      ]),
    );
    expect(text).toBe("Fine.");
    const turns = provider.turns(endpoint.requests[0]?.body);
    for (const part of [
      "Look.",
      PNG.slice(0, 40),
      "I look.",
      "c9",
      "not an object",
      "It failed.",
      "And now?",
    ]) {
      expect(turns).toContain(part);
    }
    expect(turns).not.toContain("its own form");
    // A name that no provider takes goes by another one.
    expect(turns).not.toContain(`"my tool"`);
    expect(turns).toContain("my_tool_");
  });

  it("reports its usage, and whether it was truncated", async () => {
    await using endpoint = await modelEndpoint([provider.reply({ text: "And then", cut: true })]);
    const model = provider.model(endpoint.url, { maxOutputTokens: 77 });
    expect(model.name).toBe("m");
    const reply = await model.generate({ ...hello(), maxOutputTokens: 500 });
    expect(reply).toMatchObject({
      text: "And then",
      toolCalls: [],
      truncated: true,
      usage: { inputTokens: 10, outputTokens: 5 },
    });
    // The smaller of both limits.
    expect(JSON.stringify(endpoint.requests[0]?.body)).toMatch(/:77\b/);
  });

  it.each([429, 500])("rejects with the status %i and the words of the service", async (status) => {
    const message = "Slow down, please.";
    await using endpoint = await modelEndpoint([{ status, body: provider.failure(message) }]);
    const error = await refusalOf(provider.model(endpoint.url));
    expect(error.message).toContain(`refused the request with status ${status}: `);
    expect(error.message).toContain(message);
    expect(error.cause).toBeDefined();
    expect(endpoint.requests).toHaveLength(1);
  });

  it("rejects when no server answers", async () => {
    const error = await refusalOf(provider.model("http://127.0.0.1:9"));
    expect(error.message).toMatch(/could not be asked|refused the request/);
  });

  it("ends a request that is aborted", async () => {
    await using endpoint = await modelEndpoint(["hang"]);
    const controller = new AbortController();
    const refusal = refusalOf(provider.model(endpoint.url), { ...hello(), signal: controller.signal });
    await endpoint.asked();
    controller.abort();
    expect(await refusal).toBeInstanceOf(Error);
  });

  it("returns the words of a service whose error has no known form unchanged", async () => {
    await using endpoint = await modelEndpoint([provider.reply({})]);
    expect(await provider.model(endpoint.url).generate(hello())).toMatchObject({ text: "", toolCalls: [] });
  });
});

describe("a reply that was withheld", () => {
  const candidate = (finishReason: string) => ({ candidates: [{ finishReason }] });
  const completion = { choices: [{ index: 0, finish_reason: "content_filter", message: { content: "" } }] };

  it.each<[string, string, object, RegExp]>([
    ["Anthropic", "declined", { content: [], stop_reason: "refusal", usage: {} }, /declined to answer/],
    [
      "OpenAI responses",
      "failed",
      { output: [], status: "failed", error: { message: "No." } },
      /OpenAI: No\./,
    ],
    [
      "OpenAI responses",
      "filtered",
      { output: [], status: "incomplete", incomplete_details: { reason: "content_filter" } },
      /content policy/,
    ],
    ["OpenAI chat", "filtered", completion, /content policy/],
    ["OpenAI chat", "empty", { choices: [] }, /no choice/],
    ["Google", "blocked", { promptFeedback: { blockReason: "SAFETY" } }, /prompt was blocked \(SAFETY\)/],
    ["Google", "stopped", candidate("RECITATION"), /no reply \(RECITATION\)/],
    [
      "AI SDK",
      "filtered",
      { content: [], finishReason: { unified: "content-filter", raw: "x" }, usage: {} },
      /content policy/,
    ],
  ])("rejects with the reason for a reply that was withheld by %s, %s", async (name, _how, body, message) => {
    const provider = MODEL_PROVIDERS.find((each) => each.name === name);
    await using endpoint = await modelEndpoint([body]);
    if (provider === undefined) throw new Error(name);
    expect((await refusalOf(provider.model(endpoint.url))).message).toMatch(message);
  });
});

describe("a language model of version 2", () => {
  it("gets results in the form of its version, and its usage is read", async () => {
    const prompts: unknown[] = [];
    const languageModel = {
      specificationVersion: "v2",
      provider: "p",
      modelId: "m",
      doGenerate: async ({ prompt }: { prompt: unknown }) => {
        prompts.push(prompt);
        return {
          content: [{ type: "text", text: "Fine." }],
          finishReason: "length",
          usage: { inputTokens: 3, outputTokens: 2, totalTokens: 5 },
          warnings: [],
        };
      },
    };
    const result = {
      callId: "c",
      toolName: "t",
      requestedName: "t",
      timing: { queuedAt: 0, endedAt: 0, durationMs: 0 },
    };
    const reply = await aiSdkModel(languageModel).generate(
      asked([
        { role: "assistant", text: "", toolCalls: [{ id: "c", name: "t", input: {} }] },
        {
          role: "tool",
          results: [
            {
              ...result,
              status: "rejected-by-user",
              content: [{ type: "text", text: "No." }],
              error: { message: "No.", errorCode: "rejected-by-user" },
            },
            {
              ...result,
              status: "done",
              result: "",
              content: [{ type: "image", mediaType: "image/png", data: PNG }],
            },
          ],
        },
      ]),
    );
    expect(reply).toMatchObject({
      text: "Fine.",
      truncated: true,
      usage: { inputTokens: 3, outputTokens: 2 },
    });
    expect(prompts[0]).toMatchObject([
      { role: "assistant" },
      {
        role: "tool",
        content: [
          { output: { type: "error-text", value: "No." } },
          { output: { type: "content", value: [{ type: "media", mediaType: "image/png", data: PNG }] } },
        ],
      },
    ]);
  });
});
