import { PassThrough } from "node:stream";
import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import {
  FrameReader,
  MAX_HEADER_BYTES,
  MAX_MESSAGE_BYTES,
} from "../../../../../src/backends/local/language-servers/connection/frame-reader.js";
import { startStopwatch } from "../../../../processor-time.js";

const frame = (text: string, header = "") =>
  `Content-Length: ${Buffer.byteLength(text)}\r\n${header}\r\n${text}`;

/** Feeds pieces to a reader and returns the results. */
async function read(pieces: readonly Buffer[]) {
  const stream = new PassThrough();
  const messages: unknown[] = [];
  const broken: string[] = [];
  new FrameReader(stream, (reason) => broken.push(reason)).listen((message) => messages.push(message));
  for (const piece of pieces) stream.write(piece);
  stream.end();
  await new Promise((resolve) => stream.once("end", resolve));
  return { messages, broken };
}

describe("a frame reader", () => {
  it("returns the same messages for any split of the bytes", async () => {
    const text = fc.constantFrom("a", "\u00e9", "\u{10000}", "\r\n\r\n", "Content-Length: 5", "");
    const values = fc.array(fc.record({ text, number: fc.integer() }), { maxLength: 5 });
    await fc.assert(
      fc.asyncProperty(values, fc.array(fc.nat(), { maxLength: 8 }), async (sent, cuts) => {
        const bytes = Buffer.from(
          sent
            .map((value, index) =>
              frame(JSON.stringify(value), index % 2 ? "Content-Type: x; charset=utf-8\r\n" : ""),
            )
            .join(""),
        );
        const scanned = [0, ...cuts.map((cut) => cut % (bytes.length + 1)), bytes.length].sort(
          (a, b) => a - b,
        );
        const pieces = scanned.slice(1).map((end, index) => bytes.subarray(scanned[index], end));
        const expected = JSON.parse(JSON.stringify(sent));
        expect(await read(pieces)).toEqual({ messages: expected, broken: [] });
      }),
      { numRuns: 100 },
    );
  });

  it.each([
    ["what is no header", "Starting the server...\n", /not a message/],
    ["a header that never ends", `X: ${"y".repeat(MAX_HEADER_BYTES)}`, /not a message/],
    ["a header without a length", "Content-Type: x\r\n\r\n", /without the length/],
    ["a negative length", "Content-Length: -5\r\n\r\n", /without the length/],
    [
      "a length beyond all bounds",
      `Content-Length: ${MAX_MESSAGE_BYTES + 1}\r\n\r\n`,
      /announced a message of/,
    ],
    ["no JSON", frame("{oops"), /not JSON/],
    ["a message that is a list", frame("[1]"), /not an object/],
    ["a message that is null", frame("null"), /not an object/],
    ["an empty message", frame(""), /not JSON/],
  ])("refuses %s, once, and reads nothing after it", async (_title, text, reason) => {
    const { messages, broken } = await read([Buffer.from(text), Buffer.from(frame('{"late":1}'))]);
    expect(broken).toEqual([expect.stringMatching(reason)]);
    expect(messages).toEqual([]);
  });

  it("detects a long line that is not a header at once", async () => {
    const elapsedMs = startStopwatch();
    const { broken } = await read([Buffer.from(`${"a".repeat(MAX_HEADER_BYTES - 10)}!`)]);
    expect(broken).toHaveLength(1);
    expect(elapsedMs()).toBeLessThan(1_000);
  });
});
