import {
  type CertainCommand,
  type CommandPath,
  type CommandReader,
  type CommandReading,
  MAX_PARSED_LENGTH,
  MAX_PATHS,
  MAX_SEPARATORS,
  MAX_SUBSTITUTIONS,
  possibleCommands,
  withBesides,
} from "../commands/index.js";
import { type Certainty, certainCommands } from "./certain-commands.js";
import { type CommandFacts, commandFacts, TOO_MANY_PATHS } from "./command-facts.js";
import { mergedPath } from "./merged-path.js";
import type { ShellParser } from "./parsed-script.js";
import { folderChange } from "./working-folders.js";

/**
 * Makes a reader over a parser.
 *
 * What it is certain of was read twice in the same way, by characters and by the parser; what may be a command is whatever
 * the parser or a generous search of the text finds. What cannot be parsed, or is longer than 10,000 characters, is
 * certain in nothing.
 */
export function parsedCommandReader(parser: ShellParser): CommandReader {
  return (command) => {
    const loose = possibleCommands(command);
    if (command.length > MAX_PARSED_LENGTH) return unknown(loose, "it is too long");
    if (hasTooMany(command, SEPARATOR, MAX_SEPARATORS)) return unknown(loose, "it has too many commands");
    if (hasTooMany(command, SUBSTITUTION, MAX_SUBSTITUTIONS))
      return unknown(loose, "it has too many substitutions");
    try {
      const facts = commandFacts(parser, command);
      const certain = certainCommands(command, facts.contents.script, parser.parse);
      return reading(loose, facts, certain);
    } catch {
      // The parser promises not to throw; if it does, nothing is known.
      return unknown(loose, "it cannot be parsed");
    }
  };
}

const SEPARATOR = /[;&|\n]/g;
const SUBSTITUTION = /[$<>]\(|`/g;

/** Counts all that may be one, in quotes and comments too: what the parser would take for one is not known yet. */
function hasTooMany(command: string, sign: RegExp, limit: number): boolean {
  let count = 0;
  for (const _found of command.matchAll(sign)) {
    count += 1;
    if (count > limit) return true;
  }
  return false;
}

type Loose = ReturnType<typeof possibleCommands>;

function unknown(loose: Loose, problem: string): CommandReading {
  return { ...loose, unreadable: loose.unreadable ?? problem, unknownPaths: problem, uninspected: problem };
}

function reading(loose: Loose, facts: CommandFacts, certain: Certainty | undefined): CommandReading {
  const { commands } = facts;
  const possible = new Set(loose.possible);
  let { unreadable } = loose;
  if (facts.problem !== undefined) unreadable ??= `it cannot be parsed (${facts.problem})`;
  for (const { words } of commands) {
    // Words as the parser decodes them; the search by characters only guesses at quotes and escapes.
    const decoded = words.join(" ");
    if (possible.has(decoded)) continue;
    const more = possibleCommands(decoded);
    for (const text of more.possible) possible.add(text);
    unreadable ??= more.unreadable;
  }
  const besides = withBesides(
    { possible: [...possible], ...(unreadable !== undefined && { unreadable }) },
    commands.map(({ words }) => words),
  );
  return {
    ...(certain !== undefined && { certain: withoutTrust(certain.commands) }),
    ...besides,
    commands,
    ...pathsOf(facts, certain),
  };
}

/** The paths that are certain where those are all, else also what may be one. */
function pathsOf(
  facts: CommandFacts,
  certain: Certainty | undefined,
): Pick<CommandReading, "paths" | "unknownPaths" | "unknownChanges" | "uninspected"> {
  const isAll = certain?.complete === true;
  const paths = unique([...(certain?.paths ?? []), ...(isAll ? [] : facts.paths)]);
  const missed = isAll ? undefined : facts.uninspected;
  const uninspected = paths.length > MAX_PATHS ? TOO_MANY_PATHS : missed;
  const notKnown = isAll ? undefined : (facts.unknownPaths ?? facts.problem);
  const unknownPaths = certain?.unknownPaths ?? notKnown ?? uninspected;
  return {
    paths: paths.slice(0, MAX_PATHS),
    ...(unknownPaths !== undefined && { unknownPaths }),
    ...(!isAll && facts.unknownChanges !== undefined && { unknownChanges: facts.unknownChanges }),
    ...(uninspected !== undefined && { uninspected }),
  };
}

function unique(paths: readonly CommandPath[]): readonly CommandPath[] {
  const byKey = new Map<string, CommandPath>();
  for (const each of paths) {
    const key = `${each.access} ${each.path}`;
    byKey.set(key, mergedPath(byKey.get(key), each));
  }
  return [...byKey.values()];
}

/** Behind a `cd` nobody can say whose configuration git would follow. */
function withoutTrust(commands: readonly CertainCommand[]): readonly CertainCommand[] {
  if (!commands.some(({ words }) => folderChange(words) !== undefined)) return commands;
  return commands.map((command) =>
    command.effect === "reads-repository" ? { ...command, effect: "anything" } : command,
  );
}
