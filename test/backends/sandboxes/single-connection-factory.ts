import { mkdtemp } from "node:fs/promises";
import { join } from "node:path";
import { afterAll } from "vitest";
import type { Backend } from "../../../src/contract/index.js";
import type { BackendFactory } from "../../../src/testing/index.js";
import { seedFolder } from "../backend-factories.js";

/** Backends on real folders, which share one connection or sandbox: it is opened for the first test. */
export function singleConnectionFactory(
  name: string,
  { folder, open }: { readonly folder: () => string; readonly open: () => Promise<Backend> },
): BackendFactory {
  let opened: Promise<Backend> | undefined;
  afterAll(async () => (await opened)?.dispose?.());
  return {
    name,
    supports: { fifos: true },
    create: async (entries) => {
      opened ??= open();
      const { dispose: _shared, ...backend } = await opened;
      const root = await mkdtemp(join(folder(), "root-"));
      await seedFolder(root, entries);
      return { backend, root };
    },
  };
}
