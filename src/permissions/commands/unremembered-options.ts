import { bareName } from "../wrappers/index.js";
import { EVERYWHERE, UNREMEMBERED_OPTIONS } from "./unremembered-lists.js";

const EVERYWHERE_SET = EVERYWHERE.split(" ");

interface ReadOptions {
  readonly long: readonly string[];
  readonly short: string;
  readonly words?: RegExp | undefined;
  readonly exact: boolean;
}

const BY_PROGRAM: ReadonlyMap<string, ReadOptions> = new Map(
  UNREMEMBERED_OPTIONS.flatMap(([programs, { long = "", short = "", words, exact = false }]) =>
    programs
      .split(" ")
      .map((program) => [program, { long: long.split(" ").filter(Boolean), short, words, exact }] as const),
  ),
);

/** Returns the options of a program and of its subcommand, with those of every program. */
function optionsOf([program = "", subcommand = ""]: readonly string[]): ReadOptions {
  const name = bareName(program);
  const ofProgram = BY_PROGRAM.get(name);
  const ofSubcommand = BY_PROGRAM.get(`${name}:${subcommand}`);
  return {
    long: [...EVERYWHERE_SET, ...(ofProgram?.long ?? []), ...(ofSubcommand?.long ?? [])],
    short: (ofProgram?.short ?? "") + (ofSubcommand?.short ?? ""),
    words: ofProgram?.words,
    exact: ofProgram?.exact === true,
  };
}

/** GNU programs and git accept a prefix of a long option; shorter ones are hardly ever unique. */
const MIN_ABBREVIATION = 2;

/**
 * Returns the words of a command that a rule for its first words must not cover, because with them the program runs
 * or writes something that the rule does not name.
 */
export function unrememberedWords(words: readonly string[]): readonly string[] {
  const { long, short, words: meant, exact } = optionsOf(words);
  return words.slice(1).filter((word) => {
    if (meant?.test(word) === true) return true;
    if (!word.startsWith("-") || word.length < 2) return false;
    const [option = ""] = word.split("=", 1);
    const name = foldedName(option);
    const isDouble = word.startsWith("--");
    const isLong =
      long.includes(name) ||
      // `--config.script-shell=x`, `--coverage.customProviderModule=x`, `-test.coverprofile=x`
      (option.includes(".") &&
        option.split(".", MAX_PARTS).some((part) => long.includes(foldedName(part)))) ||
      // `--no-ext-diff` switches something off.
      (!exact && isDouble && name.length >= MIN_ABBREVIATION && long.some((each) => each.startsWith(name)));
    if (isLong && (isDouble || option.length > 2 || name === "o" || name === "c")) return true;
    return (
      !isDouble &&
      [...(/^[A-Za-z]{1,32}/.exec(word.slice(1))?.[0] ?? "")].some((letter) => short.includes(letter))
    );
  });
}

/** Maximum number of parts of an option's name that are examined. */
const MAX_PARTS = 8;

function foldedName(option: string): string {
  return option.replace(/[-_.]/g, "").toLowerCase();
}

/**
 * Returns whether a rule that allows `git grep *` covers a command. Its wildcard does not cover options with which the
 * program runs something else, unless the pattern itself contains them. A pattern for every action of a program with
 * subcommands (`git *`) covers them.
 */
export function coversOptions(pattern: string, words: readonly string[]): boolean {
  if (!pattern.endsWith("*")) return true;
  const named = pattern.trim().split(/\s+/);
  const [program = ""] = named;
  if (program.includes("*")) return true;
  const namesOptionsOnly = OPTIONS_ONLY_PROGRAMS.has(program);
  if (named.length < 3 && !namesOptionsOnly) return true;
  return unrememberedWords(words).every((word) => named.includes(word));
}

/** Tools that take files and options and have the same effect with any of them: a rule for them has only their name. */
export const OPTIONS_ONLY_PROGRAMS: ReadonlySet<string> = new Set(
  "pytest tox eslint prettier tsc vitest jest ruff mypy black".split(" "),
);
