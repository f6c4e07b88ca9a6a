import { mkdir, mkdtemp, realpath, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { createToolRuntime, type ToolResult, type ToolRuntimeOptions } from "collet";
import { type ShellCommands, shellCommands } from "./shell-commands.js";

/** A runtime of JavaScript as the programs of the suite start it. */
export interface Machine {
  readonly program: string;
  /** Parameters before the path of a program. */
  readonly parameters: readonly string[];
  /** Factor for the time limits. Default: 1. */
  readonly slowness?: number;
  /** The shell of commands. Default: bash. */
  readonly shell?: "cmd";
}

/** A folder in which one behaviour is shown. */
export interface Bench {
  /** Absolute, without symlinks. */
  readonly folder: string;
  /** The folder with the bundled programs and their packages. */
  readonly programs: string;
  readonly machine: Machine;
  /** Commands in the language of the shell. */
  readonly commands: ShellCommands;
  /** Writes files, by their paths in the folder. */
  write(files: Readonly<Record<string, string>>): Promise<void>;
  /** Returns the absolute path of a file in the folder. */
  at(path: string): string;
  /** Runs one call with permission in the local backend; throws unless it succeeds. */
  call(name: string, input: object): Promise<ToolResult>;
  /** Creates a runtime, which is disposed after the behaviour. */
  runtime(options?: ToolRuntimeOptions): ReturnType<typeof createToolRuntime>;
}

/** One row of the table: a thing that works on every runtime. */
export interface Behaviour {
  readonly name: string;
  /** The reasons why it is not shown on some platforms. */
  readonly notOn?: Partial<Record<NodeJS.Platform, string | undefined>>;
  /** Whether it uses the shell that a host without options has. Default: false. */
  readonly usesUsualShell?: boolean;
  show(bench: Bench): Promise<void>;
}

/** A bench and its disposal. */
export interface OwnedBench {
  readonly bench: Bench;
  dispose(): Promise<void>;
}

/** Creates a bench in a new temporary folder. */
export async function createBench(programs: string, machine: Machine): Promise<OwnedBench> {
  const folder = await realpath(await mkdtemp(join(tmpdir(), "collet-portability-")));
  const stateDirectory = join(folder, "..", `${folder.slice(folder.lastIndexOf("collet-"))}-state`);
  const runtimes: ReturnType<typeof createToolRuntime>[] = [];
  const runtime = (options: ToolRuntimeOptions = {}) => {
    const shell = machine.shell && options.backend === undefined ? { shell: { program: machine.shell } } : {};
    const created = createToolRuntime({ cwd: folder, stateDirectory, ...shell, ...options });
    runtimes.push(created);
    return created;
  };
  let shared: ReturnType<typeof createToolRuntime> | undefined;
  return {
    bench: {
      folder,
      programs,
      machine,
      commands: shellCommands(machine),
      runtime,
      at: (path) => join(folder, path),
      async write(files) {
        for (const [path, text] of Object.entries(files)) {
          await mkdir(dirname(join(folder, path)), { recursive: true });
          await writeFile(join(folder, path), text);
        }
      },
      async call(name, input) {
        shared ??= runtime({ permissions: "allow-all" });
        const [result] = await shared.executeBatch([{ id: "1", name, input }]);
        if (result?.status !== "done") throw new Error(`${name}: ${result?.status}: ${textOf(result)}`);
        return result;
      },
    },
    async dispose() {
      for (const created of runtimes) await created[Symbol.asyncDispose]();
      // Windows keeps the folder of a process that was ended until it is gone.
      const options = { recursive: true, force: true, maxRetries: 20, retryDelay: 100 } as const;
      await rm(folder, options);
      await rm(stateDirectory, options);
    },
  };
}

/** Returns the text of a result's content. */
export function textOf(result: ToolResult | undefined): string {
  return (result?.content ?? []).map((part) => (part.type === "text" ? part.text : "")).join("");
}
