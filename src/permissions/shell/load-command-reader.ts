import { type CommandReader, possibleCommands } from "../commands/index.js";
import { parsedCommandReader } from "./parsed-command-reader.js";

let loading: Promise<CommandReader> | undefined;

/**
 * Loads the reader that parses commands with `unbash`. The parser is loaded on first use, which takes about 30 ms, and kept.
 *
 * Never rejects. If the parser cannot be loaded, the reader is certain of no command, so that every command asks.
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
  return { possible: [...possibleCommands(command).possible], unreadable: problem, unknownPaths: problem };
}
