import type { SeedEntry } from "../seed-entry.js";
import type { TestRunner } from "../test-runner.js";
import type { BackendFactory } from "./backend-under-test.js";
import { type BenchCase, benchCase, codeOf, declareCases, listing } from "./test-bench.js";

const FIFO_TREE: Record<string, SeedEntry> = { pipe: { fifo: true }, link: { symlinkTo: "pipe" } };

const FIFO: readonly BenchCase[] = [
  benchCase("is of type other", FIFO_TREE, async ({ open, files, at, expect }) => {
    const directory = await open();
    expect(await listing(directory)).toEqual(["link symlink", "pipe other"]);
    expect((await directory.stat("pipe"))?.type).toBe("other");
    expect((await files.resolve(at("link"))).stat?.type).toBe("other");
  }),
  benchCase("is never opened", FIFO_TREE, async ({ open, expect }) => {
    const directory = await open();
    expect(await codeOf(directory.openFile("pipe"))).toBe("special-file");
    expect(await codeOf(directory.openForWriting("pipe"))).toBe("special-file");
    expect(await codeOf(directory.openDirectory("pipe"))).toBe("not-a-directory");
  }),
  benchCase("can be renamed and removed", FIFO_TREE, async ({ open, expect }) => {
    const directory = await open();
    await directory.rename("pipe", { name: "moved" });
    expect((await directory.stat("moved"))?.type).toBe("other");
    await directory.removeFile("moved");
    expect(await listing(directory)).toEqual(["link symlink"]);
  }),
];

/** Declares tests for the promises about FIFOs, if the backend supports them. */
export function describeFifos(factory: BackendFactory, runner: TestRunner): void {
  if (factory.supports.fifos) runner.describe("a FIFO", () => declareCases(factory, runner, FIFO));
}
