import fc from "fast-check";
import { describe, expect, it } from "vitest";
import type { BackendFactory } from "../../src/testing/index.js";
import { localFactory, memoryFactory, overlayFactory } from "./backend-factories.js";
import { type FileOperation, fileOperation, OperationRunner, START } from "./file-operations.js";

const FACTORIES = [
  localFactory,
  memoryFactory,
  overlayFactory(memoryFactory),
  overlayFactory(overlayFactory(memoryFactory)),
];

async function outcomeOf(factory: BackendFactory, operations: readonly FileOperation[]) {
  const { backend, root, dispose } = await factory.create(START);
  const runner = new OperationRunner(backend.files, root);
  try {
    await runner.start();
    const results: string[] = [];
    for (const operation of operations) results.push(await runner.run(operation));
    return { results, tree: await runner.tree() };
  } finally {
    await runner.close();
    await dispose?.();
  }
}

describe("all backends", () => {
  it("reach the same tree with the same results after any operations", async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(fileOperation, { minLength: 1, maxLength: 40, size: "max" }),
        async (operations) => {
          const [first, ...others] = await Promise.all(
            FACTORIES.map((factory) => outcomeOf(factory, operations)),
          );
          for (const other of others) expect(other).toEqual(first);
        },
      ),
      { numRuns: Number(process.env.RUNS ?? 50) },
    );
  }, 600_000);
});
