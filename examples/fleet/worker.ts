import { createToolRuntime } from "collet";
import { serveWorker } from "collet/bullmq";

// The program of a machine that holds workspaces. It does not trust the host and judges calls by its own rules.
const [name = "worker", redis = "", workspace = "", files = ""] = process.argv.slice(2);
const worker = serveWorker({
  name,
  connection: { path: redis },
  workspaces: [workspace],
  // Short, so that the stand-by worker of this example takes over quickly.
  leaseMs: 1_500,
  createRuntime: () => createToolRuntime({ cwd: files, permissions: "allow-all" }),
  onEvent: ({ type }) => console.log(type),
});
process.stdin.resume().once("end", async () => {
  await worker.close();
  process.exit(0);
});
