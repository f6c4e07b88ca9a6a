import { describe, it } from "vitest";
import { type Connector, remoteBackend } from "../../../src/adapters/remote/index.js";
import { type BackendFactory, type Cable, describeBackend } from "../../../src/testing/index.js";
import { localFactory } from "../backend-factories.js";
import { HELLO, hostile } from "./hostile-worker.js";
import { inProcess } from "./worker-pair.js";

/** Passes each message of a connector through a cable. */
function through(connect: Connector, cable: Cable): Connector {
  return async () => {
    const stream = await connect();
    async function* received() {
      for await (const chunk of stream.input) {
        const { bytes, isCut } = await cable.carry(chunk);
        yield bytes;
        if (!isCut) continue;
        stream.close();
        return;
      }
    }
    return {
      ...stream,
      input: received(),
      write: async (message) => {
        const { bytes, isCut } = await cable.carry(message);
        await stream.write(bytes);
        if (!isCut) return;
        stream.close();
        throw new Error("the cable was cut");
      },
    };
  };
}

async function remote(
  entries: Parameters<BackendFactory["create"]>[0],
  around: (connect: Connector) => Connector,
) {
  const { backend: served, root, dispose } = await localFactory.create(entries);
  const backend = await remoteBackend({ connect: around(inProcess(served).connect) });
  return {
    backend,
    root,
    dispose: async () => {
      await served.dispose?.();
      await dispose?.();
    },
  };
}

const overPipe: BackendFactory = {
  ...localFactory,
  name: "remote",
  create: (entries) => remote(entries, (connect) => connect),
  connect: (entries, cable) => remote(entries, (connect) => through(connect, cable)),
  connectOtherVersion: () => remoteBackend({ connect: hostile(() => {}, { ...HELLO, version: 2 }) }),
};

describeBackend(overPipe, { describe, it });
