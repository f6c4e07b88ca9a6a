import { PassThrough } from "node:stream";
import { type Connector, serveRemote } from "../../../src/adapters/remote/index.js";
import type { Backend } from "../../../src/index.js";

/** A worker in this process, and its streams. */
export interface WorkerPair {
  readonly toWorker: PassThrough;
  readonly toHost: PassThrough;
  readonly served: Promise<void>;
}

/** Returns a connector to workers in this process that serve a backend. */
export function inProcess(
  backend: Backend,
  {
    onStart = () => {},
    records,
  }: { readonly onStart?: (pair: WorkerPair) => void; readonly records?: string } = {},
): { readonly connect: Connector; readonly pairs: readonly WorkerPair[] } {
  const pairs: WorkerPair[] = [];
  const connect: Connector = () => {
    const [toWorker, toHost] = [new PassThrough(), new PassThrough()];
    // A new worker waits until the earlier ones have ended.
    const earlier = Promise.allSettled(pairs.map(({ served }) => served));
    const served = serveRemote({
      ...{ backend, records },
      input: toWorker,
      write: (bytes) => void (toHost.writableEnded || toHost.write(bytes)),
      claim: async () => void (await earlier),
    }).finally(() => toHost.end());
    served.catch(() => {});
    const pair = { toWorker, toHost, served };
    pairs.push(pair);
    onStart(pair);
    return {
      input: toHost,
      write: async (bytes) => {
        if (toWorker.writableEnded || toWorker.destroyed) throw new Error("the pipe is closed");
        toWorker.write(bytes);
      },
      close: () => {
        toWorker.end();
        toHost.destroy();
      },
    };
  };
  return { connect, pairs };
}
