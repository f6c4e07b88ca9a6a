import { spawnSync } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createToolRuntime } from "collet";
import { bullmqExecutor } from "collet/bullmq";
import { startRedis, startWorker } from "./processes.js";
import { drawTimeline } from "./timeline.js";

const WORKSPACE = "shop";
const EDITS = 24;
/** Number of calls that end before the first worker is killed. */
const KILLED_AFTER = 16;

if (spawnSync("redis-server", ["--version"]).status !== 0) {
  console.log(
    "This example needs redis-server. Install it, for example with `apt-get install redis-server`.",
  );
  process.exit(0);
}
const folder = mkdtempSync(join(tmpdir(), "collet-fleet-"));
const files = join(folder, "files");
const redis = await startRedis(folder);
const workers = [startWorker("worker-1", redis.path, WORKSPACE, files)];
await workers[0]?.owns;
workers.push(startWorker("worker-2", redis.path, WORKSPACE, files));

// The host decides which calls may run. It has none of the files.
const executor = bullmqExecutor({ connection: { path: redis.path }, workspace: WORKSPACE, root: "/shop" });
const host = createToolRuntime({
  cwd: "/shop",
  executor,
  permissions: "allow-all",
  concurrency: { max: 4 },
});
const numbers = Array.from({ length: EDITS }, (_, index) => index);
writeFileSync(join(files, "list.txt"), numbers.map((number) => `item ${number}: open\n`).join(""));
const calls = numbers.flatMap((number) => [
  {
    id: `edit ${number}`,
    name: "edit_file",
    input: { path: "list.txt", old_str: `item ${number}: open`, new_str: `item ${number}: done` },
  },
  { id: `look ${number}`, name: "Bash", input: { cmd: `sleep 0.1; wc -l list.txt` } },
]);

const startedAt = performance.now();
let killedAt = 0;
let ended = 0;
host.on(({ type }) => {
  if (type === "tool-result") ended += 1;
  if (ended !== KILLED_AFTER || killedAt > 0) return;
  // SIGKILL while the next call runs.
  setTimeout(() => workers[0]?.kill(), 20);
  killedAt = performance.now() - startedAt;
});
const results = await host.executeBatch(calls);

console.log(drawTimeline(results, { startedAt: Date.now() - (performance.now() - startedAt), killedAt }));
const lost = results.filter(({ error }) => error?.errorCode === "worker-lost");
for (const { callId, error } of lost) console.log(`\n${callId}: ${error?.message}`);

// The outcome of a lost call is unknown: read the file, and make the missing edits again.
const open = numbers.filter((number) =>
  readFileSync(join(files, "list.txt"), "utf8").includes(`item ${number}: open`),
);
const again = calls.filter(({ id }) => open.some((number) => id === `edit ${number}`));
await host.executeBatch(again);
const done = readFileSync(join(files, "list.txt"), "utf8").split(": done\n").length - 1;
console.log(
  `\n${results.length} calls, ${results.length} results, ${lost.length} reported as lost; ${again.length} edits made again; ${done} of ${EDITS} items done`,
);

await host[Symbol.asyncDispose]();
await executor.close();
await Promise.all(workers.map((worker) => worker.stop()));
await redis.stop();
rmSync(folder, { recursive: true, force: true });
