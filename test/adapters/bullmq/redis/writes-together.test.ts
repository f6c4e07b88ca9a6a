import { EventEmitter } from "node:events";
import { Socket } from "node:net";
import type { RedisClient } from "bullmq";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { writeTogether } from "../../../../src/adapters/bullmq/redis/writes-together.js";
import { anyCharacter } from "../../../any-character.js";

/** A client whose socket writes down what reaches the system. */
function connected() {
  const written: Buffer[] = [];
  const socket = new Socket();
  const note = (chunk: unknown) =>
    void written.push(typeof chunk === "string" ? Buffer.from(chunk) : Buffer.from(chunk as Uint8Array));
  socket.write = (chunk: unknown) => {
    note(chunk);
    return true;
  };
  socket.end = ((chunk?: unknown) => {
    if (chunk !== undefined) note(chunk);
    written.push(Buffer.from("<end>"));
    return socket;
  }) as Socket["end"];
  const client = Object.assign(new EventEmitter(), { stream: socket });
  const sendNow = writeTogether(client as unknown as RedisClient);
  client.emit("connect");
  return { socket, written, sendNow };
}

const turnIsOver = () => new Promise((resolve) => setImmediate(resolve));

describe("writeTogether", () => {
  it("sends everything that one turn of the event loop writes in one write, and later data in another", async () => {
    const { socket, written } = connected();
    socket.write("one ");
    socket.write(Buffer.from("two "));
    await Promise.resolve();
    socket.write("thr\u00e9e");
    expect(written).toEqual([]);
    await turnIsOver();
    socket.write("four");
    await turnIsOver();
    expect(written.map(String)).toEqual(["one two thr\u00e9e", "four"]);
  });

  it("does not keep back what is much already", async () => {
    const { socket, written } = connected();
    for (let index = 0; index < 9; index += 1) socket.write("x".repeat(1_000));
    expect(written.map(({ length }) => length)).toEqual([9_000]);
    socket.write("rest");
    await turnIsOver();
    expect(written.map(({ length }) => length)).toEqual([9_000, 4]);
  });

  it("changes no byte and no order of any writes at any time", async () => {
    const piece = fc.oneof(
      fc.string({ unit: anyCharacter }).map((text) => Buffer.from(text).toString()),
      fc.uint8Array(),
      fc.constantFrom("x".repeat(65_537), new Uint8Array(70_000).fill(7)),
    );
    await fc.assert(
      fc.asyncProperty(fc.array(fc.tuple(piece, fc.boolean()), { maxLength: 12 }), async (pieces) => {
        const { socket, written } = connected();
        for (const [chunk, waits] of pieces) {
          socket.write(chunk);
          if (waits) await turnIsOver();
        }
        await turnIsOver();
        const expected = Buffer.concat(pieces.map(([chunk]) => Buffer.from(chunk as Uint8Array)));
        expect(Buffer.concat(written).equals(expected)).toBe(true);
      }),
      { numRuns: 60 },
    );
  });

  it("sends waiting messages at once on request, and the rest at the end of the yield", async () => {
    const { socket, written, sendNow } = connected();
    sendNow();
    socket.write("urgent");
    sendNow();
    expect(written.map(String)).toEqual(["urgent"]);
    socket.write("after it");
    await turnIsOver();
    expect(written.map(String)).toEqual(["urgent", "after it"]);
  });

  it("sends what waits before the connection is ended", () => {
    const { socket, written } = connected();
    socket.write("last words");
    socket.end();
    expect(written.map(String)).toEqual(["last words", "<end>"]);
  });

  it("says nothing to a socket that is gone", async () => {
    const { socket, written } = connected();
    socket.write("too late");
    socket.destroy();
    await turnIsOver();
    expect(written).toEqual([]);
  });

  it("leaves a client alone that shows no socket", () => {
    const client = new EventEmitter();
    const sendNow = writeTogether(client as unknown as RedisClient);
    expect(sendNow).not.toThrow();
    expect(() => client.emit("connect")).not.toThrow();
    expect(sendNow).not.toThrow();
  });
});
