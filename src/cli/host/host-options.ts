import { statSync } from "node:fs";
import { resolve } from "node:path";
import { type Command, InvalidArgumentError, Option } from "commander";
import type { ApprovalHandler } from "../../contract/index.js";
import { type ConnectingToolRuntime, createToolRuntime } from "../../create-tool-runtime.js";
import { PERMISSION_PRESETS, type PermissionPreset } from "../../permissions/index.js";
import type { Plugin } from "../../runtime/index.js";
import { wildcard } from "../../text/index.js";
import {
  toolsetNamed as namedToolset,
  TOOLSETS,
  type Toolset,
  type ToolsetName,
} from "../../toolsets/index.js";
import { withoutUndefined } from "../../values/index.js";
import type { CommandLineStreams } from "../command-line-streams.js";
import { UsageError } from "../exit-code.js";
import { onOneLine } from "../printable.js";
import { readPermissions } from "./rules-file.js";

/** The highest TCP port. */
const MAX_PORT = 65_535;

/** The options that every subcommand with a runtime shares. */
export interface HostArguments {
  readonly toolset: string;
  readonly cwd?: string;
  /** Another name of `cwd`. */
  readonly root?: string;
  readonly permissions?: PermissionPreset;
  readonly rules?: string;
  readonly tools?: readonly string[];
  readonly discover?: readonly string[];
}

/** Settings of {@link openRuntime} that a user does not set. */
export interface OpenRuntimeOptions {
  readonly streams: CommandLineStreams;
  readonly onApproval?: ApprovalHandler | undefined;
  /** `false` when the runtime ends after one call: an approved language server would be started for nothing. */
  readonly diagnosticsBudgetMs?: false;
  readonly plugins?: readonly Plugin[];
}

/** Adds the options of {@link HostArguments} to a subcommand. */
export function addHostOptions(command: Command): Command {
  return command
    .addOption(toolsetOption())
    .option("--cwd <folder>", "folder that relative paths start at and tools stay in")
    .addOption(new Option("--root <folder>", "the same as --cwd").hideHelp())
    .addOption(
      new Option("--permissions <preset>", 'what may run without a question (default: "default")').choices([
        ...PERMISSION_PRESETS,
      ]),
    )
    .option("--rules <file>", "JSON file with permission rules, which are added to the preset")
    .option("--tools <glob...>", "offer only the tools with these names, such as Read 'mcp__*'")
    .option("--discover <folder...>", "also load the tools of these folders; loading runs their files");
}

/** Adds the option `--port`. */
export function addPortOption(command: Command, description: string, flags = "--port <port>"): Command {
  return command.option(flags, description, (text: string) => {
    const port = Number(text);
    if (/^\d+$/.test(text) && port <= MAX_PORT) return port;
    throw new InvalidArgumentError(`It must be a number from 0 to ${MAX_PORT}.`);
  });
}

/** Resolves when the user interrupts the command; it does not keep the process alive. */
export async function untilAborted(signal: AbortSignal): Promise<void> {
  if (signal.aborted) return;
  await new Promise<void>((done) => signal.addEventListener("abort", () => done(), { once: true }));
}

/** Adds the option `--record`. */
export function addRecordOption(command: Command): Command {
  return command.option("--record <file>", "record the run to a file, which collet devtools shows");
}

/** Adds the option `--yes`. */
export function addYesOption(command: Command): Command {
  return command.option("-y, --yes", "answer every question with yes; denied calls stay denied");
}

/**
 * Returns the absolute folder of `--cwd` or `--root`, by default the one that the command was started in.
 *
 * @throws UsageError for a path that is not a folder, and for two different folders
 */
