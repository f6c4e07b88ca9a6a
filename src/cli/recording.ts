import { resolve } from "node:path";
import { describeThrown } from "../contract/index.js";
import type { Plugin } from "../runtime/index.js";
import type { CommandLineStreams } from "./command-line-streams.js";

/** The recording of a command. */
export interface CommandRecording extends AsyncDisposable {
  /** Records the runtime that is created with it; empty without a recording. */
  readonly plugins: readonly Plugin[];
}

/** Starts the recording of `--record`; without the option it records nothing. A file that cannot be written ends with a warning. */
export async function startRecording(
  file: string | undefined,
  { cwd, stderr }: Pick<CommandLineStreams, "cwd" | "stderr">,
): Promise<CommandRecording> {
  if (file === undefined) return { plugins: [], async [Symbol.asyncDispose]() {} };
  const { createDevtools } = await import("../devtools/index.js");
  const path = resolve(cwd, file);
  const devtools = createDevtools({ recordTo: path });
  return {
    plugins: [devtools.plugin],
    [Symbol.asyncDispose]: () =>
      devtools.close().catch((error: unknown) => {
        stderr.write(`--record: ${path} could not be written: ${describeThrown(error)}\n`);
      }),
  };
}
