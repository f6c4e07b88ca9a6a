import { spawn } from "node:child_process";
import { once } from "node:events";
import type { World } from "./world.js";

/** Milliseconds that a race is run. A check followed by an open by path loses within the first few hundred. */
export const RACE_MS = 700;

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
 * again and again for {@link RACE_MS}, or until one answers `"lost"`. At the end the folder is where it was.
 *
 * @param path - the folder that is swapped with the symlink beside it, `<path>.link`
 */
export async function race(
  world: World,
  path: string,
  work: () => Promise<"lost" | undefined>,
): Promise<number> {
  const folder = world.path(path);
  const racer = spawn(process.execPath, ["-e", SWAP, folder, `${folder}.link`], {
    stdio: ["pipe", "pipe", "inherit"],
  });
  const closed = once(racer, "close");
  let attempts = 0;
  try {
    await once(racer.stdout, "data");
    for (const end = performance.now() + RACE_MS; performance.now() < end; ) {
      attempts += 1;
      if ((await work()) === "lost") break;
    }
  } finally {
    racer.stdin.end();
  }
  const [exitCode] = await closed;
  if (exitCode !== 0) throw new Error("The process that swaps ended before the race did.");
  return attempts;
}
