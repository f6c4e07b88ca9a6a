import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { describe, expect, it, onTestFinished } from "vitest";
import {
  type ConversionOptions,
  markdownPage,
} from "../../../../../src/backends/local/web/pages/html-conversion.js";

const HTML = `<title>T</title><p>Read <a href="/x">this</a>\u200b</p>${"<p>Words and words.</p>".repeat(1_000)}`;

const convert = (options: Partial<ConversionOptions> = {}) =>
  markdownPage(HTML, "http://example.com/", { signal: new AbortController().signal, ...options });

/** Writes a program into a separate file. */
function program(source: string): URL {
  const folder = mkdtempSync(join(tmpdir(), "collet-worker-"));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  writeFileSync(join(folder, "program.mjs"), source);
  return pathToFileURL(join(folder, "program.mjs"));
}

describe("markdownPage", () => {
  it("converts in a thread", async () => {
    const page = await convert();
    expect(page).toMatchObject({
      title: "T",
      text: expect.stringContaining("Read [this](http://example.com/x)"),
    });
    expect(page.note).toBeUndefined();
  });

  it.each<[string, Partial<ConversionOptions> | string, string]>([
    ["takes too long", { timeoutMs: 1 }, "took longer than 0.001 seconds"],
    ["runs out of memory", { heapMb: 8 }, "the converter failed"],
    ["throws", "throw new Error('no')", "the converter failed (no)"],
    ["ends without a result", "", "ended without a result"],
    ["has no program, as in a bundle", { program: new URL("./none.js", import.meta.url) }, "html-worker.js"],
  ])("returns the plain text when the thread %s", async (_what, options, words) => {
    const page = await convert(typeof options === "string" ? { program: program(options) } : options);
    expect(page).toMatchObject({
      title: "T",
      text: expect.stringMatching(/^Read \[this\]\(http:\/\/example.com\/x\)\n\nWords/),
      note: expect.stringContaining(words),
    });
  });

  it("ends with the call, including its thread", async () => {
    const controller = new AbortController();
    const reason = new Error("enough");
    const conversion = convert({ signal: controller.signal });
    setImmediate(() => controller.abort(reason));
    await expect(conversion).rejects.toBe(reason);
  });

  it("ends with the call while it waits for others, which continue", async () => {
    const controller = new AbortController();
    const others = [convert(), convert()];
    const waiting = convert({ signal: controller.signal });
    const last = convert();
    controller.abort(new Error("enough"));
    await expect(waiting).rejects.toThrow("enough");
    for (const page of await Promise.all([...others, last])) expect(page.title).toBe("T");
  });

  it("runs a limited number of conversions at a time, and completes all", async () => {
    const pages = await Promise.all(
      ["a", "b", "c", "d", "e"].map((word) =>
        markdownPage(`<p>${word}</p>`, "http://example.com/", { signal: new AbortController().signal }),
      ),
    );
    expect(pages.map(({ text }) => text)).toEqual(["a", "b", "c", "d", "e"]);
  });
});
