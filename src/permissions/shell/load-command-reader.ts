import { type CommandReader, possibleCommands } from "../commands/index.js";
import { parsedCommandReader } from "./parsed-command-reader.js";

let loading: Promise<CommandReader> | undefined;

/**
 * Loads the reader that parses commands with `unbash`: the parser is loaded on first use, about 30 ms, and kept.
 *
 * Never rejects. Where the parser cannot be loaded, the reader is certain of nothing, so that every command is asked about.
 *
 * @example
 * const readCommand = await loadCommandReader();
 * judge(request, rules, { readCommand });
 */
export function loadCommandReader(): Promise<CommandReader> {
  loading ??= import("unbash").then(parsedCommandReader, () => withoutParser);
  return loading;
}

function withoutParser(command: string) {
  const problem = "the shell parser could not be loaded";
  return { ...possibleCommands(command), unreadable: problem, unknownPaths: problem };
}
