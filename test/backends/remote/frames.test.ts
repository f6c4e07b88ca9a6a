import { setImmediate as turn } from "node:timers/promises";
import { describe, expect, it } from "vitest";
import {
  encodeFrame,
  type Frame,
  FrameReader,
  OutgoingFrames,
} from "../../../src/backends/remote/wire/index.js";

const FRAMES: readonly Frame[] = [
  { head: { type: "one" }, body: new Uint8Array() },
  { head: { type: "two", text: "ä € 🙂 \ud800" }, body: new Uint8Array([1, 2, 3]) },
  { head: { type: "three" }, body: new Uint8Array(300).fill(7) },
];

const BYTES = Buffer.concat(FRAMES.map(({ head, body }) => encodeFrame(head, body)));

async function* inPieces(bytes: Uint8Array, size: number): AsyncGenerator<Uint8Array> {
  for (let at = 0; at < bytes.length; at += size) yield bytes.subarray(at, at + size);
}

const plain = ({ head, body }: Frame) => ({ head, body: [...body] });

async function readAll(chunks: AsyncIterable<Uint8Array>): Promise<readonly object[]> {
  const reader = new FrameReader(chunks);
  const read: object[] = [];
  for (;;) {
    const frame = reader.arrived() ?? (await reader.next());
    if (frame === undefined) return read;
    read.push(plain(frame));
  }
}

describe("FrameReader", () => {
  it.each([1, 2, 7, 8, 9, 50, 1_000])("reads the same frames from pieces of %i bytes", async (size) => {
    expect(await readAll(inPieces(BYTES, size))).toEqual(FRAMES.map(plain));
  });

  it("returns a body that does not change with the chunk it arrived in", async () => {
    const chunk = Buffer.from(BYTES);
    const reader = new FrameReader(inPieces(chunk, chunk.length));
    await reader.next();
    const frame = reader.arrived();
    chunk.fill(0);
    expect([...(frame?.body ?? [])]).toEqual([1, 2, 3]);
  });

  it("a frame is not there before all its bytes have arrived", async () => {
    const reader = new FrameReader(inPieces(BYTES, BYTES.length - 1));
    expect(reader.arrived()).toBeUndefined();
    await reader.next();
    expect(reader.arrived()?.head).toEqual(FRAMES[1]?.head);
    expect(reader.arrived()).toBeUndefined();
    expect((await reader.next())?.head).toEqual(FRAMES[2]?.head);
  });

  it("refuses a frame of 4 GB that arrived together with another", async () => {
    const huge = Buffer.concat([encodeFrame({ type: "one" }), Buffer.alloc(8, 255)]);
    const reader = new FrameReader(inPieces(huge, huge.length));
    await reader.next();
    expect(() => reader.arrived()).toThrow("The peer announced a frame of 8589934590 bytes.");
  });
});

describe("OutgoingFrames", () => {
  it("sends the first frame of a turn at once, and joins those that follow", async () => {
    const written: string[] = [];
    const outgoing = new OutgoingFrames((bytes) => written.push(Buffer.from(bytes).toString()));
    for (const text of ["a", "b", "c"]) outgoing.send(Buffer.from(text));
    expect(written).toEqual(["a"]);
    await turn();
    expect(written).toEqual(["a", "bc"]);
    outgoing.send(Buffer.from("d"));
    expect(written).toEqual(["a", "bc", "d"]);
  });

  it("keeps the order of small and large frames", async () => {
    const written: Uint8Array[] = [];
    const outgoing = new OutgoingFrames((bytes) => written.push(bytes));
    const frames = [1, 40_000, 2, 3, 50_000, 4].map((size, index) => new Uint8Array(size).fill(index));
    for (const frame of frames) outgoing.send(frame);
    await turn();
    expect(Buffer.concat(written).equals(Buffer.concat(frames))).toBe(true);
  });

  it("lets no more than 256 KiB wait for the end of a turn", () => {
    let sent = 0;
    const outgoing = new OutgoingFrames((bytes) => {
      sent += bytes.length;
    });
    for (let index = 0; index < 1_000; index += 1) outgoing.send(new Uint8Array(1_024));
    expect(1_000 * 1_024 - sent).toBeLessThan(262_144);
  });
});
