import { execFile } from "node:child_process";
import { readFile, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import process from "node:process";
import { promisify } from "node:util";

/** Milliseconds that an earlier worker has to end before it is killed. Usually its input has ended as well. */
const GRACE_MS = 1_000;

/** Milliseconds after which an earlier worker that was killed must have ended. */
const KILLED_MS = 10_000;

/** Milliseconds between two looks at an earlier worker. */
const POLL_MS = 25;

/**
 * Records this process as the worker of a host, after an earlier one has ended.
 *
 * The host connects again after a lost connection. The earlier worker may still have messages that were sent before: it must
 * not carry them out after the host has looked at the files.
 *
 * @param folder - an existing folder that only this user can write
 * @returns a function that removes the record
 */
export async function claimSession(folder: string, session: string): Promise<() => Promise<void>> {
  const path = join(folder, session);
  const recorded = await readFile(path, "utf8").catch(() => undefined);
  if (recorded !== undefined) await endWorker(recorded);
  const own = `${process.pid} ${await startOf(process.pid)}`;
  await writeFile(path, own, { mode: 0o600 });
  return async () => {
    const now = await readFile(path, "utf8").catch(() => undefined);
    if (now === own) await rm(path, { force: true });
  };
}

async function endWorker(recorded: string): Promise<void> {
  const space = recorded.indexOf(" ");
  const [pid, start] = [Number(recorded.slice(0, space)), recorded.slice(space + 1)];
  // The number of a process that has ended may belong to another one by now.
  const isAlive = async () =>
    Number.isSafeInteger(pid) && pid > 1 && pid !== process.pid && (await startOf(pid)) === start;
  if (await isEnded(isAlive, GRACE_MS)) return;
  process.kill(pid, "SIGKILL");
  if (!(await isEnded(isAlive, KILLED_MS)))
    throw new Error(`The earlier worker, process ${pid}, still runs. Connect again when it has ended.`);
}

async function isEnded(isAlive: () => Promise<boolean>, withinMs: number): Promise<boolean> {
  const deadline = performance.now() + withinMs;
  while (await isAlive()) {
    if (performance.now() > deadline) return false;
    await new Promise((resolve) => setTimeout(resolve, POLL_MS));
  }
  return true;
}

/** Returns the time at which a process started, as the system writes it; `undefined` if there is no such process. */
async function startOf(pid: number): Promise<string | undefined> {
  if (process.platform === "linux") {
    const stat = await readFile(`/proc/${pid}/stat`, "utf8").catch(() => undefined);
    // The name of the program is in parentheses and may contain spaces.
    const fields = stat?.slice(stat.lastIndexOf(")") + 2).split(" ");
    // A zombie carries out nothing.
    return fields === undefined || fields[0] === "Z" ? undefined : fields[19];
  }
  const listed = await promisify(execFile)("ps", ["-o", "lstart=", "-p", String(pid)]).catch(() => undefined);
  return listed?.stdout.trim() || undefined;
}
