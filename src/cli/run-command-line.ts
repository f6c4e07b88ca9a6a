import { Command, CommanderError } from "commander";
import { describeThrown } from "../contract/index.js";
import { callCommand } from "./call-command.js";
import type { CommandLineStreams, Subcommand } from "./command-line-streams.js";
import { completionCommand } from "./completion-command.js";
import { configCommand } from "./config-command.js";
import { devtoolsCommand } from "./devtools-command.js";
import { EXIT_CODES, UsageError } from "./exit-code.js";
import { mcpCommand } from "./mcp-command.js";
import { ownVersion } from "./own-version.js";
import { onOneLine } from "./printable.js";
import { replayCommand } from "./replay-command.js";
import { serveCommand } from "./serve/index.js";
import { toolsCommand } from "./tools-command.js";

/** Every subcommand, in the order of the help. */
const SUBCOMMANDS: readonly Subcommand[] = [
  toolsCommand,
  callCommand,
  mcpCommand,
  replayCommand,
  serveCommand,
  configCommand,
  devtoolsCommand,
  completionCommand,
];

/**
 * Runs one command line and returns its exit code: 0 done, 1 the call failed, 2 the command line is wrong, 3 rejected
 * or without an approver, 130 interrupted.
 *
 * @param args - without the names of Node and of the script
 */
export async function runCommandLine(args: readonly string[], streams: CommandLineStreams): Promise<number> {
  let exitCode: number = EXIT_CODES.done;
  const end = (code: number): void => {
    exitCode = code;
  };
  const program = new Command("collet")
    .description("The tool runtime for coding agents, from a shell.")
    .version(ownVersion())
    .exitOverride()
    .showHelpAfterError("(use --help for more)")
    .configureOutput({
      writeOut: (text) => void streams.stdout.write(text),
      writeErr: (text) => void streams.stderr.write(text),
    });
  for (const subcommand of SUBCOMMANDS) subcommand.addTo(program, { streams, end });
  try {
    await program.parseAsync([...args], { from: "user" });
    return exitCode;
  } catch (error) {
    if (error instanceof CommanderError) return error.exitCode === 0 ? EXIT_CODES.done : EXIT_CODES.usage;
    streams.stderr.write(`collet: ${onOneLine(describeThrown(error))}\n`);
    return error instanceof UsageError ? EXIT_CODES.usage : EXIT_CODES.failed;
  }
}
