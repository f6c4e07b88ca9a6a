import { bringsCode } from "../runners/index.js";
import { bareName, SHELLS, WITH_OPERAND, WRAPPERS } from "../wrappers/index.js";
import { MAX_PARSED_LENGTH, MAX_SEARCHED_LENGTH } from "./command-limits.js";
import type { CommandReading } from "./command-reading.js";
import { commandSegments } from "./command-segments.js";
import { runTimeArithmetic } from "./run-time-arithmetic.js";

const words = (list: string): ReadonlySet<string> => new Set(list.split(" "));

/** Words before a command: of POSIX shells, of zsh (`-`), and of fish (zshmisc(1), fish(1)). */
const LEADING_WORDS = words("if then else elif do while until ! - and or not begin");
const SCRIPT_READERS = words("source . alias");
const EXEC_OPTIONS = words("-exec -execdir -ok -okdir");
const TESTS = words("[ [[");

const ASSIGNMENT = /^[A-Za-z_][A-Za-z0-9_]*(?:\[[^\]]*\])?\+?=/;
/** `-c` of a shell, even combined with other short options. */
const COMMAND_OPTION = /^(?:-[abd-zA-Z]*c[a-zA-Z]*|--command|--init-command|-Command)$/;
const AMOUNT = /^\d+(?:\.\d+)?[a-z]?$/i;
/** An option with an attached value that some wrappers run: `env -Srm`, `su -crm`, `--command=rm`. */
const ATTACHED = /^(?:-[cS]|--[a-z-]+=)(.+)$/;

// Limits that real commands do not reach. Text over a limit counts as unreadable, never as harmless.
const MAX_COMMANDS_PER_SEGMENT = 48;
const MAX_OPTIONS = 12;
/** A variable whose value sets a variable: `env` as the value of `SHELL`. */
const MAX_VARIABLE_NESTING = 2;
const MAX_CHARACTERS_PER_CHARACTER = 20;
const MIN_CHARACTERS = 100_000;

/**
 * Finds everything in a shell text that may run as a command: the whole text, each piece between operators, the commands of
 * wrappers (`sudo`, `env A=1`, `timeout 5`, `xargs`, `bash -c`, `find -exec` ...), each program also by its bare name, and
 * each command without the options before its first operand (`git -C x push` as `git push`).
 *
 * It finds too much rather than too little, because deny and ask rules match the result. It does not search a text of more
 * than 50,000 characters; where such rules exist, `unreadable` makes the command ask.
 */
export function possibleCommands(command: string): PossibleCommands {
  const possible = new Set<string>();
  const unreadable = addPossibleCommands(command, possible);
  const isExamined = command.length <= MAX_PARSED_LENGTH;
  return { possible, unreadable: unreadable ?? (isExamined ? arithmeticOf(command) : undefined) };
}

