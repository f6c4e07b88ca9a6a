import { execFile } from "node:child_process";
import { promisify } from "node:util";

const run = promisify(execFile);

/** The processes of this machine whose command line is this one. */
export async function runningCommands(commandLine: string): Promise<readonly string[]> {
  const { stdout } = await run("ps", ["-eo", "pid=,args="]);
  return stdout.split("\n").filter((row) => row.trim().replace(/^\d+\s+/, "") === commandLine);
}
