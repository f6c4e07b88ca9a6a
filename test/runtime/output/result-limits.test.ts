import { describe, expect, it } from "vitest";
import type { ContentPart, ToolResult } from "../../../src/contract/index.js";
import {
  createToolRuntime,
  defineTool,
  type RuntimeOptions,
  type ToolDefinition,
} from "../../../src/core.js";
import { MAX_RESULT_BYTES, MAX_RESULT_MEDIA_CHARACTERS } from "../../../src/truncation/index.js";
import { z } from "../fixtures.js";

const LINES = Array.from({ length: 200_000 }, (_, index) => `line ${index}`).join("\n");

type Definition = Pick<ToolDefinition<z.ZodObject, unknown>, "truncation" | "render">;

const answering = (output: unknown, definition: Definition = {}) =>
  defineTool({
    name: "answer",
    description: "Answers.",
    kind: "think",
    inputSchema: z.object({}),
    executionProfile: { resourceKeys: () => [] },
    execute: () => output,
    ...definition,
  });

async function resultOf(
  tool: ReturnType<typeof answering>,
  options: Omit<RuntimeOptions, "tools"> = {},
): Promise<ToolResult> {
  await using runtime = createToolRuntime({ tools: [tool], ...options });
  return await runtime.execute({ id: "1", name: "answer", input: {} });
}

const textOf = (content: readonly ContentPart[]) =>
  content.map((part) => (part.type === "text" ? part.text : "")).join("\n");

const bytesOf = ({ content }: ToolResult) => new TextEncoder().encode(textOf(content)).length;

/** Bytes that a notice may add to the limits. */
const NOTICE_BYTES = 1_000;

describe("a partial truncation policy", () => {
  it("keeps the default size limit if the host sets only the part to keep", async () => {
    const result = await resultOf(answering(LINES), { truncation: { keep: "tail" } });
    expect(bytesOf(result)).toBeLessThan(102_400 + NOTICE_BYTES);
    expect(textOf(result.content)).toMatch(/^\[Tool result truncated: /);
    expect(textOf(result.content)).toMatch(/line 199999$/);
  });

  it("keeps the default size limit if the host sets only the length of a line", async () => {
    const result = await resultOf(answering(LINES), { truncation: { maxLineLength: 5 } });
    expect(bytesOf(result)).toBeLessThan(102_400 + NOTICE_BYTES);
  });

  it("inherits the limits of the runtime if a tool sets only the part to keep", async () => {
    const result = await resultOf(answering(LINES, { truncation: { keep: "tail" } }), {
      truncation: { maxLines: 3 },
    });
    expect(textOf(result.content)).toMatch(/\n\nline 199997\nline 199998\nline 199999$/);
  });

  it("replaces a default limit by a higher one", async () => {
    const result = await resultOf(answering(LINES, { truncation: { maxBytes: 500_000 } }));
    expect(bytesOf(result)).toBeGreaterThan(499_000);
    expect(bytesOf(result)).toBeLessThan(500_000 + NOTICE_BYTES);
  });

  it("treats an undefined limit as absent", async () => {
    const truncation = { maxBytes: undefined } as object;
    expect(bytesOf(await resultOf(answering(LINES), { truncation }))).toBeLessThan(102_400 + NOTICE_BYTES);
  });

  it("inherits the limits of a truncation preset that the host completes", async () => {
    const truncation = { limits: { maxLines: 2 }, notice: () => "CUT" };
    expect(textOf((await resultOf(answering(LINES), { truncation })).content)).toBe("line 0\nline 1\n\nCUT");
    const long = await resultOf(answering("x".repeat(300_000)), { truncation });
    expect(bytesOf(long)).toBeLessThan(102_400 + NOTICE_BYTES);
  });
});

describe("the ceiling of a result", () => {
  const huge = "0123456789\n".repeat(400_000);

  it("applies to a tool that limits its own output", async () => {
    const result = await resultOf(answering(huge, { truncation: false }));
    expect(bytesOf(result)).toBeLessThan(MAX_RESULT_BYTES + NOTICE_BYTES);
    expect(result.truncation?.omittedBytes).toBeGreaterThan(3_000_000);
    expect(result.result).toBe(textOf(result.content));
  });

  it("applies to a policy of a tool or a host", async () => {
    const policy = { maxBytes: 1_000_000_000 };
    const ofTool = await resultOf(answering(huge, { truncation: policy }));
    const ofHost = await resultOf(answering(huge), { truncation: policy });
    expect(bytesOf(ofTool)).toBeLessThan(MAX_RESULT_BYTES + NOTICE_BYTES);
    expect(bytesOf(ofHost)).toBeLessThan(MAX_RESULT_BYTES + NOTICE_BYTES);
  });

  it("applies to the result of a middleware", async () => {
    const result = await resultOf(answering("short"), {
      middleware: [async (_call, next) => ({ ...(await next()), content: [{ type: "text", text: huge }] })],
    });
    expect(bytesOf(result)).toBeLessThan(MAX_RESULT_BYTES + NOTICE_BYTES);
    expect(textOf(result.content)).toContain("The full output was not kept");
    expect(result.truncation?.omittedBytes).toBeGreaterThan(3_000_000);
  });

  it("applies to the failure of an executor, in its message as well", async () => {
    const failed = { status: "error", content: [], error: { message: huge, errorCode: "tool-failed" } };
    const executor = { run: async () => failed as unknown as ToolResult };
    const result = await resultOf(answering("short"), { executor });
    expect(bytesOf(result)).toBeLessThan(MAX_RESULT_BYTES + NOTICE_BYTES);
    expect(result.error?.message.length).toBeLessThan(MAX_RESULT_BYTES + NOTICE_BYTES);
  });

  it("applies to JSON content", async () => {
    const result = await resultOf(answering({ text: huge }, { truncation: false }));
    expect(bytesOf(result)).toBeLessThan(MAX_RESULT_BYTES + NOTICE_BYTES);
  });

  it("replaces the images and files that exceed it by a sentence with their type and size", async () => {
    const image = { type: "image" as const, mediaType: "image/png", data: "A".repeat(400) };
    const tooLarge = {
      type: "file" as const,
      mediaType: "application/pdf",
      data: "B".repeat(MAX_RESULT_MEDIA_CHARACTERS),
    };
    const result = await resultOf(
      answering("x", { truncation: false, render: () => [image, tooLarge, image] }),
    );
    expect(result.content).toEqual([
      image,
      {
        type: "text",
        text: "[The file (application/pdf, 24 MiB) is not shown: all images and files of one result may have 24 MiB together.]",
      },
      image,
    ]);
  });
});
