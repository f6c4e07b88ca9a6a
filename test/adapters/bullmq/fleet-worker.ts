import { serveWorker } from "../../../src/adapters/bullmq/index.js";
import { createToolRuntime } from "../../../src/index.js";

/** What a worker process is told. */
export interface FleetWorkerTask {
  readonly redis: string;
  /** Folders by the name of the workspace. */
  readonly workspaces: Readonly<Record<string, string>>;
  readonly name: string;
  readonly leaseMs: number;
  /** By how much its clock is wrong. */
  readonly clockSkewMs?: number;
  readonly stateDirectory: string;
}

const task = JSON.parse(process.argv[2] ?? "") as FleetWorkerTask;
if (task.clockSkewMs !== undefined) {
  const now = Date.now.bind(Date);
  const skew = task.clockSkewMs;
  Date.now = () => now() + skew;
}
const say = (line: unknown) => process.stdout.write(`${JSON.stringify(line)}\n`);
const worker = serveWorker({
  connection: { path: task.redis },
  name: task.name,
  workspaces: Object.keys(task.workspaces),
  leaseMs: task.leaseMs,
  createRuntime: (workspace) =>
    createToolRuntime({
      cwd: task.workspaces[workspace] ?? "",
      permissions: "allow-all",
      stateDirectory: task.stateDirectory,
    }),
  onEvent: say,
});
process.once("SIGTERM", () => {
  worker.close().then(() => process.exit(0));
});
// A worker whose test is gone must not stay.
process.stdin.resume().once("end", () => process.exit(1));
