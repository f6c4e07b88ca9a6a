import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import type Anthropic from "@anthropic-ai/sdk";
import type OpenAI from "openai";
import { durationScript } from "../../examples/quickstart/duration-script.js";
import { ScriptedModel } from "../../examples/quickstart/scripted-model.js";
import { refusals } from "../adapters/anthropic/request-rules.js";

/** A local service with the API of a model provider. */
export interface ModelServer extends AsyncDisposable {
  readonly url: string;
  /** Requests that the API would refuse, or that the script does not expect. */
  readonly complaints: readonly string[];
}

type Answer = (body: unknown) => Promise<unknown>;

/** Starts a service that replies as the Messages API does, by the script, and checks each request against the rules of the API. */
export function anthropicServer(): Promise<ModelServer> {
  let model: ScriptedModel | undefined;
  return serve("/v1/messages", async (body) => {
    const { messages, tools, system, model: name } = body as Anthropic.MessageCreateParamsNonStreaming;
    const wrong = refusals(tools as Parameters<typeof refusals>[0]);
    if (wrong.length > 0) throw new Error(wrong.join("\n"));
    model ??= new ScriptedModel(durationScript(projectIn(String(system))));
    const { content } = await model.reply({
      messages,
      tools: tools as Anthropic.Tool[],
      signal: new AbortController().signal,
    });
    return {
      id: "msg_1",
      type: "message",
      role: "assistant",
      model: name,
      content,
      stop_reason: null,
      usage: {},
    };
  });
}

/** Starts the same service for Chat Completions. */
export function openAiServer(): Promise<ModelServer> {
  let model: ScriptedModel | undefined;
  return serve("/v1/chat/completions", async (body) => {
    const { messages, tools = [] } = body as OpenAI.ChatCompletionCreateParamsNonStreaming;
    model ??= new ScriptedModel(durationScript(projectIn(String(messages[0]?.content))));
    const lastAnswer = messages.findLastIndex(({ role }) => role === "assistant");
    const results = messages.slice(lastAnswer + 1).map(({ content }) => String(content));
    const { content } = await model.reply({
      messages: [{ role: "user", content: results.join("\n") }],
      tools: tools.flatMap((tool) =>
        tool.type === "function"
          ? [{ name: tool.function.name, input_schema: { type: "object" as const } }]
          : [],
      ),
      signal: new AbortController().signal,
    });
    const calls = content.flatMap((block) =>
      block.type === "tool_use"
        ? [
            {
              id: block.id,
              type: "function",
              function: { name: block.name, arguments: JSON.stringify(block.input) },
            },
          ]
        : [],
    );
    const text = content.flatMap((block) => (block.type === "text" ? [block.text] : [])).join("\n");
    const message = { role: "assistant", content: text, ...(calls.length > 0 && { tool_calls: calls }) };
    return { id: "c", object: "chat.completion", choices: [{ index: 0, message, finish_reason: "stop" }] };
  });
}

/** Starts a service that refuses every key. */
export function refusingServer(): Promise<ModelServer> {
  return serve("/v1/none", async () => ({}));
}

function projectIn(system: string): string {
  const directory = /The project is in (.+?)\. Run/.exec(system)?.[1];
  if (directory === undefined) throw new Error(`No project in the system prompt: ${system}`);
  return directory;
}

async function serve(path: string, answer: Answer): Promise<ModelServer> {
  const complaints: string[] = [];
  const server = createServer(async (request, response) => {
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk);
    response.setHeader("content-type", "application/json");
    if (request.url !== path) {
      response.statusCode = 401;
      response.end(JSON.stringify({ error: { type: "authentication_error", message: "invalid x-api-key" } }));
      return;
    }
    try {
      response.end(JSON.stringify(await answer(JSON.parse(Buffer.concat(chunks).toString("utf8")))));
    } catch (error) {
      complaints.push(String(error));
      response.statusCode = 400;
      response.end(JSON.stringify({ error: { type: "invalid_request_error", message: String(error) } }));
    }
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    complaints,
    [Symbol.asyncDispose]: () => new Promise((resolve) => server.close(() => resolve())),
  };
}
