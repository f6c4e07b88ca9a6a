// Makes the most common calls in a separate process: `system-calls.ts` counts the system calls between the marks, and reads the
// allocated bytes that this program prints.
import { accessSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createToolRuntime, defineTool, type ToolResult } from "collet";
import * as z from "zod";

/** Calls that load what is needed once, and calls that are counted. */
const WARM_UP = 30;
const COUNTED = 20;

/** Times that the counted calls of a kind are made, until the memory is not collected meanwhile. */
const MOST_ATTEMPTS = 5;

/** Reads of one batch. */
const BATCH = 64;

// The counts must not depend on the speed of the machine: a slow call would send the next ones to the thread pool. The clock stands
// still during a call, and 10 ms pass between two of them.
let now = 0;
performance.now = () => now;

const folder = mkdtempSync(join(tmpdir(), "collet-bench-"));
mkdirSync(join(folder, "src/parts"), { recursive: true });
const path = join(folder, "src/parts/part.ts");
const content = `${"export const value = 12345;\n".repeat(380)}const marker = 0;\n`;
writeFileSync(path, content);
const batch = Array.from({ length: BATCH }, (_, index) => join(folder, "src/parts", `${index}.ts`));
for (const each of batch) writeFileSync(each, content);
const noop = defineTool({
  name: "noop",
  description: "Does nothing.",
  kind: "think",
  inputSchema: z.object({}),
  executionProfile: { resourceKeys: () => [{ key: path, mode: "write" }] },
  execute: () => "ok",
});
const options = { cwd: folder, tools: [noop], permissions: "allow-all" } as const;
const runtime = createToolRuntime(options);

let nextCall = 0;
async function call(name: string, input: object): Promise<readonly ToolResult[]> {
  nextCall += 1;
  return [await runtime.execute({ id: `${nextCall}`, name, input })];
}

let marker = 0;
const KINDS: Readonly<Record<string, () => Promise<readonly ToolResult[]>>> = {
  noop: () => call("noop", {}),
  read: () => call("Read", { path }),
  "read-batch": () =>
    runtime.executeBatch(
      batch.map((each, index) => ({ id: `${index}`, name: "Read", input: { path: each } })),
    ),
  "read-cold": async () => {
    await using first = createToolRuntime(options);
    return [await first.execute({ id: "1", name: "Read", input: { path } })];
  },
  edit: () => {
    const input = { path, old_str: `marker = ${marker};`, new_str: `marker = ${marker + 1};` };
    marker += 1;
    return call("edit_file", input);
  },
};

async function times(count: number, kind: string): Promise<void> {
  for (let index = 0; index < count; index += 1) {
    now += 10;
    // A host waits for its model between two calls: folders that a call opened are closed then.
    await new Promise(setImmediate);
    const results = (await KINDS[kind]?.()) ?? [];
    const failed = results.find(({ status }) => status !== "done");
    if (failed !== undefined) throw new Error(`The call failed: ${failed.error?.message}`);
  }
}

/** Leaves a mark in the trace: a system call on a path that does not exist. */
function mark(name: string): void {
  try {
    accessSync(`/collet-bench/${name}`);
  } catch {
    // The path does not exist.
  }
}

/** Makes the counted calls; returns the allocated bytes, or `undefined` if the memory was collected meanwhile. */
async function allocatedBytes(kind: string): Promise<number | undefined> {
  await new Promise(setImmediate);
  globalThis.gc?.();
  mark(kind);
  const before = process.memoryUsage().heapUsed;
  await times(COUNTED, kind);
  const allocated = process.memoryUsage().heapUsed - before;
  mark("end");
  return allocated > 0 ? allocated : undefined;
}

for (const kind of Object.keys(KINDS)) {
  await times(WARM_UP, kind);
  const calls = COUNTED * (kind === "read-batch" ? BATCH : 1);
  let bytes: number | undefined;
  for (let attempt = 0; bytes === undefined && attempt < MOST_ATTEMPTS; attempt += 1) {
    bytes = await allocatedBytes(kind);
  }
  console.log(JSON.stringify({ kind, calls, bytes: Math.round((bytes ?? 0) / calls) }));
}
await runtime[Symbol.asyncDispose]();
rmSync(folder, { recursive: true });
