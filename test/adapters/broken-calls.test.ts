import { mkdtemp, realpath, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import fc from "fast-check";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { ContentPart } from "../../src/contract/index.js";
import { createToolRuntime } from "../../src/index.js";
import { HOSTILE_TOOLS, plain, tool } from "./hostile-tools.js";
import { PROVIDERS } from "./providers.js";
import { done, text } from "./sample-results.js";

const hostile = HOSTILE_TOOLS.map(([, entry]) => entry);

let cwd: string;
beforeAll(async () => {
  cwd = await realpath(await mkdtemp(join(tmpdir(), "collet-adapters-")));
  await writeFile(join(cwd, "a.txt"), "alpha\n");
});
afterAll(() => rm(cwd, { recursive: true, force: true }));

describe.each(PROVIDERS.map((provider) => [provider.name, provider] as const))("%s", (_name, provider) => {
  const { parseToolCalls, reply, toToolResults } = provider;
  const read = (id: string | undefined, input: unknown) => ({
    ...(id !== undefined && { id }),
    name: "Read",
    input,
  });

  async function run(calls: Parameters<typeof reply>[0]) {
    await using runtime = createToolRuntime({ cwd });
    const parsed = parseToolCalls(reply(calls), runtime.tools());
    const results = await runtime.executeBatch(parsed);
    return { parsed, results, wire: JSON.stringify(toToolResults(results)) };
  }

  it.each([
    ["truncated", '{"path":"a.t', "ends unexpectedly after 12 characters"],
    ["followed by another object", '{"path":"a.txt"}{"path":"b.txt"}', "There is more text"],
    ["mixed with words", 'Here: {"path":"a.txt"}', "There is other text before"],
    ["no JSON at all", "a.txt please", "expected a JSON object"],
  ])("answers arguments that are %s with an error that helps", async (_what, input, said) => {
    const { results, wire } = await run([read("1", input), read("2", { path: "a.txt" })]);
    const byId = new Map(results.map((result) => [result.callId, result]));
    expect(byId.get("2")?.status).toBe("done");
    expect(byId.get("1")?.error?.errorCode).toBe("invalid-input");
    expect(byId.get("1")?.error?.message).toContain(said);
    expect(wire).toContain(said);
    expect(wire).toContain("alpha");
  });

  it("answers arguments of more values than an input may hold, without parsing them", async () => {
    const input = `{"path":"a.txt","more":[${"0,".repeat(1_000_000)}0]}`;
    const { parsed, results } = await run([read("1", input)]);
    expect(parsed[0]?.input).toBe(input);
    expect(results[0]?.error?.errorCode).toBe("invalid-input");
    expect(results[0]?.error?.message).toContain("more than 10000 values");
  });

  it("takes an object that was written twice for one", async () => {
    const { results } = await run([read("1", '{"path":"a.txt"}\n{"path":"a.txt"}')]);
    expect(results.map(({ status }) => status)).toEqual(["done"]);
  });

  it("assigns an id to each call without one, and answers them all", async () => {
    const { parsed, results } = await run([read(undefined, { path: "a.txt" }), read("", { path: "a.txt" })]);
    expect(new Set(parsed.map(({ id }) => id)).size).toBe(2);
    expect(results.map(({ status }) => status)).toEqual(["done", "done"]);
  });

  it("keeps ids, even one that two calls share", async () => {
    const { parsed, results } = await run([read("same", { path: "a.txt" }), read("same", { path: "b.txt" })]);
    expect(parsed.map(({ id }) => id)).toEqual(["same", "same"]);
    expect(results.map(({ status, error }) => error?.errorCode ?? status)).toEqual([
      "done",
      "duplicate-call-id",
    ]);
  });

  it("answers a call of a tool that does not exist, or has no name", async () => {
    const { results } = await run([
      { id: "1", name: "Launch", input: {} },
      { id: "2", name: undefined as unknown as string, input: {} },
    ]);
    expect(results.map(({ error }) => error?.errorCode)).toEqual(["unknown-tool", "invalid-call"]);
  });

  it("leaves calls of tools that were not sent as they are", () => {
    const calls = [{ id: "1", name: "other", input: { path: null } }];
    expect(parseToolCalls(reply(calls), [tool(plain)])).toEqual(calls);
  });

  it("never throws for any reply", () => {
    fc.assert(
      fc.property(fc.anything(), fc.array(fc.anything()), (message, parts) => {
        parseToolCalls(message, [tool(plain), ...hostile]);
        for (const key of ["content", "output", "tool_calls", "toolCalls", "parts", "invalid_tool_calls"]) {
          parseToolCalls({ [key]: parts });
        }
        parseToolCalls({ choices: parts });
        parseToolCalls({ candidates: parts });
        parseToolCalls(parts);
      }),
    );
  });

  it("names content that no adapter knows, and sends the rest of the result", () => {
    const strange = [
      text("before"),
      { type: "hologram", mediaType: "x/y" },
      { type: "image" },
      text("after"),
    ];
    const wire = JSON.stringify(toToolResults([done("1", ...(strange as ContentPart[]))]));
    for (const word of ["before", "hologram", "x/y", "after"]) expect(wire).toContain(word);
  });

  it("skips parts that are not calls", () => {
    const strange = [null, 7, "text", { type: "hologram" }, { text: "x" }, { functionCall: null }, {}];
    expect(parseToolCalls(strange)).toEqual([]);
  });
});
