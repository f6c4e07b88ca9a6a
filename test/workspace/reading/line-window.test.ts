import fc from "fast-check";
import { describe, expect, it } from "vitest";
import type { LineWindow, LineWindowRequest, ReadHandle } from "../../../src/contract/index.js";
import { readLineWindow } from "../../../src/workspace/reading/line-window.js";
import { countNewlines, newlineCounter } from "../../../src/workspace/reading/newline-count.js";

const signal = new AbortController().signal;

/** A file in memory that returns at most some bytes per read, and counts them. */
function fileOf(bytes: Uint8Array, options: { perRead?: number; size?: number } = {}) {
  const state = { bytesRead: 0, reads: 0 };
  const size = options.size ?? bytes.byteLength;
  const handle: ReadHandle = {
    stat: { type: "file", size, modifiedAtMs: 0, mode: 0o644, identity: "1", links: 1 },
    async read(buffer, position) {
      const end = position + Math.min(buffer.byteLength, options.perRead ?? Number.POSITIVE_INFINITY);
      const piece = bytes.subarray(position, end);
      buffer.set(piece);
      state.bytesRead += piece.byteLength;
      state.reads += 1;
      return piece.byteLength;
    },
    close: async () => {},
  };
  return { handle, state };
}

const utf8 = (text: string) => new TextEncoder().encode(text);
const ALL: LineWindowRequest = { startLine: 1, endLine: 1e9, maxBytes: 1e9, maxBytesPerLine: 1e9 };

async function windowOf(
  content: string | Uint8Array,
  request: Partial<LineWindowRequest> = {},
  options: { perRead?: number; size?: number } = {},
): Promise<Omit<LineWindow, "path">> {
  const bytes = typeof content === "string" ? utf8(content) : content;
  return (await readLineWindow(fileOf(bytes, options).handle, { ...ALL, ...request }, signal)).window;
}

