import { Worker } from "bullmq";
import { serveWorker } from "collet/bullmq";
import { createToolRuntime, defineTool } from "collet/core";
import * as z from "zod";

// The worker process of `bench/fleet.ts`, with a bare BullMQ worker and one of Collet.
const [socket = ""] = process.argv.slice(2);
const connection = { path: socket, maxRetriesPerRequest: null };

const bare = new Worker("bare", async (job) => ({ ok: job.data.key }), {
  connection,
  concurrency: 64,
  removeOnComplete: { count: 5_000 },
});
const noops = (["read", "edit"] as const).map((kind) =>
  defineTool({
    name: `noop_${kind}`,
    description: "Does nothing.",
    kind,
    inputSchema: z.object({ key: z.string() }),
    executionProfile: { resourceKeys: () => [] },
    execute: () => "ok",
  }),
);
const runtime = createToolRuntime({ tools: noops, permissions: "allow-all" });
const worker = serveWorker({ connection: { path: socket }, workspaces: ["bench"], runtime });
await Promise.all([bare.waitUntilReady(), worker.ready()]);
console.log("ready");
process.stdin.resume().once("end", () => process.exit(0));
