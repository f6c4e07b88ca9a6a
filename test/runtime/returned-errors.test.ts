import { describe, expect, it } from "vitest";
import { createToolRuntime, defineTool, z } from "./fixtures.js";

const run = async (output: unknown, rest: object = {}) => {
  const tool = defineTool({
    name: "answer",
    description: "Answers.",
    kind: "think",
    inputSchema: z.object({}),
    execute: () => output,
    ...rest,
  });
  await using runtime = createToolRuntime({ tools: [tool] });
  return await runtime.execute({ id: "1", name: "answer", input: {} });
};

describe("an error that a tool returns", () => {
  it("becomes the error of the result", async () => {
    const result = await run({ status: "error", error: { message: "No such branch. List the branches." } });
    expect(result).toMatchObject({
      status: "error",
      error: { message: "No such branch. List the branches.", errorCode: "tool-failed" },
      content: [{ type: "text", text: "No such branch. List the branches." }],
    });
  });

  it("keeps its code and path", async () => {
    const error = { message: "ENOENT", errorCode: "not-found", absolutePath: "/a/b" };
    expect(await run({ status: "error", error })).toMatchObject({ status: "error", error });
  });

  it("takes precedence over the output schema", async () => {
    const error = { message: "Failed." };
    const result = await run({ status: "error", error }, { outputSchema: z.object({ count: z.number() }) });
    expect(result).toMatchObject({ status: "error", error });
  });

  it.each<[object]>([
    [{ status: "error" }],
    [{ status: "error", error: "text" }],
    [{ status: "error", error: { message: "" } }],
    [{ status: "error", error: { message: "m", line: 3 } }],
    [{ status: "error", error: { message: "m" }, retries: 2 }],
    [{ status: "error", error: { message: "m", errorCode: 5 } }],
    [{ status: "failed", error: { message: "m" } }],
    [[{ status: "error", error: { message: "m" } }]],
  ])("a returned value in any other form is a result: %j", async (output) => {
    expect(await run(output)).toMatchObject({ status: "done", result: output });
  });
});