describe("readLineWindow", () => {
  it.each([
    ["nothing", "", [], 0],
    ["a line without an end", "a", ["a"], 1],
    ["a line with one", "a\n", ["a"], 1],
    ["an empty line", "\n", [""], 1],
    ["empty lines", "\n\n\n", ["", "", ""], 3],
    ["Windows line ends", "a\r\nb\r\n", ["a", "b"], 2],
    ["mixed line ends", "a\r\nb\nc", ["a", "b", "c"], 3],
    ["a lone CR, which ends no line", "a\rb\r\r\nc", ["a\rb\r", "c"], 2],
    ["a CR at the end of the file", "a\r", ["a"], 1],
    ["what other programs call line ends", "a\u2028b\u0085c\vd\fe\n", ["a\u2028b\u0085c\vd\fe"], 1],
    ["a byte order mark", "\ufeffa\nb", ["a", "b"], 2],
    ["NUL bytes", "a\0b\n", ["a\0b"], 1],
  ])("reads %s", async (_, content, lines, totalLines) => {
    expect(await windowOf(content)).toEqual({
      lines,
      firstLine: 1,
      more: false,
      totalLines,
      truncatedLines: [],
      byteLimitHit: false,
      size: utf8(content).byteLength,
    });
  });

  it.each([
    [{ startLine: 2, endLine: 3 }, ["b", "c"], true],
    [{ startLine: 4, endLine: 5 }, ["d", "e"], false],
    [{ startLine: 5, endLine: 9 }, ["e"], false],
    [{ startLine: 6, endLine: 9 }, [], false],
    [{ startLine: 99, endLine: 100 }, [], false],
  ])("reads lines %j of five", async (request, lines, more) => {
    const window = await windowOf("a\nb\nc\nd\ne\n", request);
    expect(window).toMatchObject({
      lines,
      more,
      firstLine: request.startLine,
      totalLines: 5,
      byteLimitHit: false,
    });
  });

  it("truncates an overlong line between characters and names it", async () => {
    const window = await windowOf(`short\n${"é".repeat(50)}\nshort`, { maxBytesPerLine: 11 });
    expect(window).toMatchObject({
      lines: ["short", "é".repeat(5), "short"],
      truncatedLines: [2],
      byteLimitHit: false,
    });
  });

  it("does not truncate a line that fits exactly, with a Windows line end after it", async () => {
    expect(await windowOf("12345\r\n12345\n12345", { maxBytesPerLine: 5 })).toMatchObject({
      truncatedLines: [],
    });
    expect(await windowOf("123456\r\n", { maxBytesPerLine: 5 })).toMatchObject({
      lines: ["12345"],
      truncatedLines: [1],
    });
  });

  it("stops at the byte limit and reports that there is more", async () => {
    expect(await windowOf("aaa\nbbb\nccc\n", { maxBytes: 7 })).toMatchObject({
      lines: ["aaa", "bbb"],
      byteLimitHit: true,
      more: true,
      totalLines: 3,
    });
    expect(await windowOf("aaa\nbbb\n", { maxBytes: 7 })).toMatchObject({ byteLimitHit: false, more: false });
    expect(await windowOf("aaaaaaaaaa\nb", { maxBytes: 4 })).toMatchObject({
      lines: ["aaaa"],
      truncatedLines: [1],
      byteLimitHit: true,
      more: true,
    });
  });

  it("returns the same window for any chunk sizes", async () => {
    const content = fc
      .array(
        fc.oneof(fc.constantFrom("\n", "\r\n", "\r", "a", "é", "😀", "\ufeff"), fc.string({ maxLength: 8 })),
      )
      .map((parts) => parts.join(""));
    const request = fc.record({
      startLine: fc.integer({ min: 1, max: 12 }),
      endLine: fc.integer({ min: 1, max: 14 }),
      maxBytes: fc.integer({ min: 1, max: 60 }),
      maxBytesPerLine: fc.integer({ min: 4, max: 20 }),
    });
    await fc.assert(
      fc.asyncProperty(content, request, fc.integer({ min: 4, max: 9 }), async (text, wanted, perRead) => {
        fc.pre(wanted.startLine <= wanted.endLine);
        const whole = await windowOf(text, wanted);
        const { totalLines, ...inPieces } = await windowOf(text, wanted, { perRead });
        const { totalLines: expectedTotal, ...expected } = whole;
        expect(inPieces).toEqual(expected);
        if (totalLines !== undefined) expect(totalLines).toBe(expectedTotal);
      }),
      { numRuns: 1_500 },
    );
  });

  it("agrees with a plain split of the text", async () => {
    const line = fc.string({ maxLength: 12 }).map((text) => text.replace(/[\r\n\ufeff]/g, "."));
    await fc.assert(
      fc.asyncProperty(
        fc.array(line, { minLength: 1, maxLength: 20 }),
        fc.boolean(),
        fc.integer({ min: 1, max: 22 }),
        fc.integer({ min: 0, max: 10 }),
        async (lines, finalNewline, startLine, extra) => {
          fc.pre(finalNewline || lines.at(-1) !== "");
          const window = await windowOf(lines.join("\n") + (finalNewline ? "\n" : ""), {
            startLine,
            endLine: startLine + extra,
          });
          expect(window.lines).toEqual(lines.slice(startLine - 1, startLine + extra));
          expect(window.more).toBe(startLine + extra < lines.length);
          expect(window.totalLines).toBe(lines.length);
        },
      ),
      { numRuns: 500 },
    );
  });

  it.each([
    ["utf-16le", true],
    ["utf-16be", false],
  ])("reads %s, even when a character is split by the end of a read", async (_, littleEndian) => {
    const text = `\ufeff${"a😀b\r\n".repeat(30)}end`;
    const bytes = new Uint8Array(text.length * 2);
    for (let index = 0; index < text.length; index += 1) {
      new DataView(bytes.buffer).setUint16(index * 2, text.charCodeAt(index), littleEndian);
    }
    for (const perRead of [5, 7, 64, 1_000]) {
      const window = await windowOf(bytes, {}, { perRead });
      expect(window.lines).toEqual([...Array.from({ length: 30 }, () => "a😀b"), "end"]);
      expect(window.totalLines).toBe(31);
    }
  });

  it("shows bytes that do not decode as U+FFFD", async () => {
    expect((await windowOf(Buffer.from("caf\u00e9 x\nb", "latin1"))).lines).toEqual(["caf\ufffd x", "b"]);
  });

  it("reads no more than the window needs, and holds no more than one read", async () => {
    const big = utf8(`${"x".repeat(49)}\n`.repeat(100_000));
    const { handle, state } = fileOf(big);
    const { window } = await readLineWindow(handle, { ...ALL, startLine: 1_000, endLine: 1_100 }, signal);
    expect(window.lines).toHaveLength(101);
    expect(window).toMatchObject({ more: true, firstLine: 1_000 });
    expect(window.totalLines).toBeUndefined();
    expect(state.bytesRead).toBe(65_536);
  });

  it("detects that a window was the end of a file too large for one read", async () => {
    const big = utf8(`${"x".repeat(9)}\n`.repeat(50_000));
    expect(
      (await readLineWindow(fileOf(big).handle, { ...ALL, startLine: 49_999, endLine: 50_000 }, signal))
        .window,
    ).toMatchObject({ more: false, totalLines: 50_000 });
    expect(
      (await readLineWindow(fileOf(big).handle, { ...ALL, startLine: 49_999, endLine: 60_000 }, signal))
        .window,
    ).toMatchObject({ more: false, totalLines: 50_000 });
  });

  it("shows the first bytes before it continues, even far inside a large file", async () => {
    const big = utf8(`first\n${"x".repeat(49)}\n`.repeat(100_000));
    let head: Uint8Array | undefined;
    await readLineWindow(
      fileOf(big).handle,
      {
        ...ALL,
        startLine: 150_000,
        endLine: 150_001,
        acceptHead: (bytes) => {
          head = bytes.slice();
          return true;
        },
      },
      signal,
    );
    expect(head).toEqual(big.slice(0, 8_192));
  });

  it("reports whether lines follow when the window ends exactly with a read", async () => {
    const lines = `${"x".repeat(63)}\n`.repeat(2_048);
    const { window } = await readLineWindow(fileOf(utf8(lines)).handle, { ...ALL, endLine: 1_024 }, signal);
    expect(window).toMatchObject({ more: true });
    expect(window.lines).toHaveLength(1_024);
  });

  it("gives up on a line that does not end, instead of reading a terabyte", async () => {
    const endless: ReadHandle = {
      stat: { type: "file", size: 2 ** 40, modifiedAtMs: 0, mode: 0o644, identity: "1", links: 1 },
      read: async (buffer) => buffer.fill(97).byteLength,
      close: async () => {},
    };
    const { window } = await readLineWindow(
      endless,
      { ...ALL, endLine: 10, maxBytes: 65_536, maxBytesPerLine: 4_096 },
      signal,
    );
    expect(window).toMatchObject({ truncatedLines: [1], byteLimitHit: true, more: true });
    expect(window.lines[0]).toHaveLength(4_096);
    expect(window.totalLines).toBeUndefined();
  });

  it("stops between reads when the signal is aborted", async () => {
    const controller = new AbortController();
    const endless: ReadHandle = {
      stat: { type: "file", size: 2 ** 40, modifiedAtMs: 0, mode: 0o644, identity: "1", links: 1 },
      read: async (buffer) => {
        controller.abort();
        return buffer.fill(97).byteLength;
      },
      close: async () => {},
    };
    await expect(readLineWindow(endless, { ...ALL, startLine: 5 }, controller.signal)).rejects.toMatchObject({
      code: "cancelled",
    });
  });

  it("reads a file of unknown size, as in /proc", async () => {
    const window = await windowOf("a\nb\nc\n", {}, { size: 0, perRead: 4 });
    expect(window).toMatchObject({ lines: ["a", "b", "c"], more: false, totalLines: 3 });
    expect(await windowOf("a\nb\nc\n", { endLine: 2 }, { size: 0, perRead: 4 })).toMatchObject({
      more: true,
    });
  });

  it("ends at the end of a file that was truncated meanwhile", async () => {
    expect(await windowOf("a\nb", {}, { size: 500 })).toMatchObject({
      lines: ["a", "b"],
      more: false,
      totalLines: 2,
    });
  });
});

