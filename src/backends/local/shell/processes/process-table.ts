import { readdir, readFile } from "node:fs/promises";

/** Files of `/proc` read concurrently. */
const CONCURRENCY = 32;

/**
 * Returns the processes whose file in `/proc` satisfies a test; skips those that are gone or belong to other
 * users.
 */
async function processesWhere(
  file: string,
  holds: (content: Buffer) => boolean,
  onFound: (pid: number) => void = () => {},
): Promise<number[]> {
  const names = await readdir("/proc").catch(() => []);
  const pids = names.filter((name) => /^\d+$/.test(name)).map(Number);
  const found: number[] = [];
  for (let start = 0; start < pids.length; start += CONCURRENCY) {
    await Promise.all(
      pids.slice(start, start + CONCURRENCY).map(async (pid) => {
        if (pid === process.pid) return;
        const content = await readFile(`/proc/${pid}/${file}`).catch(() => undefined);
        if (content === undefined || !holds(content)) return;
        found.push(pid);
        onFound(pid);
      }),
    );
  }
  return found;
}

/**
 * Returns the processes that were started with a text in their environment. Linux only.
 *
 * @param onFound - called at once for each, so that a forking process does not gain the time of a whole scan
 */
export function processesWithEnvironment(text: string, onFound?: (pid: number) => void): Promise<number[]> {
  return processesWhere("environ", (content) => content.includes(text), onFound);
}

/**
 * Returns the running processes of a group. Linux only.
 *
 * A signal to a group also reaches its zombies, so it cannot tell whether anything is left: if the first
 * process of a container does not collect them, zombies stay forever.
 */
export function runningInGroup(group: number): Promise<number[]> {
  return processesWhere("stat", (content) => {
    // `pid (name) state parent group ...`; the name may contain anything, even brackets.
    const text = content.toString("latin1");
    const [state, , itsGroup] = text.slice(text.lastIndexOf(")") + 2).split(" ");
    return itsGroup === String(group) && state !== "Z" && state !== "X";
  });
}
