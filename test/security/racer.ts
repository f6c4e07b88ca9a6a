import { spawn } from "node:child_process";
import { once } from "node:events";
import type { World } from "./world.js";

/** Milliseconds that a race is run: hundreds of calls. */
export const RACE_MS = 700;

/** Attempts that are enough: a check followed by an open by path loses one of 20 to 60 of them. */
export const RACE_ATTEMPTS = 250;

/** Milliseconds within which a check followed by an open by path must have lost a race; it loses within the first few hundred. */
export const CONTROL_RACE_MS = 8_000;

// Plain JavaScript in an argument: it is at work a few milliseconds after it was asked for. It ends with its input.
const SWAP = `
  const { renameSync } = require("node:fs");
  const [path, link] = process.argv.slice(1);
  const aside = path + ".aside";
  process.stdin.on("end", () => process.exit(0)).resume();
  let made = 0;
  // For a moment nothing has the name; whoever makes a folder then has it put away.
  const take = (from) => {
    try {
      renameSync(from, path);
    } catch {
      renameSync(path, path + ".made" + (made += 1));
      renameSync(from, path);
    }
  };
  const turn = () => {
    for (let times = 0; times < 200; times += 1) {
      renameSync(path, aside);
      take(link);
      renameSync(path, link);
      take(aside);
    }
    setImmediate(turn);
  };
  process.stdout.write("ready");
  turn();
`;

/**
 * Has another process swap a folder and a symlink to somewhere else, thousands of times a second, while an attempt is made
 * again and again for some time, or until one answers `"lost"` or `"enough"`. At the end the folder is where it was.
 *
 * Gives the number of attempts.
 *
 * @param swapped.path - the folder that is swapped with the symlink beside it, `<path>.link`
 */
export async function race(
  world: World,
  swapped: { readonly path: string; readonly limitMs: number },
  work: () => Promise<"lost" | "enough" | undefined>,
): Promise<number> {
  const folder = world.path(swapped.path);
  const racer = spawn(process.execPath, ["-e", SWAP, folder, `${folder}.link`], {
    stdio: ["pipe", "pipe", "inherit"],
  });
  const closed = once(racer, "close");
  let attempts = 0;
  try {
    await once(racer.stdout, "data");
    for (const end = performance.now() + swapped.limitMs; performance.now() < end; ) {
      attempts += 1;
      if ((await work()) !== undefined) break;
    }
  } finally {
    racer.stdin.end();
  }
  const [exitCode] = await closed;
  if (exitCode !== 0) throw new Error("The process that swaps ended before the race did.");
  return attempts;
}
