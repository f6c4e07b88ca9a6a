import { describe, it } from "vitest";
import { remoteBackend } from "../../../src/adapters/remote/index.js";
import { type BackendFactory, describeBackend } from "../../../src/testing/index.js";
import { localFactory } from "../backend-factories.js";
import { inProcess } from "./worker-pair.js";

const overPipe: BackendFactory = {
  ...localFactory,
  name: "remote",
  create: async (entries) => {
    const { backend: served, root, dispose } = await localFactory.create(entries);
    const backend = await remoteBackend({ connect: inProcess(served).connect });
    return {
      backend,
      root,
      dispose: async () => {
        await served.dispose?.();
        await dispose?.();
      },
    };
  },
};

describeBackend(overPipe, { describe, it });
