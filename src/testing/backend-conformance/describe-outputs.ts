import type { Backend, OutputStore, StoredOutput } from "../../contract/index.js";
import type { TestRunner } from "../test-runner.js";
import type { BackendFactory } from "./backend-under-test.js";
import { type Bench, type BenchCase, benchCase, declareCases } from "./test-bench.js";

/** Bytes of a long output. */
const LONG_BYTES = 3_000_000;

const bytesOf = (text: string) => new TextEncoder().encode(text);

const CASES: readonly BenchCase[] = [
  benchCase("stores what was appended, for its session only", {}, async (bench) => {
    const output = storeOf(bench).open({ sessionId: "one" });
    const reused = bytesOf("first ");
    output.append(reused);
    reused.fill(0);
    output.append(bytesOf("second"));
    const stored = keptOf(await output.finish());
    bench.expect(stored.bytes).toBe(12);
    bench.expect(await contentOf(bench, stored.path)).toBe("first second");
    bench.expect(storeOf(bench).owns(stored.path, ["two", "one"])).toBe(true);
    bench.expect(storeOf(bench).owns(stored.path, ["two"])).toBe(false);
    bench.expect(storeOf(bench).owns(bench.at("a.txt"), ["one"])).toBe(false);
  }),
  benchCase("ends once: later bytes are ignored, and a second end returns the same", {}, async (bench) => {
    const output = storeOf(bench).open({ sessionId: "one" });
    output.append(bytesOf("x"));
    const first = keptOf(await output.finish());
    output.append(bytesOf("y"));
    bench.expect(await output.finish()).toEqual(first);
    bench.expect(await contentOf(bench, first.path)).toBe("x");
  }),
  benchCase("stores nothing that was discarded, and does not mix outputs", {}, async (bench) => {
    const { path } = bench.files;
    const outputs = ["a", "b", "c"].map((text) => ({
      text,
      output: storeOf(bench).open({ sessionId: "one" }),
    }));
    for (let round = 0; round < 3; round += 1)
      for (const { text, output } of outputs) output.append(bytesOf(text.repeat(100_000)));
    const [a, b, c] = outputs;
    await b?.output.discard();
    const [first, last] = [
      keptOf((await a?.output.finish()) as StoredOutput),
      keptOf((await c?.output.finish()) as StoredOutput),
    ];
    bench.expect((await contentOf(bench, first.path)) === "a".repeat(300_000)).toBe(true);
    bench.expect((await contentOf(bench, last.path)) === "c".repeat(300_000)).toBe(true);
    const folder = await bench.files.openDirectory(path.dirname(first.path));
    try {
      for (const { name, type } of await folder.list()) {
        if (type !== "file") continue;
        const kept = await contentOf(bench, path.join(path.dirname(first.path), name));
        bench.expect(kept.startsWith("b".repeat(1_000))).toBe(false);
      }
    } finally {
      await folder.close();
    }
  }),
  benchCase("stores a long output, or says how much of it is missing", {}, async (bench) => {
    const output = storeOf(bench).open({ sessionId: "one" });
    for (let at = 0; at < LONG_BYTES; at += 50_000) output.append(new Uint8Array(50_000).fill(120));
    const stored = keptOf(await output.finish());
    bench.expect(stored.bytes + stored.omittedBytes).toBe(LONG_BYTES);
  }),
  benchCase("keeps a new output when old ones are removed", {}, async (bench) => {
    const output = storeOf(bench).open({ sessionId: "one" });
    output.append(bytesOf("x"));
    const stored = keptOf(await output.finish());
    await storeOf(bench).clean();
    bench.expect(await contentOf(bench, stored.path)).toBe("x");
  }),
];

/** Declares tests for the promises of the output store, of backends that have one. */
export function describeOutputs(factory: BackendFactory, runner: TestRunner): void {
  runner.describe("the output store", () => {
    declareCases(
      factory,
      runner,
      CASES.map((each) => ({ ...each, isOmitted: ({ outputs }: Backend) => outputs === undefined })),
    );
  });
}

function storeOf({ backend }: Bench): OutputStore {
  if (backend.outputs === undefined) throw new Error(`The ${backend.name} backend has no output store.`);
  return backend.outputs;
}

function keptOf(stored: StoredOutput): Extract<StoredOutput, { readonly kept: true }> {
  if (stored.kept) return stored;
  throw new Error(`The output was not kept: ${stored.reason}.`);
}

async function contentOf({ files }: Bench, path: string): Promise<string> {
  const folder = await files.openDirectory(files.path.dirname(path));
  try {
    const handle = await folder.openFile(files.path.basename(path));
    try {
      const bytes = new Uint8Array(handle.stat.size);
      let filled = 0;
      while (filled < bytes.length) {
        const count = await handle.read(bytes.subarray(filled), filled);
        if (count === 0) break;
        filled += count;
      }
      return new TextDecoder().decode(bytes.subarray(0, filled));
    } finally {
      await handle.close();
    }
  } finally {
    await folder.close();
  }
}
