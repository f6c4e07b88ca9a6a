import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdirSync } from "node:fs";
import { connect } from "node:net";
import { join } from "node:path";

/** Starts a private Redis on a Unix socket in a folder. */
export async function startRedis(folder: string) {
  const path = join(folder, "redis.sock");
  const server = spawn("redis-server", ["--port", "0", "--unixsocket", path, "--save", "", "--dir", folder], {
    stdio: "ignore",
  });
  while (!(await answers(path))) await new Promise((resolve) => setTimeout(resolve, 50));
  return {
    path,
    async stop() {
      server.kill();
      await once(server, "exit");
    },
  };
}

/** Starts a worker in a separate process, as it would run on the machine that holds the files. */
export function startWorker(name: string, redis: string, workspace: string, files: string) {
  mkdirSync(files, { recursive: true });
  const file = join(import.meta.dirname, "worker.ts");
  const child = spawn(process.execPath, ["--import", "tsx", file, name, redis, workspace, files], {
    stdio: ["pipe", "pipe", "inherit"],
  });
  const exited = once(child, "exit");
  return {
    /** Settles when the worker owns its workspace. */
    owns: new Promise<void>((resolve) => {
      child.stdout.on("data", (said: Buffer) => said.includes("owned") && resolve());
    }),
    kill: () => child.kill("SIGKILL"),
    async stop() {
      // The worker cleans up and exits when its input ends.
      child.stdin.end();
      await exited;
    },
  };
}

function answers(path: string): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = connect(path, () => {
      socket.destroy();
      resolve(true);
    });
    socket.once("error", () => resolve(false));
  });
}
