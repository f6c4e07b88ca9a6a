import * as sdk6 from "ai";
import { MockLanguageModelV3 } from "ai/test";
import * as sdk7 from "ai7";
import { MockLanguageModelV4 } from "ai7/test";

/** A call of a scripted model, or the text with which it ends. */
export type ScriptedPart = { readonly id: string; readonly name: string; readonly input: unknown } | string;

type Part = Readonly<Record<string, unknown>>;

/** Part of a generation's result that the tests read. */
export interface Generation {
  readonly text: string;
  readonly content: readonly Part[];
  readonly steps: readonly { readonly content: readonly Part[] }[];
  readonly response: { readonly messages: readonly unknown[] };
}

/** Part of both majors of the SDK that the tests use, without their types, which differ. */
export interface Sdk {
  readonly major: 6 | 7;
  readonly generateText: (options: Record<string, unknown>) => Promise<Generation>;
  readonly streamText: (options: Record<string, unknown>) => {
    toUIMessageStream(options?: Record<string, unknown>): ReadableStream<unknown>;
    readonly fullStream: AsyncIterable<Part>;
  };
  readonly readUIMessageStream: (options: Record<string, unknown>) => AsyncIterable<UiMessage>;
  readonly convertToModelMessages: (messages: readonly unknown[], options: unknown) => Promise<unknown[]>;
  readonly stopWhen: unknown;
  /** Option of `generateText` under which this major repairs calls. */
  readonly repairOption: string;
  /** Creates a model that replies with one list of parts per turn. */
  readonly model: (...turns: readonly (readonly ScriptedPart[])[]) => { readonly prompts: Part[][] };
}

/** Message of a user interface. */
export interface UiMessage {
  readonly parts: readonly Part[];
}

const usage = {
  inputTokens: { total: 1, noCache: 1, cacheRead: 0, cacheWrite: 0 },
  outputTokens: { total: 1, text: 1, reasoning: 0 },
};

function modelOf(Mock: typeof MockLanguageModelV3 | typeof MockLanguageModelV4) {
  return (...turns: readonly (readonly ScriptedPart[])[]) => {
    const prompts: Part[][] = [];
    const reply = (prompt: unknown) => {
      const parts = turns[prompts.length] ?? ["Done."];
      prompts.push(prompt as Part[]);
      const isDone = parts.every((part) => typeof part === "string");
      const content = parts.map(
        (part): Part =>
          typeof part === "string"
            ? { type: "text", text: part }
            : {
                type: "tool-call",
                toolCallId: part.id,
                toolName: part.name,
                input: typeof part.input === "string" ? part.input : JSON.stringify(part.input),
              },
      );
      const finishReason = isDone
        ? { unified: "stop", raw: "stop" }
        : { unified: "tool-calls", raw: "tool_calls" };
      return { content, finishReason };
    };
    const mock = new (Mock as typeof MockLanguageModelV3)({
      doGenerate: (async ({ prompt }: { prompt: unknown }) => ({
        ...reply(prompt),
        usage,
        warnings: [],
      })) as never,
      doStream: (async ({ prompt }: { prompt: unknown }) => {
        const { content, finishReason } = reply(prompt);
        const chunks = content.flatMap((part, index): Part[] => {
          const id = String(index);
          if (part.type !== "text") return streamedCall(part);
          return [
            { type: "text-start", id },
            { type: "text-delta", id, delta: part.text },
            { type: "text-end", id },
          ];
        });
        return {
          stream: sdk6.simulateReadableStream({
            initialDelayInMs: null,
            chunkDelayInMs: null,
            chunks: [
              { type: "stream-start", warnings: [] },
              ...chunks,
              { type: "finish", usage, finishReason },
            ],
          }),
        };
      }) as never,
    });
    return Object.assign(mock, { prompts });
  };
}

/** The chunks of a call whose arguments arrive in two parts. */
function streamedCall(call: Part): Part[] {
  const { toolCallId: id, toolName, input } = call;
  const text = String(input);
  const half = text.length >> 1;
  return [
    { type: "tool-input-start", id, toolName },
    { type: "tool-input-delta", id, delta: text.slice(0, half) },
    { type: "tool-input-delta", id, delta: text.slice(half) },
    { type: "tool-input-end", id },
    call,
  ];
}

/** Both majors of the AI SDK that are supported. */
export const SDKS: readonly Sdk[] = [
  {
    ...(sdk6 as unknown as Omit<Sdk, "major" | "stopWhen" | "repairOption" | "model">),
    major: 6,
    stopWhen: sdk6.stepCountIs(5),
    repairOption: "experimental_repairToolCall",
    model: modelOf(MockLanguageModelV3),
  },
  {
    ...(sdk7 as unknown as Omit<Sdk, "major" | "stopWhen" | "repairOption" | "model">),
    major: 7,
    stopWhen: sdk7.isStepCount(5),
    repairOption: "repairToolCall",
    model: modelOf(MockLanguageModelV4),
  },
];
