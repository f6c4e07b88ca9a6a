import { resolve } from "node:path";
import { MAX_TIMER_DELAY_MS } from "../values/index.js";
import type { CommandLineStreams, Subcommand } from "./command-line-streams.js";
import { EXIT_CODES } from "./exit-code.js";
import {
  addHostOptions,
  addPortOption,
  type HostArguments,
  openRuntime,
  untilAborted,
} from "./host/index.js";
import { onOneLine } from "./printable.js";

interface DevtoolsCommandOptions extends HostArguments {
  readonly port?: number;
  readonly record?: string;
}

const EXAMPLES = `
Examples:
  collet devtools                  every tool as a form, run in this folder
  collet devtools run.jsonl        a recorded run (collet mcp --record run.jsonl)`;

/** The subcommand `collet devtools`: shows a recording, or runs the tools of a folder from a page. */
export const devtoolsCommand: Subcommand = {
  addTo(program, { streams, end }) {
    const command = program
      .command("devtools")
      .description("show a recorded run, or run tools, on a page that only this machine can open")
      .argument("[recording]", "file of --record; without it the page runs the tools in the folder");
    addPortOption(addHostOptions(command), "port of the page (default: a free one)")
      .option("--record <file>", "record the runs of the page to a file")
      .addHelpText("after", EXAMPLES)
      .action(async (recording: string | undefined, options: DevtoolsCommandOptions) => {
        if (recording === undefined) await serveTools(options, streams);
        else await serveRecording(resolve(streams.cwd, recording), options, streams);
        end(EXIT_CODES.done);
      });
  },
};

async function serveRecording(
  path: string,
  { port }: DevtoolsCommandOptions,
  streams: CommandLineStreams,
): Promise<void> {
  const { readRecording, serveLog } = await import("../devtools/index.js");
  const { log, skippedLines } = await readRecording(path);
  if (skippedLines > 0) {
    streams.stderr.write(`${onOneLine(path)}: ${skippedLines} lines are not records and were skipped.\n`);
  }
  await using page = await serveLog(log, { port });
  await announce(page.url, streams);
}

async function serveTools(
  { port, record, ...options }: DevtoolsCommandOptions,
  streams: CommandLineStreams,
): Promise<void> {
  const { createDevtools } = await import("../devtools/index.js");
  await using devtools = createDevtools({
    recordTo: record && resolve(streams.cwd, record),
  });
  const { plugin, onApproval } = devtools;
  await using runtime = await openRuntime(options, { streams, onApproval, plugins: [plugin] });
  const { url } = await devtools.serve(runtime, { port });
  await announce(url, streams);
}

/** Prints the address and waits for Ctrl-C. */
async function announce(url: string, { stdout, signal }: CommandLineStreams): Promise<void> {
  stdout.write(`${url}\nPress Ctrl-C to end.\n`);
  // The page does not keep the process alive.
  const keepAlive = setInterval(() => {}, MAX_TIMER_DELAY_MS);
  await untilAborted(signal);
  clearInterval(keepAlive);
}
