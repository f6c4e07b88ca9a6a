import { spawnSync } from "node:child_process";
import { existsSync, mkdirSync } from "node:fs";
import { join, resolve } from "node:path";
import type { Machine } from "../../test/portability/behaviour.js";
import { findWineMachine, WINE_MACHINE } from "./wine/find-wine-machine.js";

/** Folder of the installed runtimes. */
const CACHE = resolve(import.meta.dirname, "../../node_modules/.cache/collet-machines");

/** Milliseconds after which the installation of one runtime is ended. */
const INSTALL_LIMIT_MS = 30_000;

/** A runtime to test, by its package on npm. */
interface Wanted {
  readonly name: string;
  /** Package and version, as for `npm install`. */
  readonly specifier: string;
  /** The program in the package's folder. */
  readonly program: string;
  readonly parameters: readonly string[];
}

/** Start of a runtime that runs in another system than this script. */
export interface MachineHost {
  /** The program of this system that starts it, with its parameters. */
  readonly start: readonly [program: string, ...parameters: string[]];
  readonly environment: NodeJS.ProcessEnv;
  /** Returns a path of this system in the notation of the other one. */
  readonly pathOf: (path: string) => string;
  /** The temporary folder of the other system, in the notation of this one. */
  readonly temporaryFolder: string;
  /** Ends everything that still runs in it. */
  readonly end: () => void;
}

/** A runtime that can be started, or the reason why it cannot. */
export type FoundMachine = { readonly name: string } & (
  | { readonly machine: Machine; readonly version: string; readonly host?: MachineHost }
  | { readonly missing: string }
);

const OS = { linux: "linux", darwin: "darwin", win32: "windows" }[process.platform as string];
const SUFFIX = process.platform === "win32" ? ".exe" : "";

function node(major: number): Wanted {
  const os = process.platform === "win32" ? "win" : process.platform;
  return {
    name: `Node ${major}`,
    specifier: `node-${os}-${process.arch}@${major}`,
    program: `bin/node${SUFFIX}`,
    parameters: [],
  };
}

const BUN_ARCH = process.arch === "arm64" ? "aarch64" : "x64-baseline";
const DENO_PLATFORM = { linux: `linux-${process.arch}-glibc`, darwin: `darwin-${process.arch}` };

const WANTED: readonly Wanted[] = [
  ...[20, 22, 24, 26].map(node),
  { name: "Bun", specifier: `@oven/bun-${OS}-${BUN_ARCH}@1`, program: `bin/bun${SUFFIX}`, parameters: [] },
  {
    name: "Deno",
    specifier: `@deno/${DENO_PLATFORM[process.platform as "linux"] ?? `win32-${process.arch}`}@2`,
    program: `deno${SUFFIX}`,
    parameters: ["run", "--allow-all"],
  },
];

/**
 * Returns the runtimes of the table. Each comes from npm, into a folder of the cache; it is installed there if that is asked and the
 * registry answers in time. The running Node takes the place of its version. On Linux, Windows' Node in Wine is one of them.
 *
 * @param chosen - the beginning of the names of those that are wanted. Default: all
 */
export function findMachines(isInstalling: boolean, chosen = ""): readonly FoundMachine[] {
  let installs = isInstalling;
  const runtimes = WANTED.filter(({ name }) => name.startsWith(chosen)).map((wanted) => {
    const found = findMachine(wanted, installs);
    // Without a network each attempt would take its whole time.
    if ("missing" in found) installs = false;
    return found;
  });
  return WINE_MACHINE.startsWith(chosen) ? [...runtimes, findWineMachine(CACHE, installs)] : runtimes;
}

function findMachine(wanted: Wanted, isInstalling: boolean): FoundMachine {
  const { name, specifier, parameters } = wanted;
  const folder = join(CACHE, name.replace(" ", "-"));
  const packageName = specifier.slice(0, specifier.lastIndexOf("@"));
  const installed = join(folder, "node_modules", packageName, wanted.program);
  const program = name === `Node ${process.versions.node.split(".")[0]}` ? process.execPath : installed;
  if (!existsSync(program)) {
    if (!isInstalling) return { name, missing: "not installed (npm run test:machines -- --install)" };
    mkdirSync(folder, { recursive: true });
    const flags = [
      "--ignore-scripts",
      "--no-audit",
      "--no-fund",
      "--no-save",
      "--fetch-retries=0",
      "--force",
    ];
    spawnSync("npm", ["install", "--prefix", folder, ...flags, specifier], {
      timeout: INSTALL_LIMIT_MS,
      shell: process.platform === "win32",
    });
    if (!existsSync(program)) return { name, missing: `${specifier} could not be installed` };
  }
  const { stdout, status } = spawnSync(program, ["--version"], { encoding: "utf8" });
  if (status !== 0) return { name, missing: `${program} does not start` };
  const version = /\d+\.\d+\.\d+/.exec(stdout)?.[0] ?? "unknown";
  return { name, machine: { program, parameters }, version };
}