describe("countNewlines", () => {
  it("counts newlines like a simple loop at every alignment", () => {
    fc.assert(
      fc.property(fc.uint8Array({ maxLength: 64 }), fc.integer({ min: 0, max: 7 }), (bytes, offset) => {
        const mixed = bytes.map((byte) => (byte % 3 === 0 ? 10 : byte));
        const view = mixed.subarray(Math.min(offset, mixed.byteLength));
        expect(countNewlines(view)).toBe([...view].filter((byte) => byte === 10).length);
      }),
      { numRuns: 1_000 },
    );
  });

  it("counts newlines like a simple loop in every range", () => {
    const places = fc.tuple(fc.nat(40), fc.nat(40), fc.nat(7));
    fc.assert(
      fc.property(fc.uint8Array({ maxLength: 40 }), places, (bytes, [one, other, offset]) => {
        const mixed = bytes.map((byte) => (byte % 3 === 0 ? 10 : byte));
        const view = mixed.subarray(Math.min(offset, mixed.byteLength));
        const [from, to] = [
          Math.min(one, other, view.byteLength),
          Math.min(Math.max(one, other), view.byteLength),
        ];
        expect(newlineCounter(view)(from, to)).toBe(
          view.subarray(from, to).filter((byte) => byte === 10).length,
        );
      }),
      { numRuns: 1_000 },
    );
  });
});
