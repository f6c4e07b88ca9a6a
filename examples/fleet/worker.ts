import { createToolRuntime } from "collet";
import { serveWorker } from "collet/bullmq";

// The program of a machine that holds workspaces: it trusts no host, and judges by rules of its own.
const [name = "worker", redis = "", workspace = "", files = ""] = process.argv.slice(2);
const worker = serveWorker({
  name,
  connection: { path: redis },
  workspaces: [workspace],
  // Short, so that nobody waits long for the stand-by in an example.
  leaseMs: 1_500,
  createRuntime: () => createToolRuntime({ cwd: files, permissions: "allow-all" }),
  onEvent: ({ type }) => console.log(type),
});
process.stdin.resume().once("end", async () => {
  await worker.close();
  process.exit(0);
});
