import type { OptionRunner } from "./option-runners.js";

/** Maximum number of words of a script. */
const MAX_RUN_WORDS = 64;
/** Maximum number of scripts of one command. */
const MAX_SCRIPTS = 256;
/** Maximum length of the rest of a command: a rule is about its first words, and the rest is also read where it stands. */
const MAX_TAIL_LENGTH = 512;
/** Maximum number of pieces of a value, split at the characters `= ! :`, because a command may follow them. */
export const MAX_VALUE_PIECES = 32;
/** Maximum number of words after a subcommand at which its command may start. */
const MAX_STARTS = 64;
/** The shortest prefix of a long option that GNU programs accept. */
const MIN_ABBREVIATION = 4;

/** Texts that a program may run. */
export interface OptionScripts {
  readonly scripts: readonly string[];
  /** Whether a limit was reached, so that not all are known. */
  readonly isCut: boolean;
}

/** Returns the texts that a program may run because of one of its options or subcommands. */
export function optionScripts(words: readonly string[], runner: OptionRunner): OptionScripts {
  const { options, subcommands, anyWord, keyed, bundled } = runner;
  const scripts: string[] = [];
  let isCut = false;
  const from = (index: number) =>
    words
      .slice(index, index + MAX_RUN_WORDS)
      .join(" ")
      .slice(0, MAX_TAIL_LENGTH);
  /** Adds a value and its pieces, each alone and with the words after it: without quotes, a value is several words. */
  const add = (value: string, next: number) => {
    const pieces = withPieces(value);
    isCut ||= pieces.length > MAX_VALUE_PIECES;
    const keyword = keyed ? /^[A-Za-z]{1,64}(?: {1,8}|$)/.exec(value)?.[0] : undefined;
    const rest = from(next);
    for (const piece of keyword === undefined ? pieces : [...pieces, value.slice(keyword.length)]) {
      if (piece !== "") scripts.push(piece);
      if (rest !== "") scripts.push(`${piece} ${rest}`.trimStart());
    }
  };
  for (const index of bundledValues(words[0] ?? "", bundled)) add(words[index] ?? "", index + 1);
  for (let index = 0; index < words.length; index += 1) {
    // A text for each word would make the work quadratic in the number of words.
    if (scripts.length >= MAX_SCRIPTS) return { scripts, isCut: true };
    const word = words[index] as string;
    if (subcommands.has(word)) {
      const starts = commandStarts(words, index + 1);
      isCut ||= starts.length >= MAX_STARTS;
      for (const first of starts) scripts.push(from(first));
      continue;
    }
    if (anyWord) {
      const pieces = withPieces(word);
      isCut ||= pieces.length > MAX_VALUE_PIECES;
      // The word itself is a target, an address: only what follows a punctuation character may run.
      scripts.push(...pieces.slice(1));
    }
    for (const option of options) {
      const value = optionValue(word, option);
      if (value === undefined) continue;
      if (value === "") add(words[index + 1] ?? "", index + 2);
      else add(value, index + 1);
    }
  }
  return { scripts, isCut };
}

/** Returns the positions of the values of a first word such as `cIf`, if one of its letters takes a command. */
function bundledValues(first: string, letters: string): readonly number[] {
  if (letters === "" || !/^[A-Za-z]{2,16}$/.test(first)) return [];
  const takesCommand = [...letters].some((letter) => first.includes(letter));
  return takesCommand ? Array.from(first, (_, at) => at + 1) : [];
}

/** Maximum number of operands before the command of a subcommand: an image, a folder, a toolchain. */
const MAX_OPERANDS = 1;

/** Returns the positions where the command of a subcommand may start: its first words, and those after an option. */
function commandStarts(words: readonly string[], first: number): readonly number[] {
  const starts: number[] = [];
  let operands = 0;
  let afterOption = false;
  for (let index = first; index < words.length && starts.length < MAX_STARTS; index += 1) {
    const isOption = /^-/.test(words[index] as string);
    if (!isOption) {
      starts.push(index);
      if (!afterOption) operands += 1;
      if (operands > MAX_OPERANDS) break;
    }
    afterOption = isOption && words[index] !== "--";
  }
  return starts;
}

/** Returns the value of an option in a word: empty if it is the next word, `undefined` for another word. */
function optionValue(word: string, option: string): string | undefined {
  if (word === option) return "";
  if (!option.startsWith("--")) {
    if (word.startsWith(option)) return word.slice(option.length);
    return option.length === 2 && option.startsWith("-") ? clusteredValue(word, option) : undefined;
  }
  const equals = word.indexOf("=");
  const name = equals === -1 ? word : word.slice(0, equals);
  if (name.length < MIN_ABBREVIATION || !option.startsWith(name)) return undefined;
  return equals === -1 ? "" : word.slice(equals + 1);
}

/** Maximum number of short options before an option in one word: `-nO`. */
const MAX_CLUSTER = 8;

/** Returns the value of an option that follows other short options: `git grep -nOrm`, `rsync -ae rm`. */
function clusteredValue(word: string, option: string): string | undefined {
  if (!/^-[A-Za-z0-9]/.test(word)) return undefined;
  const at = word.slice(0, MAX_CLUSTER + 2).indexOf(option[1] as string, 2);
  return at === -1 || !/^[A-Za-z0-9]*$/.test(word.slice(1, at)) ? undefined : word.slice(at + 1);
}

/**
 * Returns a value and its parts after each `=`, `!` or `:`, such as `alias.x=!rm`, `exec=rm`, `EXEC:rm`. Returns more than
 * {@link MAX_VALUE_PIECES} of them if it does not return all.
 */
export function withPieces(value: string): readonly string[] {
  const pieces = [value];
  // `gcc -wrapper rm,x`, `-Wl,x`: the words of a command, separated by commas.
  if (value.includes(",")) pieces.push(value.replace(/,/g, " "));
  for (let index = 0; index < value.length && pieces.length <= MAX_VALUE_PIECES; index += 1) {
    if ("=!:".includes(value[index] as string)) pieces.push(value.slice(index + 1));
  }
  return pieces;
}
