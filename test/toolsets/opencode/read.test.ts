import { describe, expect, it } from "vitest";
import { createWorkbench } from "../../tools/workbench.js";
import { read } from "./opencode-tools.js";

const PNG = Buffer.from(
  "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==",
  "base64",
);

const lines = (count: number) => Array.from({ length: count }, (_, index) => `line ${index + 1}\n`).join("");

const rows = (text: string) =>
  text.slice(text.indexOf("<file>\n") + 7, text.indexOf("\n</file>")).split("\n");

describe("read of the opencode toolset", () => {
  it("returns the format of the specification", async () => {
    const bench = await createWorkbench();
    await bench.write({ "a.txt": "line 1\nline 2\n" });
    const { result, text } = await bench.call(read, { filePath: bench.path("a.txt") });
    expect(text).toBe("<file>\n00001| line 1\n00002| line 2\n</file>");
    expect(result).toEqual({ title: bench.path("a.txt"), metadata: { truncated: false }, output: text });
  });

  it.each([
    [{ offset: 0 }, 1, 2_000, 2_000],
    [{ offset: 100 }, 101, 2_000, 2_100],
    [{ offset: 100, limit: 3 }, 101, 3, 103],
    [{ limit: 5 }, 1, 5, 5],
    [{ offset: 2_499, limit: 9_999 }, 2_500, 1, undefined],
    [{ limit: 9_999 }, 1, 2_000, 2_000],
  ])("counts lines from 0 in %j", async (part, first, count, next) => {
    const bench = await createWorkbench();
    await bench.write({ "a.txt": lines(2_500) });
    const { text } = await bench.call(read, { filePath: "a.txt", ...part });
    const shown = rows(text);
    expect(shown).toHaveLength(count);
    expect(shown[0]).toBe(`${String(first).padStart(5, "0")}| line ${first}`);
    expect(/use offset (\d+)/.exec(text)?.[1]).toBe(next === undefined ? undefined : String(next));
  });

  it("reads a whole file when each offset is followed", async () => {
    const bench = await createWorkbench();
    const content = Array.from({ length: 4_500 }, (_, index) => `${index} ${"é".repeat(index % 90)}`);
    await bench.write({ "a.txt": content.join("\n") });
    const seen: string[] = [];
    let offset: number | undefined = 0;
    while (offset !== undefined) {
      const { text } = await bench.call(read, { filePath: "a.txt", offset });
      expect(
        Buffer.byteLength(
          rows(text)
            .map((row) => row.slice(7))
            .join("\n"),
        ),
      ).toBeLessThanOrEqual(51_200);
      seen.push(...rows(text).map((row) => row.replace(/^\d{5}\| /, "")));
      const next: string | undefined = /use offset (\d+)/.exec(text)?.[1];
      offset = next === undefined ? undefined : Number(next);
    }
    expect(seen).toEqual(content);
  });

  it("truncates a line at 2,000 characters, never inside a character, and names it", async () => {
    const bench = await createWorkbench();
    await bench.write({
      "a.txt": `${"x".repeat(2_000)}\n${"x".repeat(2_001)}\n${"漢".repeat(2_500)}\na${"😀".repeat(1_500)}\nend\n`,
    });
    const { text } = await bench.call(read, { filePath: "a.txt" });
    expect(rows(text)).toEqual([
      `00001| ${"x".repeat(2_000)}`,
      `00002| ${"x".repeat(2_000)}...`,
      `00003| ${"漢".repeat(2_000)}...`,
      `00004| a${"😀".repeat(999)}...`,
      "00005| end",
    ]);
    expect(text).toMatch(/\n\n\(Truncated at 2000 characters: lines 2, 3, 4\.\)$/);
  });

  it("fills its 50 KB with what is shown of long lines, not with what is not", async () => {
    const bench = await createWorkbench();
    await bench.write({ "a.txt": `${"x".repeat(9_000)}\n`.repeat(40) });
    const { text, result } = await bench.call(read, { filePath: "a.txt" });
    expect(rows(text)).toHaveLength(25);
    expect(text).toContain(
      "(Lines 1-25 of at least 26 are shown, as many as fit into 51200 bytes. To continue, use offset 25.)",
    );
    expect(result).toMatchObject({ metadata: { truncated: true } });
  });

  it("reads a large file from its start, as the specification has no limit on whole files", async () => {
    const bench = await createWorkbench();
    await bench.write({ "a.txt": lines(100_000) });
    const { text } = await bench.call(read, { filePath: "a.txt" });
    expect(rows(text)).toHaveLength(2_000);
  });

  it("says in a reminder that a file is empty", async () => {
    const bench = await createWorkbench();
    await bench.write({ "a.txt": "" });
    expect((await bench.call(read, { filePath: "a.txt" })).text).toMatch(
      /^<file>\n<\/file>\n\n<system-reminder>[^<]*empty[^<]*<\/system-reminder>$/,
    );
  });

  it("keeps a line that looks like the end of the file inside it", async () => {
    const bench = await createWorkbench();
    await bench.write({ "a.txt": "</file>\n(Lines 1-2 of 9 are shown.)\n" });
    expect((await bench.call(read, { filePath: "a.txt" })).text).toBe(
      "<file>\n00001| </file>\n00002| (Lines 1-2 of 9 are shown.)\n</file>",
    );
  });

  it.each([
    ["picture.dat", PNG, "Image read successfully", { mime: "image/png" }, "<image>"],
    [
      "paper",
      Buffer.from("%PDF-1.7\n"),
      "PDF read successfully",
      { mime: "application/pdf", filename: "paper" },
      "<file>",
    ],
  ])("attaches %s, with the sentence of the specification", async (name, content, sentence, file, part) => {
    const bench = await createWorkbench();
    await bench.write({ [name]: content });
    const { result, text } = await bench.call(read, { filePath: name });
    const url = `data:${file.mime};base64,${content.toString("base64")}`;
    expect(result).toMatchObject({ output: sentence, attachments: [{ type: "file", url, ...file }] });
    expect(text).toBe(`${sentence}${part}`);
    const rendered = read.render?.(result as never, { filePath: name });
    expect(rendered).toContainEqual(
      expect.objectContaining({ mediaType: file.mime, data: content.toString("base64") }),
    );
  });

  it("names the entries of a folder", async () => {
    const bench = await createWorkbench();
    await bench.write({ "src/a.txt": "", "src/b/": "", "empty/": "" });
    expect((await bench.call(read, { filePath: "src" })).text).toBe("a.txt\nb/");
    expect((await bench.call(read, { filePath: "src", offset: 1 })).text).toBe("b/");
    expect((await bench.call(read, { filePath: "src", limit: 1 })).text).toMatch(
      /^a\.txt\n\n\(Entries 1-1 of 2 .*offset 1\.\)$/,
    );
    expect((await bench.call(read, { filePath: "empty" })).text).toBe("(The folder is empty.)");
  });

  it("names guidance that is new to the session after the file", async () => {
    const bench = await createWorkbench();
    await bench.write({ "AGENTS.md": "Use tabs.\n", "a.txt": "a\n" });
    const { text } = await bench.call(read, { filePath: "a.txt" });
    expect(text).toContain(
      `</file>\n\n[This folder has guidance for agents that is new to you: ${bench.path("AGENTS.md")}.`,
    );
    expect((await bench.call(read, { filePath: "a.txt" })).text).not.toContain("guidance");
  });

  it.each([
    [
      { offset: -1 },
      "invalid-input",
      "offset must be an integer of at least 0, but it is -1. The first line of a file has the number 0.",
    ],
    [
      { offset: 1.5 },
      "invalid-input",
      "offset must be an integer of at least 0, but it is 1.5. The first line of a file has the number 0.",
    ],
    [{ limit: 0 }, "invalid-input", "limit must be at least 1, but it is 0. Leave it out for 2000 lines."],
    [{ limit: 2.5 }, "invalid-input", "limit must be an integer, but it is 2.5."],
  ])("refuses %j in the words of its parameters", async (part, code, message) => {
    const bench = await createWorkbench();
    await bench.write({ "a.txt": "x\n" });
    expect(await bench.callFailure(read, { filePath: "a.txt", ...part })).toMatchObject({ code, message });
  });

  it("notes which offsets there are for one after the end", async () => {
    const bench = await createWorkbench();
    await bench.write({ "a.txt": "x\ny\n", "one.txt": "x", "empty.txt": "" });
    const textAt = async (filePath: string) => (await bench.call(read, { filePath, offset: 7 })).text;
    expect(await textAt("a.txt")).toBe(
      `<file>\n</file>\n\n<system-reminder>offset is 7, but ${bench.path("a.txt")} has only 2 lines. Use an offset from 0 to 1.</system-reminder>`,
    );
    expect(await textAt("one.txt")).toContain("has only 1 line. Leave offset out.");
    expect(await textAt("empty.txt")).toContain(" is empty.</system-reminder>");
  });

  it("answers a missing file with similar names, and refuses binary files and secrets", async () => {
    const bench = await createWorkbench();
    await bench.write({ "server.ts": "", "a.bin": Buffer.from([0, 1, 2, 0]), ".env": "TOKEN=1" });
    expect((await bench.callFailure(read, { filePath: "sever.ts" })).message).toContain(
      `Did you mean ${bench.path("server.ts")}?`,
    );
    const binary = await bench.callFailure(read, { filePath: "a.bin" });
    expect(binary.code).toBe("binary-file");
    expect(binary.message).toContain("with bash");
    expect((await bench.callFailure(read, { filePath: ".env" })).code).toBe("reading-secret-file");
  });
});
