import {
  addPossibleCommands,
  type CommandPath,
  type CommandReader,
  type CommandReading,
  MAX_BLANKS,
  MAX_PARSED_LENGTH,
  MAX_PATHS,
  MAX_SEPARATORS,
  MAX_SUBSTITUTIONS,
  type PossibleCommands,
  possibleCommands,
  withBesides,
  wordCount,
} from "../commands/index.js";
import { type CertainReading, certainCommands } from "./certain-commands.js";
import { type CommandFacts, commandFacts, TOO_MANY_PATHS, TOO_MANY_WORDS } from "./command-facts.js";
import { mergedPath, pathKey } from "./merged-path.js";
import type { ShellParser } from "./parsed-script.js";

/**
 * Creates a reader that uses a parser.
 *
 * A command is certain if two readings agree, one by characters and one by the parser. Possible commands are those that
 * either the parser or a broad search of the text finds. No command is certain in a text that cannot be parsed or has more
 * than 10,000 characters.
 */
export function parsedCommandReader(parser: ShellParser): CommandReader {
  return (command) => {
    const loose = possibleCommands(command);
    if (command.length > MAX_PARSED_LENGTH) return unknown(loose, "it is too long");
    if (hasTooMany(command, SEPARATOR, MAX_SEPARATORS)) return unknown(loose, "it has too many commands");
    if (wordCount(command) > MAX_BLANKS) return unknown(loose, TOO_MANY_WORDS);
    if (hasTooMany(command, SUBSTITUTION, MAX_SUBSTITUTIONS))
      return unknown(loose, "it has too many substitutions");
    try {
      const facts = commandFacts(parser, command);
      const certain = certainCommands(command, facts.contents.script, parser.parse);
      return reading(loose, facts, certain);
    } catch {
      // The parser promises not to throw; if it does, the command is unknown.
      return unknown(loose, "it cannot be parsed");
    }
  };
}

const SEPARATOR = /[;&|\n]/g;
const SUBSTITUTION = /[$<>]\(|`/g;

/** Counts every match, even in quotes and comments, because the text is not parsed yet. */
function hasTooMany(command: string, sign: RegExp, limit: number): boolean {
  return command.length > limit && (command.match(sign)?.length ?? 0) > limit;
}

function unknown({ possible, unreadable }: PossibleCommands, problem: string): CommandReading {
  return {
    possible: [...possible],
    unreadable: unreadable ?? problem,
    unknownPaths: problem,
    uninspected: problem,
  };
}

function reading(
  loose: PossibleCommands,
  facts: CommandFacts,
  certain: CertainReading | undefined,
): CommandReading {
  const { commands, variables } = facts;
  const possible = new Set(loose.possible);
  let { unreadable } = loose;
  unreadable ??= facts.runTime;
  if (facts.problem !== undefined) unreadable ??= `it cannot be parsed (${facts.problem})`;
  for (const { words } of commands) {
    // Words as the parser decodes them; the search by characters only approximates quotes and escapes.
    const decoded = words.join(" ");
    if (possible.has(decoded)) continue;
    const more = addPossibleCommands(decoded, possible);
    unreadable ??= more;
  }
  const texts = [...commands.map(({ words }) => words), ...variables];
  const besides = withBesides({ possible, unreadable }, texts);
  return { certain: certain?.commands, commands, ...besides, ...pathsOf(facts, certain) };
}

/** Returns the certain paths if they are complete, otherwise also the possible ones. */
function pathsOf(
  facts: CommandFacts,
  certain: CertainReading | undefined,
): Pick<CommandReading, "paths" | "unknownPaths" | "unknownChanges" | "uninspected"> {
  const isAll = certain?.complete === true;
  // Words from which a command may build others count in any case.
  const possible = isAll ? facts.paths.filter(({ value }) => value === true) : facts.paths;
  const paths = unique([...(certain?.paths ?? []), ...possible]);
  const missed = isAll ? undefined : facts.uninspected;
  const uninspected = paths.length > MAX_PATHS ? TOO_MANY_PATHS : missed;
  const notKnown = isAll ? undefined : (facts.unknownPaths ?? facts.problem);
  const unknownPaths = certain?.unknownPaths ?? notKnown ?? uninspected;
  return {
    paths: paths.slice(0, MAX_PATHS),
    unknownPaths,
    unknownChanges: isAll ? undefined : facts.unknownChanges,
    uninspected,
  };
}

function unique(paths: readonly CommandPath[]): readonly CommandPath[] {
  const byKey = new Map<string, CommandPath>();
  for (const each of paths) {
    const key = pathKey(each);
    byKey.set(key, mergedPath(byKey.get(key), each));
  }
  return [...byKey.values()];
}
