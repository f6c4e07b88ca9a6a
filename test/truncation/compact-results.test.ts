import fc from "fast-check";
import { describe, expect, it } from "vitest";
import type { CallOutputs, ContentPart, ToolResult } from "../../src/contract/index.js";
import { compactResults, contentText } from "../../src/truncation/index.js";

const timing = { queuedAt: 0, endedAt: 0, durationMs: 0 };

function done(text: string | readonly ContentPart[], more: Partial<ToolResult> = {}): ToolResult {
  const content = typeof text === "string" ? [{ type: "text" as const, text }] : text;
  const base = { callId: "1", toolName: "Read", requestedName: "Read", timing, content };
  return {
    ...base,
    status: "done",
    result: typeof text === "string" ? text : { parts: text.length },
    ...more,
  } as ToolResult;
}

function failed(text: string): ToolResult {
  const content = [{ type: "text" as const, text }];
  const base = { callId: "1", toolName: "Read", requestedName: "Read", timing, content };
  return { ...base, status: "error", error: { message: text, errorCode: "not-found" } };
}

/** A store that records its outputs. */
function shelf(kept = true) {
  const texts: string[] = [];
  const outputs: CallOutputs = {
    open() {
      const chunks: Uint8Array[] = [];
      return {
        append: (bytes) => chunks.push(bytes.slice()),
        async finish() {
          if (!kept) return { kept: false, reason: "there is no space left" };
          texts.push(Buffer.concat(chunks).toString("utf8"));
          const bytes = chunks.reduce((sum, chunk) => sum + chunk.length, 0);
          return { kept: true, path: `/store/tool_${texts.length}`, bytes, omittedBytes: 0 };
        },
        async discard() {},
      };
    },
  };
  return { outputs, texts };
}

const long = (title: string) => Array.from({ length: 500 }, (_, line) => `${title} ${line}\n`).join("");

describe("compactResults", () => {
  it("replaces old outputs by a preview and the path of the full output", async () => {
    const { outputs, texts } = shelf();
    const history = [done(long("a")), done(long("b")), done(long("c"))];
    const { results, compacted, tokensBefore, tokensAfter } = await compactResults(history, {
      keepRecent: 1,
      outputs,
    });
    expect(compacted).toBe(2);
    expect(texts).toEqual([long("a"), long("b")]);
    expect(contentText(results[0]?.content ?? [])).toBe(
      `${Array.from({ length: 8 }, (_, line) => `a ${line}\n`).join("")}\n[Old output of Read shortened: 500 lines, ${long("a").length} bytes. Full output saved to: /store/tool_1]`,
    );
    expect(results[0]).toMatchObject({
      status: "done",
      result: contentText(results[0]?.content ?? []),
      truncation: { omittedLines: 492, savedTo: "/store/tool_1" },
      metadata: { compacted: true },
    });
    expect(results[2]).toBe(history[2]);
    expect(tokensAfter).toBeLessThan(tokensBefore / 2);
  });

  it("never compacts errors, nor results that the host keeps", async () => {
    const { outputs, texts } = shelf();
    const history = [failed(long("error")), done(long("guide"), { toolName: "Skill" }), done(long("old"))];
    const { results } = await compactResults(history, {
      keepRecent: 0,
      outputs,
      keep: ({ toolName }) => toolName === "Skill",
    });
    expect(results[0]).toBe(history[0]);
    expect(results[1]).toBe(history[1]);
    expect(texts).toEqual([long("old")]);
  });

  it("stops after the oldest results that reach the requested number of tokens", async () => {
    const { outputs } = shelf();
    const history = Array.from({ length: 10 }, () => done("x".repeat(4_000)));
    const { results, compacted, tokensAfter } = await compactResults(history, {
      keepRecent: 2,
      maxTokens: 7_000,
      outputs,
    });
    expect(compacted).toBe(4);
    expect(tokensAfter).toBeLessThanOrEqual(7_000);
    expect(results.slice(4)).toEqual(history.slice(4));
    expect((await compactResults(history, { maxTokens: 10_000, outputs })).results).toEqual(history);
    const counted = await compactResults(history, { keepRecent: 0, maxTokens: 1, countTokens: () => 0 });
    expect(counted.compacted).toBe(0);
  });

  it("names outputs that are already stored, and stores nothing twice", async () => {
    const { outputs, texts } = shelf();
    const truncation = { omittedBytes: 10_000, omittedLines: 100, savedTo: "/store/earlier" };
    const { results } = await compactResults([done(long("a"), { truncation })], { keepRecent: 0, outputs });
    expect(texts).toEqual([]);
    expect(results[0]?.truncation).toMatchObject({ omittedLines: 592, savedTo: "/store/earlier" });
  });

  it("tells the model to call again without a store, and keeps a result unchanged when the store fails", async () => {
    const history = [done(long("a"))];
    const without = await compactResults(history, { keepRecent: 0 });
    expect(contentText(without.results[0]?.content ?? [])).toContain("Call the tool again to see it.]");
    const { outputs } = shelf(false);
    expect((await compactResults(history, { keepRecent: 0, outputs })).results[0]).toBe(history[0]);
  });

  it("omits images and files of old results, and says so", async () => {
    const image = { type: "image", mediaType: "image/png", data: "A".repeat(1_000) } as const;
    const { results } = await compactResults([done([image])], { keepRecent: 0 });
    expect(results[0]?.content).toEqual([
      { type: "text", text: expect.stringContaining("[image image/png, left out]") as string },
    ]);
  });

  it("saves tokens or changes nothing, keeps the order of results, and is idempotent", async () => {
    const result = fc.oneof(
      fc.string({ maxLength: 3_000 }).map((text) => done(text)),
      fc.string({ maxLength: 3_000 }).map(failed),
      fc
        .array(fc.string({ maxLength: 900 }), { maxLength: 4 })
        .map((texts) => done(texts.map((text) => ({ type: "text", text })))),
    );
    await fc.assert(
      fc.asyncProperty(
        fc.array(result, { maxLength: 8 }),
        fc.nat(8),
        fc.option(fc.nat(2_000), { nil: undefined }),
        fc.integer({ min: 1, max: 600 }),
        async (history, keepRecent, maxTokens, previewBytes) => {
          const { outputs } = shelf();
          const options = {
            keepRecent,
            previewBytes,
            outputs,
            ...(maxTokens !== undefined && { maxTokens }),
          };
          const once = await compactResults(history, options);
          expect(once.results).toHaveLength(history.length);
          expect(once.tokensAfter).toBeLessThanOrEqual(once.tokensBefore);
          for (const [index, compacted] of once.results.entries()) {
            if (compacted === history[index]) continue;
            expect(compacted.content[0]).not.toEqual({ type: "text", text: "" });
            expect(index).toBeLessThan(history.length - keepRecent);
          }
          const twice = await compactResults(once.results, options);
          expect(twice.results).toEqual(once.results);
        },
      ),
      { numRuns: 200 },
    );
  });

  it.each([{ keepRecent: -1 }, { keepRecent: 1.5 }, { maxTokens: Number.NaN }, { previewBytes: 0 }])(
    "refuses %j",
    async (options) => {
      await expect(compactResults([], options)).rejects.toThrow(RangeError);
    },
  );
});