/** Text that a shell runs once more: its quotes hide nothing. */
const RUNS_TEXT = /(?:^|[\s/;&|(])(?:[a-z]{0,3}sh|eval|trap)\s/;

function arithmeticOf(command: string): string | undefined {
  const found = runTimeArithmetic(command);
  if (found !== undefined || !RUNS_TEXT.test(command)) return found;
  return runTimeArithmetic(command.replace(/['"\\]/g, ""));
}

/** The texts that may be commands, and the reason if one is only known at run time. */
export interface PossibleCommands extends Pick<CommandReading, "unreadable"> {
  readonly possible: ReadonlySet<string>;
}

/** Adds the possible commands of a text to a set. Returns the reason if one of them is only known at run time. */
export function addPossibleCommands(command: string, possible: Set<string>): string | undefined {
  if (command.length > MAX_SEARCHED_LENGTH) return "it is too long";
  const characters = Math.max(MIN_CHARACTERS, command.length * MAX_CHARACTERS_PER_CHARACTER);
  const findings = new Findings(possible, characters);
  findings.add(collapse(command));
  if (/['"\\]/.test(command)) findings.add(collapse(command.replace(/['"\\]/g, "")));
  if (command.length > MAX_PARSED_LENGTH) findings.doubt("it is too long");
  // `${x@P}` runs the substitutions in the value of x (bash(1), Parameter transformation).
  if (/@P[}]/.test(command)) findings.doubt("a value that it expands as a prompt may contain commands");
  // Repeated segments add no new commands.
  for (const segment of new Set(commandSegments(command)))
    new SegmentReader(collapse(segment), findings).commandAt(0);
  return findings.unreadable;
}

/** Joins blanks of any kind into one space. Most texts have none to join: the search is cheaper than the replacement. */
function collapse(text: string): string {
  const trimmed = text.trim();
  return /[^\S ]| {2}/.test(trimmed) ? trimmed.replace(/\s+/g, " ") : trimmed;
}

/** The commands found so far, limited in size. */
class Findings {
  unreadable: string | undefined;

  constructor(
    private readonly possible: Set<string>,
    private characters: number,
  ) {}

  get full(): boolean {
    return this.characters < 0;
  }

  add(text: string): void {
    this.characters -= text.length;
    if (this.full) this.doubt("it is too long");
    else this.possible.add(text);
  }

  doubt(reason: string): void {
    this.unreadable ??= reason;
  }
}

/** Reads one segment and examines every position where a command may start once. */
class SegmentReader {
  private readonly words: readonly string[];
  /** The position of each word in the segment. */
  private readonly offsets: readonly number[];
  private readonly seen = new Set<number>();

  constructor(
    private readonly segment: string,
    private readonly findings: Findings,
    /** The number of variables in whose values this segment is. */
    private readonly nesting = 0,
  ) {
    this.words = segment.split(" ");
    let offset = 0;
    this.offsets = this.words.map((word) => {
      const start = offset;
      offset += word.length + 1;
      return start;
    });
  }

  commandAt(position: number): void {
    let start = position;
    for (
      let word = this.words[start];
      word !== undefined && ASSIGNMENT.test(word);
      word = this.words[start]
    ) {
      start += 1;
      const variable = word.slice(0, word.search(/[[+=]/));
      if (bringsCode(variable, word.slice(word.indexOf("=") + 1))) {
        this.findings.doubt(`"${variable}" determines which code runs`);
      }
      this.commandOfVariable(word.slice(word.indexOf("=") + 1), start);
      if (start - position > MAX_OPTIONS) {
        this.findings.doubt("it sets too many variables");
        return;
      }
    }
    const word = this.words[start];
    if (word === undefined || this.seen.has(start) || this.findings.full) return;
    this.seen.add(start);
    if (this.seen.size > MAX_COMMANDS_PER_SEGMENT) {
      this.findings.doubt("it nests too many commands");
      return;
    }
    const name = bareName(word);
    this.addSpellings(word, name, start + 1);
    this.doubtUnreadable(word, name, start + 1);
    if (LEADING_WORDS.has(name)) this.commandAt(start + 1);
    else if (name === "find") this.commandsOfFind(start + 1);
    else if (WRAPPERS.has(name) && !(name === "command" && /^-[vV]$/.test(this.words[start + 1] ?? ""))) {
      this.wrappedCommand(name, start + 1);
    }
  }

  /** Reads the value of a variable, which some programs run: PAGER, `GIT_SSH_COMMAND="sh -c 'rm x'"`, `GIT_CONFIG_VALUE_0='!rm x'`. */
  private commandOfVariable(value: string, next: number): void {
    const command = value.replace(/^!/, "");
    this.addCommand(command, next);
    if (this.nesting >= MAX_VARIABLE_NESTING || !this.mayRunOthers(command)) return;
    const offset = this.offsets[next];
    const rest = offset === undefined ? "" : ` ${this.segment.slice(offset)}`;
    new SegmentReader(command + rest, this.findings, this.nesting + 1).commandAt(0);
  }

  private mayRunOthers(command: string): boolean {
    return WRAPPERS.has(bareName(command)) || ASSIGNMENT.test(command);
  }

  /** Adds a program with the words from a position on; a slice is not copied until it is read. */
  private addCommand(program: string, first: number): void {
    const offset = this.offsets[first];
    this.findings.add(offset === undefined ? program : `${program} ${this.segment.slice(offset)}`);
  }

  private addSpellings(word: string, name: string, first: number): void {
    this.addCommand(word, first);
    if (name !== word) this.addCommand(name, first);
    // In zsh `=rm` is the path of rm, in nushell `^rm` is the program (zshexpn(1), Nushell book).
    if (/^[=^]./.test(name)) this.addCommand(name.slice(1), first);
    let afterOption = false;
    for (let index = first; index < this.words.length; index += 1) {
      if (index > first) this.addCommand(name, index);
      if (index - first > MAX_OPTIONS) {
        this.findings.doubt("it has too many options");
        return;
      }
      const isOption = this.words[index]?.startsWith("-") ?? false;
      if (!isOption && !afterOption) return;
      afterOption = isOption;
    }
    this.findings.add(name);
  }

  private wrappedCommand(wrapper: string, first: number): void {
    let afterOption = false;
    let operands = WITH_OPERAND.has(wrapper) ? 1 : 0;
    for (let index = first; index < this.words.length; index += 1) {
      const word = this.words[index] as string;
      if (SHELLS.has(wrapper) && COMMAND_OPTION.test(word)) {
        // In `-oc` the next word is the value of `-o`.
        this.scriptOfShell(index + 1, { takesValue: /^-[a-zA-Z]*o/i.test(word) });
        return;
      }
      if (word === "--" || ASSIGNMENT.test(word) || AMOUNT.test(word)) {
        afterOption = false;
        continue;
      }
      if (word.startsWith("-")) {
        afterOption = true;
        this.attachedCommand(word, index + 1);
      } else {
        this.commandAt(index);
        if (!afterOption && operands === 0) return;
        if (!afterOption) operands -= 1;
        afterOption = false;
      }
      if (index - first > MAX_COMMANDS_PER_SEGMENT) {
        this.findings.doubt("it has too many options");
        return;
      }
    }
  }

  /** Reads the first word after `-c` that is neither an option nor, possibly, the value of one: `bash -c -o pipefail -- 'rm x'`. */
  private scriptOfShell(first: number, { takesValue }: { readonly takesValue: boolean }): void {
    let afterOption = takesValue;
    for (let index = first; index < this.words.length && index - first <= MAX_OPTIONS; index += 1) {
      const isOption = /^[-+]/.test(this.words[index] as string);
      if (!isOption) {
        this.commandAt(index);
        if (!afterOption) return;
      }
      afterOption = isOption;
    }
  }

  private attachedCommand(option: string, next: number): void {
    const attached = ATTACHED.exec(option)?.[1];
    if (attached === undefined) return;
    const name = bareName(attached);
    this.addCommand(name, next);
    if (WRAPPERS.has(name)) this.findings.doubt(`"${name}" is hidden in an option`);
  }

  private commandsOfFind(first: number): void {
    for (let index = first; index < this.words.length; index += 1) {
      if (EXEC_OPTIONS.has(this.words[index] as string)) this.commandAt(index + 1);
    }
  }

  private doubtUnreadable(word: string, name: string, first: number): void {
    if (/[$*?[\]{}]/.test(word) && !TESTS.has(word)) {
      this.findings.doubt(
        `"${word.length > 40 ? `${word.slice(0, 40)}...` : word}" is only known at run time`,
      );
    } else if (SCRIPT_READERS.has(name) || (SHELLS.has(name) && !this.hasCommandOption(first))) {
      this.findings.doubt(`"${name}" runs commands that are not in the text`);
    }
  }

  private hasCommandOption(first: number): boolean {
    for (let index = first; index < this.words.length; index += 1) {
      if (COMMAND_OPTION.test(this.words[index] ?? "")) return true;
    }
    return false;
  }
}
