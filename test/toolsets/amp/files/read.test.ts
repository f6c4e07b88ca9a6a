import { execFileSync } from "node:child_process";
import { realpath } from "node:fs/promises";
import { homedir } from "node:os";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { startStopwatch } from "../../../processor-time.js";
import { createWorkbench } from "../../../tools/workbench.js";
import { read } from "../amp-tools.js";

const numbered = (first: number, last: number) =>
  Array.from({ length: last - first + 1 }, (_, index) => `${first + index}: line ${first + index}`).join(
    "\n",
  );

const lines = (count: number) => Array.from({ length: count }, (_, index) => `line ${index + 1}\n`).join("");

const PNG = Buffer.from(
  "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==",
  "base64",
);

describe("Read", () => {
  it("numbers the lines of a file", async () => {
    const bench = await createWorkbench();
    await bench.write({ "a.txt": "first line\n\n  third line  \n" });
    expect(await bench.call(read, { path: bench.path("a.txt") })).toEqual({
      result: "1: first line\n2: \n3:   third line  ",
      text: "1: first line\n2: \n3:   third line  ",
    });
  });

  it("takes a path relative to the working directory", async () => {
    const bench = await createWorkbench();
    await bench.write({ "src/a.txt": "x" });
    expect((await bench.call(read, { path: "src/a.txt" })).result).toBe("1: x");
  });

  it("expands ~ to the home folder", async () => {
    const bench = await createWorkbench({ approvedPaths: "any" });
    const error = await bench.callFailure(read, { path: "~/no-such-file-of-collet" });
    expect(error.absolutePath).toBe(join(await realpath(homedir()), "no-such-file-of-collet"));
  });

  it("lists a folder, subfolders and symlinks to folders with a slash", async () => {
    const bench = await createWorkbench();
    await bench.write({
      "file.txt": "",
      "subdir/": "",
      "another-file.js": "",
      ".hidden": "",
      "to-folder": { link: "subdir" },
      "to-file": { link: "file.txt" },
      "to-nowhere": { link: "missing" },
      loop: { link: "loop" },
    });
    expect((await bench.call(read, { path: bench.folder })).result).toBe(
      ".hidden\nanother-file.js\nfile.txt\nloop\nsubdir/\nto-file\nto-folder/\nto-nowhere",
    );
  });

  it("writes a line end in a name as an escape, so that no entry can be forged", async () => {
    const bench = await createWorkbench();
    await bench.write({ "folder/a\nb": "" });
    expect((await bench.call(read, { path: "folder" })).result).toBe("a\\x0ab");
  });

  it("returns an image in the shape of the Amp specification, and an image part for the model", async () => {
    const bench = await createWorkbench();
    await bench.write({ "picture.dat": PNG });
    const { result, text } = await bench.call(read, { path: "picture.dat" });
    expect(result).toEqual({ type: "image", media_type: "image/png", data: PNG.toString("base64") });
    expect(text).toBe("<image>");
    expect(read.render?.(result as never, { path: "" })).toEqual([
      { type: "image", mediaType: "image/png", data: PNG.toString("base64") },
    ]);
  });

  it("returns a PDF in the same shape, and the model receives a file part with its name", async () => {
    const bench = await createWorkbench();
    const content = Buffer.from("%PDF-1.7\n1 0 obj\n\0\xff", "latin1");
    await bench.write({
      "docs/paper.v1": content,
      "big.pdf": Buffer.concat([content, Buffer.alloc(80_000)]),
    });
    const { result, text } = await bench.call(read, { path: "docs/paper.v1" });
    const data = content.toString("base64");
    expect(result).toEqual({ type: "file", media_type: "application/pdf", name: "paper.v1", data });
    expect(text).toBe("<file>");
    expect(read.render?.(result as never, { path: "" })).toEqual([
      { type: "file", mediaType: "application/pdf", name: "paper.v1", data },
    ]);
    expect((await bench.call(read, { path: "big.pdf" })).text).toBe("<file>");
  });

  it.each([
    ["image", PNG, 3_932_161, "smaller copy"],
    ["PDF", Buffer.from("%PDF-1.7\n"), 10_485_761, "pdftotext"],
  ])("refuses an %s that is too big, with the remedy", async (_, head, size, remedy) => {
    const bench = await createWorkbench();
    await bench.write({ file: head });
    execFileSync("truncate", ["-s", String(size), bench.path("file")]);
    const error = await bench.callFailure(read, { path: "file" });
    expect(error.code).toBe("file-too-large");
    expect(error.message).toContain(`has ${size} bytes; at most ${size - 1}`);
    expect(error.message).toContain(remedy);
  });

  it("names guidance that is new to the session after the output, and passes its text to the host", async () => {
    const bench = await createWorkbench();
    await bench.write({
      "AGENTS.md": "Use tabs.\n",
      "src/CLAUDE.md": "No classes.\n",
      "src/a.txt": "a\n",
      "src/b.png": PNG,
      "other/AGENTS.md": "x",
    });
    const { result, text } = await bench.call(read, { path: "src/a.txt" });
    expect(result).toBe("1: a");
    expect(text).toBe(
      `1: a\n[This folder has guidance for agents that is new to you: ${bench.path("src/CLAUDE.md")}, ${bench.path("AGENTS.md")}. Read it before you change anything here.]`,
    );
    expect(bench.notes).toEqual({
      discoveredGuidanceFiles: [
        { path: bench.path("src/CLAUDE.md"), content: "No classes.\n" },
        { path: bench.path("AGENTS.md"), content: "Use tabs.\n" },
      ],
    });
    expect((await bench.call(read, { path: "src/b.png" })).text).toBe("<image>");
    expect((await bench.call(read, { path: "other/AGENTS.md" })).text).toBe("1: x");
  });

  it("names guidance once, even when several files are read at the same time", async () => {
    const bench = await createWorkbench();
    const names = Array.from({ length: 8 }, (_, index) => `${index}.txt`);
    await bench.write({ "AGENTS.md": "x", ...Object.fromEntries(names.map((name) => [name, "a"])) });
    const texts = await Promise.all(names.map(async (path) => (await bench.call(read, { path })).text));
    expect(texts.filter((text) => text.includes("guidance"))).toHaveLength(1);
  });

  it("shows an image together with the notice of guidance", async () => {
    const bench = await createWorkbench();
    await bench.write({ "AGENTS.md": "Use tabs.\n", "b.png": PNG });
    expect((await bench.call(read, { path: "b.png" })).text).toMatch(/^<image>\[This folder has guidance/);
  });

  it("shows 500 lines by default and states how to continue", async () => {
    const bench = await createWorkbench();
    await bench.write({ "a.txt": lines(600), "b.txt": lines(500) });
    const { result } = await bench.call(read, { path: "a.txt" });
    expect(result).toMatch(
      /^1: line 1\n[\s\S]*\n500: line 500\n\[Lines 1-500 of (at least )?\d+ are shown\.[^\n]* read_range \[501, (600|1000)\]\.\]$/,
    );
    expect((await bench.call(read, { path: "b.txt" })).result).toBe(numbered(1, 500));
  });

  it("shows a range, and nothing but the range when no limit cuts it", async () => {
    const bench = await createWorkbench();
    await bench.write({ "a.txt": lines(600) });
    expect((await bench.call(read, { path: "a.txt", read_range: [10, 12] })).result).toBe(numbered(10, 12));
    expect((await bench.call(read, { path: "a.txt", read_range: [599, 700] })).result).toBe(
      numbered(599, 600),
    );
    expect((await bench.call(read, { path: "a.txt", read_range: [-3, 2] })).result).toBe(numbered(1, 2));
  });

  it("shows at most 2,000 lines of any range", async () => {
    const bench = await createWorkbench();
    await bench.write({ "a.txt": lines(5000) });
    const { result } = await bench.call(read, { path: "a.txt", read_range: [1001, 4500] });
    const rows = String(result).split("\n");
    expect(rows).toHaveLength(2001);
    expect(rows[0]).toBe("1001: line 1001");
    expect(rows[1999]).toBe("3000: line 3000");
    expect(rows[2000]).toMatch(
      /^\[Lines 1001-3000 .*the most for one call \(2000\)\. .*read_range \[3001, 4500\]\.\]$/,
    );
  });

  it("reads a whole file when each notice is followed", async () => {
    const bench = await createWorkbench();
    const content = Array.from({ length: 3000 }, (_, index) => `${index + 1} ${"x".repeat(index % 97)}`);
    await bench.write({ "a.txt": content.join("\n") });
    const seen: string[] = [];
    let range: [number, number] | undefined = [1, 100_000];
    while (range !== undefined) {
      const { text } = await bench.call(read, { path: "a.txt", read_range: range });
      const rows = text.split("\n");
      const next = /read_range \[(\d+), (\d+)\]/.exec(rows.at(-1) ?? "");
      seen.push(...(next ? rows.slice(0, -1) : rows).map((row) => row.replace(/^\d+: /, "")));
      range = next ? [Number(next[1]), Number(next[2])] : undefined;
    }
    expect(seen).toEqual(content);
  });

  it("refuses a file above 65,536 bytes without a range, with the sentence of the specification, its size and the remedy", async () => {
    const bench = await createWorkbench();
    await bench.write({ "fits.txt": "x\n".repeat(32_768), "big.txt": `${"x\n".repeat(32_768)}y` });
    const error = await bench.callFailure(read, { path: "big.txt" });
    expect(error.code).toBe("file-too-large");
    expect(error.message).toMatch(/^File content exceeds maximum allowed size \(65536 bytes\)/);
    expect(error.message).toContain("65537 bytes");
    expect(error.message).toContain("read_range");
    expect(error.message).toContain("Grep");
    expect((await bench.call(read, { path: "fits.txt" })).text).toMatch(/^1: x\n/);
  });

  it("states the number of lines if it is known, and otherwise a lower bound", async () => {
    const bench = await createWorkbench();
    await bench.write({ "short.txt": lines(700), "long.txt": lines(60_000) });
    expect((await bench.call(read, { path: "short.txt" })).text).toContain("[Lines 1-500 of 700 are shown.");
    const { text } = await bench.call(read, { path: "long.txt", read_range: [1, 4000] });
    expect(text).toContain("[Lines 1-2000 of at least 2001 are shown, the most for one call (2000).");
  });

  it("limits the content of a range to 65,536 bytes and states how to continue", async () => {
    const bench = await createWorkbench();
    await bench.write({ "big.txt": `${"y".repeat(999)}\n`.repeat(200) });
    const { text } = await bench.call(read, { path: "big.txt", read_range: [1, 200] });
    const rows = text.split("\n");
    const shown = rows.length - 1;
    expect(shown).toBeGreaterThan(60);
    expect(shown).toBeLessThan(67);
    expect(rows.at(-1)).toMatch(
      new RegExp(
        `^\\[Lines 1-${shown}[^\\n]*65536 bytes\\. To continue, use read_range \\[${shown + 1}, 200\\]\\.\\]$`,
      ),
    );
  });

  it("truncates a line at 4,096 bytes, marks it and says how to see the rest", async () => {
    const bench = await createWorkbench();
    await bench.write({ "a.txt": `short\n${"é".repeat(5000)}\nend\n` });
    const { text } = await bench.call(read, { path: "a.txt" });
    const rows = text.split("\n");
    expect(rows).toHaveLength(4);
    const shown = /^2: (é+) \.\.\. \[line truncated\]$/.exec(rows[1] ?? "")?.[1] ?? "";
    expect(Buffer.byteLength(shown)).toBe(4096);
    expect(rows[2]).toBe("3: end");
    expect(rows[3]).toContain("line 2");
    const command = /sed -n .* \| cut -b \d+-\d+/.exec(rows[3] ?? "")?.[0] ?? "";
    const rest = execFileSync("bash", ["-c", command]).subarray(0, 4096);
    const whole = Buffer.from("é".repeat(5000));
    // The command begins up to three bytes before the truncation, so that nothing is missed.
    expect(rest).toEqual(whole.subarray(4093, 4093 + 4096));
  });

  it("says that a file or a folder is empty", async () => {
    const bench = await createWorkbench();
    await bench.write({ "empty.txt": "", "empty/": "" });
    expect((await bench.call(read, { path: "empty.txt" })).result).toBe("[The file is empty.]");
    expect((await bench.call(read, { path: "empty" })).result).toBe("[The folder is empty.]");
  });

  it("pages through a big folder", async () => {
    const bench = await createWorkbench();
    const names = Array.from({ length: 2100 }, (_, index) => `f${String(index + 1).padStart(4, "0")}`);
    await bench.write(Object.fromEntries(names.map((name) => [`big/${name}`, ""])));
    const first = String((await bench.call(read, { path: "big" })).result).split("\n");
    expect(first.slice(0, -1)).toEqual(names.slice(0, 2000));
    expect(first.at(-1)).toContain("Entries 1-2000 of 2100");
    expect(first.at(-1)).toContain("read_range [2001, 2100]");
    const second = (await bench.call(read, { path: "big", read_range: [2001, 2100] })).result;
    expect(second).toBe(names.slice(2000).join("\n"));
  });
});

describe("Read, errors", () => {
  it("answers a missing file with the text of the specification, its absolute path and similar names", async () => {
    const bench = await createWorkbench();
    await bench.write({ "src/server.ts": "", "src/Servers.ts": "", "src/other.txt": "" });
    const error = await bench.callFailure(read, { path: "src/sever.ts" });
    expect(error).toMatchObject({ code: "not-found", absolutePath: bench.path("src/sever.ts") });
    expect(error.message).toBe(
      `ENOENT: no such file or directory '${bench.path("src/sever.ts")}'. Did you mean ${bench.path("src/server.ts")}?`,
    );
  });

  it.each([".env", ".ENV", ".env.production", "credentials.json", "id_rsa"])(
    "refuses the secret file %s",
    async (name) => {
      const bench = await createWorkbench();
      await bench.write({ [name]: "TOKEN=CANARY", harmless: { link: name } });
      for (const path of [name, "harmless"]) {
        const error = await bench.callFailure(read, { path });
        expect(error.message).toBe("Refusing to read env file. Reading secrets is not permitted.");
        expect(error.code).toBe("reading-secret-file");
      }
    },
  );

  it("refuses a secret file before it says whether there is one", async () => {
    const bench = await createWorkbench();
    expect((await bench.callFailure(read, { path: ".env" })).code).toBe("reading-secret-file");
  });

  it.each([
    ["a zero byte", Buffer.from("abc\0def")],
    ["bytes that are no text", Buffer.from(Array.from({ length: 300 }, (_, index) => 128 + (index % 120)))],
  ])("refuses %s as binary", async (_, content) => {
    const bench = await createWorkbench();
    await bench.write({ file: content });
    const error = await bench.callFailure(read, { path: "file" });
    expect(error.code).toBe("binary-file");
    expect(error.message).toMatch(/^File appears to be binary and cannot be displayed as text\./);
  });

  it("reads UTF-16 with a byte order mark, Latin-1 and escape sequences as text", async () => {
    const bench = await createWorkbench();
    await bench.write({
      "utf16.txt": Buffer.from("\ufeffhallo\nwelt\n", "utf16le"),
      "latin1.txt": Buffer.from("caf\xe9 au lait\n", "latin1"),
      "log.txt": "\u001b[31mred\u001b[0m\n",
    });
    expect((await bench.call(read, { path: "utf16.txt" })).result).toBe("1: hallo\n2: welt");
    expect((await bench.call(read, { path: "latin1.txt" })).result).toMatch(/^1: caf\ufffd au lait\n/);
    expect((await bench.call(read, { path: "log.txt" })).result).toBe("1: \u001b[31mred\u001b[0m");
  });

  it.each([
    [[1.5, 3], "integers"],
    [[1, 2.5], "integers"],
    [[0, 0], "counted from 1"],
    [[-5, -1], "counted from 1"],
    [[10, 5], "pass [10, 14]"],
  ])("refuses the range %j with help", async (range, help) => {
    const bench = await createWorkbench();
    await bench.write({ "a.txt": lines(20) });
    const error = await bench.callFailure(read, { path: "a.txt", read_range: range });
    expect(error.code).toBe("invalid-input");
    expect(error.message).toContain(`read_range is [${range.join(", ")}]`);
    expect(error.message).toContain(help);
  });

  it("takes an end beyond all numbers as the end of the file", async () => {
    const bench = await createWorkbench();
    await bench.write({ "a.txt": lines(3) });
    expect((await bench.call(read, { path: "a.txt", read_range: [-5, 1e308] })).result).toBe(numbered(1, 3));
  });

  it("notes how many lines there are when a range begins after the end", async () => {
    const bench = await createWorkbench();
    await bench.write({ "a.txt": lines(20), "one.txt": "x", "empty.txt": "" });
    expect((await bench.call(read, { path: "a.txt", read_range: [21, 30] })).result).toBe(
      `[The requested part starts at line 21, but ${bench.path("a.txt")} has only 20 lines. Use read_range within [1, 20].]`,
    );
    expect((await bench.call(read, { path: "one.txt", read_range: [2, 3] })).result).toContain(
      "has only 1 line. Use read_range within [1, 1].",
    );
    expect((await bench.call(read, { path: "empty.txt", read_range: [2, 3] })).result).toMatch(
      /starts at line 2, but .* is empty\.\]$/,
    );
    expect((await bench.call(read, { path: bench.folder, read_range: [9, 9] })).result).toContain(
      "has only 3 entries.",
    );
  });

  it("reads a log with a NUL after the first 4 KB, and refuses one with a NUL before", async () => {
    const bench = await createWorkbench();
    await bench.write({ "late.log": `${"x".repeat(4_096)}\0\n`, "early.log": `${"x".repeat(4_095)}\0\n` });
    expect((await bench.call(read, { path: "late.log" })).result).toMatch(/^1: x+/);
    expect((await bench.callFailure(read, { path: "early.log" })).code).toBe("binary-file");
  });

  it("notes that a file is not UTF-8, but not that it contains the replacement character", async () => {
    const bench = await createWorkbench();
    const note =
      "[This file is not valid UTF-8: bytes that cannot be decoded are shown as \ufffd, and the file cannot be edited.]";
    await bench.write({
      "latin1.txt": Buffer.from("caf\xe9 au lait\nplain\n", "latin1"),
      "open.txt": Buffer.from("plain\ncaf\xe9", "latin1"),
      "replaced.txt": "caf\ufffd au lait\n",
    });
    expect((await bench.call(read, { path: "latin1.txt" })).result).toBe(
      `1: caf\ufffd au lait\n2: plain\n${note}`,
    );
    expect((await bench.call(read, { path: "open.txt" })).result).toContain(note);
    expect((await bench.call(read, { path: "replaced.txt" })).result).toBe("1: caf\ufffd au lait");
    expect((await bench.call(read, { path: "latin1.txt", read_range: [2, 2] })).result).toBe("2: plain");
  });

  it("refuses FIFOs and devices at once, even through a symlink", async () => {
    const bench = await createWorkbench({ approvedPaths: "any" });
    execFileSync("mkfifo", [bench.path("fifo")]);
    await bench.write({ zero: { link: "/dev/zero" } });
    expect((await bench.callFailure(read, { path: "fifo" })).code).toBe("special-file");
    expect((await bench.callFailure(read, { path: "zero" })).code).toBe("special-file");
  });

  it.each([
    ["", "invalid-path"],
    ["a\0b", "invalid-path"],
    ["file.txt/child", "not-found"],
  ])("refuses the path %j", async (path, code) => {
    const bench = await createWorkbench();
    await bench.write({ "file.txt": "" });
    const error = await bench.callFailure(read, { path });
    expect([code, "not-a-directory"]).toContain(error.code);
  });

  it("does not open a path outside the roots that was not approved", async () => {
    const bench = await createWorkbench();
    await bench.write({ link: { link: "../outside" } });
    for (const path of [bench.outside, "link", "../outside"]) {
      expect((await bench.callFailure(read, { path })).code).toBe("external-directory");
    }
  });

  it("reads a few lines of a file of a terabyte at once", async () => {
    const bench = await createWorkbench();
    await bench.write({ "big.txt": "first\nsecond\nthird\n" });
    execFileSync("truncate", ["-s", "1T", bench.path("big.txt")]);
    expect((await bench.callFailure(read, { path: "big.txt" })).code).toBe("binary-file");
    await bench.write({ "text.txt": `${"first\nsecond\n".repeat(2000)}` });
    execFileSync("truncate", ["-s", "1T", bench.path("text.txt")]);
    const elapsedMs = startStopwatch();
    expect((await bench.call(read, { path: "text.txt", read_range: [1, 2] })).result).toBe(
      "1: first\n2: second",
    );
    expect(elapsedMs()).toBeLessThan(5000);
  });
});