export function folderOf(
  { cwd, root }: Pick<HostArguments, "cwd" | "root">,
  streams: Pick<CommandLineStreams, "cwd">,
): string {
  if (cwd !== undefined && root !== undefined && resolve(streams.cwd, cwd) !== resolve(streams.cwd, root)) {
    throw new UsageError("--cwd and --root are two names of one option: use only one of them.");
  }
  const given = cwd ?? root;
  if (given === undefined) return streams.cwd;
  const folder = resolve(streams.cwd, given);
  const problem = folderProblem(folder);
  const option = cwd === undefined ? "--root" : "--cwd";
  if (problem !== undefined) throw new UsageError(`${option}: ${folder} ${problem}.`);
  return folder;
}

/**
 * Creates the runtime that the options describe, with the tools of the folders of `--discover`.
 *
 * Files that could not be loaded are named on the standard error. The user named these folders, so no question is asked.
 *
 * @throws UsageError for a folder or file that does not exist, a wrong rule, and a name that no tool has
 */
export async function openRuntime(
  options: HostArguments,
  { streams, onApproval, diagnosticsBudgetMs, plugins = [] }: OpenRuntimeOptions,
): Promise<ConnectingToolRuntime> {
  const folders = (options.discover ?? []).map((folder) => resolve(streams.cwd, folder));
  for (const folder of folders) {
    const problem = folderProblem(folder);
    if (problem !== undefined) throw new UsageError(`--discover: ${folder} ${problem}.`);
  }
  const cwd = folderOf(options, streams);
  const rulesFile = options.rules === undefined ? undefined : resolve(streams.cwd, options.rules);
  const runtime = createToolRuntime({
    cwd,
    toolset: toolsetNamed(options.toolset),
    permissions: await readPermissions({ preset: options.permissions, rulesFile }),
    plugins,
    ...withoutUndefined({ diagnosticsBudgetMs, onApproval }),
  });
  try {
    for (const folder of folders) await discover(runtime, folder, streams);
    if (options.tools !== undefined) keepTools(runtime, options.tools);
    return runtime;
  } catch (error) {
    await runtime[Symbol.asyncDispose]();
    throw error;
  }
}

async function discover(
  runtime: ConnectingToolRuntime,
  folder: string,
  { stderr, signal }: CommandLineStreams,
): Promise<void> {
  const { tools, problems } = await runtime.discover(folder, { trust: "trusted", signal });
  for (const { file, reason } of problems) stderr.write(`${onOneLine(`${file}: ${reason}`)}\n`);
  if (tools.length === 0 && problems.length === 0) {
    stderr.write(
      `${onOneLine(`--discover: ${folder} has no tools. Modules belong in its folders tool or tools, programs in toolbox.`)}\n`,
    );
  }
}

/** Removes all tools whose names match none of the patterns. */
function keepTools({ registry }: ConnectingToolRuntime, patterns: readonly string[]): void {
  const all = registry.list();
  const kept = new Set<unknown>();
  for (const pattern of patterns) {
    const matches = wildcard(pattern);
    const found = all.filter((tool) => registry.names(tool).some(matches));
    if (found.length === 0) {
      const names = all.map(({ name }) => name).join(", ");
      throw new UsageError(`--tools: no tool is named ${JSON.stringify(pattern)}. There are: ${names}.`);
    }
    for (const tool of found) kept.add(tool);
  }
  for (const tool of all) if (!kept.has(tool)) registry.unregister(tool);
}

function folderProblem(path: string): string | undefined {
  try {
    const stats = statSync(path, { throwIfNoEntry: false });
    if (stats === undefined) return "does not exist";
    return stats.isDirectory() ? undefined : "is not a folder";
  } catch (error) {
    return `cannot be read: ${(error as NodeJS.ErrnoException).code ?? String(error)}`;
  }
}

/** Returns the option `--toolset <name>`. */
function toolsetOption(): Option {
  const names = Object.keys(TOOLSETS);
  return new Option("--toolset <name>", "toolset to use").choices(names).default(names[0]);
}

/** Returns the toolset that `--toolset` names; the option has checked it. */
function toolsetNamed(name: string): Toolset {
  return namedToolset(name as ToolsetName);
}
