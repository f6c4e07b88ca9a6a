import { spawnSync } from "node:child_process";
import { mkdtempSync, readFileSync, realpathSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createToolRuntime, type ToolRuntimeOptions } from "../src/index.js";
import { loadCommandReader } from "../src/permissions/index.js";

/** One logged command: a line of a JSON Lines file. */
interface LoggedCommand {
  readonly command: string;
  /** The number of times that the log contains it. Default: 1. */
  readonly count?: number;
  /** The absolute folder that it ran in; the scratch folder takes the place of all such folders. Default: `/project`. */
  readonly cwd?: string | null;
}

/** Number of commands that are judged together. */
const BATCH = 500;

/** Number of readings of a slow command. */
const READINGS = 5;

const USAGE = `usage: unasked-share FILE... [--inside PATH]... [--asked N]

Prints the share of logged commands that run without a question, by default, in a trusted folder and in a sandbox.
Each line of a file is a JSON object: command, and optionally count and cwd. --inside names another folder of the project in
the commands; --asked N also prints N commands that ask.`;

function readLog(file: string): readonly LoggedCommand[] {
  return readFileSync(file, "utf8")
    .split("\n")
    .filter((line) => line.trim() !== "")
    .map((line) => JSON.parse(line) as LoggedCommand);
}

/** Returns for each command whether it runs without a question. */
async function unasked(
  commands: readonly string[],
  folder: string,
  options: Pick<ToolRuntimeOptions, "permissions" | "shell">,
): Promise<readonly boolean[]> {
  await using runtime = createToolRuntime({ cwd: folder, ...options });
  const allowed: boolean[] = [];
  for (let start = 0; start < commands.length; start += BATCH) {
    const calls = commands
      .slice(start, start + BATCH)
      .map((cmd, index) => ({ id: `${start + index}`, name: "Bash", input: { cmd } }));
    const plan = await runtime.plan(calls);
    for (const { decision } of plan.calls) allowed.push(decision?.verdict === "allow");
  }
  return allowed;
}

/** Returns the time in milliseconds that the reader takes for the slowest command, and that command. */
async function slowest(
  commands: readonly string[],
): Promise<{ readonly ms: number; readonly length: number }> {
  const read = await loadCommandReader();
  for (const command of commands.slice(0, BATCH)) read(command);
  let worst = { ms: 0, length: 0 };
  for (const command of commands) {
    // The least of some readings: other programs of the machine and garbage collections are not the reader's.
    let ms = Number.POSITIVE_INFINITY;
    for (let run = 0; run < READINGS && ms > worst.ms; run += 1) {
      const started = performance.now();
      read(command);
      ms = Math.min(ms, performance.now() - started);
    }
    if (ms > worst.ms) worst = { ms, length: command.length };
  }
  return worst;
}

async function main(words: readonly string[]): Promise<number> {
  const files: string[] = [];
  const inside: string[] = [];
  let shown = 0;
  for (let index = 0; index < words.length; index += 1) {
    const word = words[index] ?? "";
    const value = words[index + 1];
    if (word === "--asked" || word === "--inside") index += 1;
    if (word === "--asked") shown = Number(value);
    else if (word === "--inside" && value !== undefined) inside.push(value);
    else files.push(word);
  }
  if (files.length === 0 || Number.isNaN(shown)) {
    console.error(USAGE);
    return 2;
  }
  const folder = realpathSync(mkdtempSync(join(tmpdir(), "collet-share-")));
  spawnSync("git", ["init", "--quiet", folder]);
  try {
    for (const file of files) {
      const log = readLog(file);
      const places = [...new Set([...inside, ...log.map(({ cwd }) => cwd ?? "/project")])].sort(
        (a, b) => b.length - a.length,
      );
      const commands = log.map(({ command }) =>
        places.reduce((text, place) => text.replaceAll(place, folder), command),
      );
      const counts = log.map(({ count = 1 }) => count);
      const total = counts.reduce((sum, count) => sum + count, 0);
      const share = (allowed: readonly boolean[]) =>
        `${((100 * counts.reduce((sum, count, index) => sum + (allowed[index] === true ? count : 0), 0)) / total).toFixed(1)} %`;
      const trusted = await unasked(commands, folder, { permissions: { trustedFolders: ["."] } });
      const sandboxed = await unasked(commands, folder, {
        permissions: { trustedFolders: ["."], autoAllow: "sandboxed" },
        shell: { sandbox: "require", network: "off" },
      });
      const { ms, length } = await slowest(commands);
      console.log(`${file}: ${total} commands`);
      console.log(`  unasked by default        ${share(await unasked(commands, folder, {}))}`);
      console.log(`  unasked in trustedFolders ${share(trusted)}`);
      console.log(`  unasked in a sandbox      ${share(sandboxed)}`);
      console.log(`  slowest reading           ${ms.toFixed(1)} ms (${length} characters)`);
      const asked = commands.filter((_, index) => trusted[index] === false);
      for (const command of asked.slice(0, shown)) console.log(`  asks: ${JSON.stringify(command)}`);
    }
    return 0;
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

process.exitCode = await main(process.argv.slice(2));
