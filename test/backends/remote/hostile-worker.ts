import { PassThrough } from "node:stream";
import type { Connector } from "../../../src/adapters/remote/index.js";
import { encodeFrame, FrameReader, WORKER_MAGIC } from "../../../src/backends/remote/wire/index.js";

/** First message of a worker. */
export const HELLO = {
  type: "hello",
  version: 1,
  platform: "linux",
  caseSensitive: true,
  ports: [],
  search: { counts: true },
};

/** The JSON of a message. */
export type Head = Readonly<Record<string, unknown>>;

/** Returns a connector to a worker that answers each call as a function decides. */
export function hostile(
  answer: (call: Head, send: (bytes: Uint8Array) => void) => void,
  start = HELLO,
): Connector {
  return () => {
    const [toWorker, toHost] = [new PassThrough(), new PassThrough()];
    const send = (bytes: Uint8Array) => void (toHost.destroyed || toHost.write(bytes));
    const serve = async () => {
      send(WORKER_MAGIC);
      send(encodeFrame(start));
      const reader = new FrameReader(toWorker);
      await reader.next();
      send(encodeFrame({ type: "ready" }));
      for (let frame = await reader.next(); frame !== undefined; frame = await reader.next())
        if (frame.head.type === "call") answer(frame.head, send);
    };
    void serve().catch(() => {});
    return {
      input: toHost,
      write: async (bytes) => void toWorker.write(bytes),
      close: () => {
        toWorker.end();
        toHost.destroy();
      },
    };
  };
}
