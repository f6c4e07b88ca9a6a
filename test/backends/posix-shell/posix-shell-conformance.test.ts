import { describe, it } from "vitest";
import { posixShellBackend } from "../../../src/backends/posix-shell/index.js";
import { describeBackend } from "../../../src/testing/index.js";
import { localFactory } from "../backend-factories.js";
import { execIn, shellMachines } from "./shell-machine.js";

for (const machine of shellMachines()) {
  describeBackend(
    {
      name: `posix shell (${machine.name})`,
      supports: { fifos: true },
      create: async (entries) => {
        const { backend: local, root, dispose } = await localFactory.create(entries);
        await local.dispose?.();
        const backend = await posixShellBackend({ exec: execIn(machine).exec });
        return { backend, root, ...(dispose !== undefined && { dispose }) };
      },
    },
    { describe, it },
  );
}
