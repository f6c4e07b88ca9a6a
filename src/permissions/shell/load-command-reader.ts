import { type CommandReader, possibleCommands } from "../commands/index.js";

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
  loading ??= loadParsedReader().catch(() => withoutParser);
  return loading;
}

/** The parser and the tables of programs are loaded together: a process that runs no command needs neither. */
async function loadParsedReader(): Promise<CommandReader> {
  const [parser, { parsedCommandReader }] = await Promise.all([
    import("unbash"),
    import("./parsed-command-reader.js"),
  ]);
  return parsedCommandReader(parser);
}

function withoutParser(command: string) {
  const problem = "the shell parser could not be loaded";
  return { possible: [...possibleCommands(command).possible], unreadable: problem, unknownPaths: problem };
}
