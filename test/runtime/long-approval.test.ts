import { readFileSync } from "node:fs";
import { mkdtemp, realpath, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, it } from "vitest";
import { createToolRuntime } from "../../src/index.js";
import { machineSlowness } from "../processor-time.js";

/** Longest time for which the event loop may be blocked. */
const BOUND_MS = 50;

/** Attempts; garbage collection may lengthen one of them. */
const ATTEMPTS = 3;

let cwd: string;
beforeAll(async () => {
  cwd = await realpath(await mkdtemp(join(tmpdir(), "collet-long-approval-")));
});
afterAll(() => rm(cwd, { recursive: true, force: true }));

/** Returns the processor time of the main thread, where the platform states it. */
function mainThreadMs(): number {
  try {
    return Number(readFileSync(`/proc/self/task/${process.pid}/schedstat`, "utf8").split(" ")[0]) / 1_000_000;
  } catch {
    const { user, system } = process.cpuUsage();
    return (user + system) / 1_000;
  }
}

async function longestBlock(work: () => Promise<unknown>): Promise<number> {
  const slowness = machineSlowness();
  let longest = 0;
  let isOver = false;
  let since = mainThreadMs();
  const tick = () => {
    longest = Math.max(longest, mainThreadMs() - since);
    since = mainThreadMs();
    if (!isOver) setImmediate(tick);
  };
  setImmediate(tick);
  await work();
  await new Promise((resolve) => setImmediate(resolve));
  isOver = true;
  return longest / Math.max(slowness, machineSlowness());
}

it.each([
  ["lines of code", "line of text in a file\n".repeat(300_000)],
  ["empty lines", "\n".repeat(8_000_000)],
  ["letters beyond ASCII", "é\n".repeat(4_000_000)],
])("a question about a file of megabytes does not block the event loop: %s", async (_title, content) => {
  await using runtime = createToolRuntime({
    cwd,
    permissions: [{ tool: "create_file", verdict: "ask" }],
    onApproval: async () => false,
  });
  const ask = (text: string) =>
    runtime.execute({ id: "1", name: "create_file", input: { path: join(cwd, "a.txt"), content: text } });
  await ask("warm");
  // As a model's JSON gives it: the text that is repeated is put together only when it is read.
  const received = JSON.parse(JSON.stringify(content)) as string;
  const blocks: number[] = [];
  for (let attempt = 0; attempt < ATTEMPTS; attempt += 1) {
    blocks.push(
      await longestBlock(async () => expect((await ask(received)).status).toBe("rejected-by-user")),
    );
    if (blocks.some((block) => block < BOUND_MS)) break;
  }
  expect(Math.min(...blocks)).toBeLessThan(BOUND_MS);
});
