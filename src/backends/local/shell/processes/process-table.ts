import { readdir, readFile } from "node:fs/promises";

/** Files of `/proc` read at once. */
const CONCURRENCY = 32;

/** Processes of which a file of `/proc` says something; those that are gone or belong to others are passed over. */
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
 * Processes that were started with a text in their environment. Linux only.
 *
 * @param onFound - called at once for each: what forks all the time must not get the time of a whole look
 */
export function processesWithEnvironment(text: string, onFound?: (pid: number) => void): Promise<number[]> {
  return processesWhere("environ", (content) => content.includes(text), onFound);
}

/**
 * Processes of a group that still run. Linux only.
 *
 * A signal to a group reaches its zombies as well, so it cannot tell whether anything is left: where the first process of a
 * container does not collect them, zombies stay for ever.
 */
export function runningInGroup(group: number): Promise<number[]> {
  return processesWhere("stat", (content) => {
    // `pid (name) state parent group ...`, and the name may hold anything, also brackets.
    const text = content.toString("latin1");
    const [state, , itsGroup] = text.slice(text.lastIndexOf(")") + 2).split(" ");
    return itsGroup === String(group) && state !== "Z" && state !== "X";
  });
}
