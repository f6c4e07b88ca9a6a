import type { OperandRow, OptionRow, ProgramTable, WordMeaning } from "./program-table.js";
import { type Lookup, type TableIndex, tableIndex, tableOf } from "./table-index.js";
import { isFilePattern, PATTERN_VALUE, VALUE_PATTERNS } from "./value-patterns.js";

/** A word of a command line and its meaning to the program. */
export interface ReadWord {
  readonly is: WordMeaning;
  readonly word: string;
}

/** A command line of which a table explains every word. */
export interface ProgramReading {
  readonly effect: ProgramTable["effect"];
  /** Every word that is not an option, from all readings: one for each manual and order of options that differ. */
  readonly words: readonly ReadWord[];
  /** The folder that the program changes to before it uses the other words: the value of an option such as `-C`. */
  readonly folder?: string;
}

/** The result of one reading of the words. */
interface OneReading {
  readonly words: ReadWord[];
  readonly operands: string[];
  readonly used: OptionRow[];
  readonly names: Set<string>;
}

/** Reads a command line by the tables; returns `undefined` if no table explains one of its words. */
export function readProgram([name = "", ...parameters]: readonly string[]): ProgramReading | undefined {
  const table = tableOf(name);
  return table === undefined ? undefined : readByTable(table, parameters);
}

/** Reads the words after a program's name by its table; returns `undefined` if it does not explain one of them. */
export function readByTable(table: ProgramTable, parameters: readonly string[]): ProgramReading | undefined {
  const index = tableIndex(table);
  if (parameters.length === 1 && index.alone.has(parameters[0] as string)) {
    return { effect: "reads", words: [] };
  }
  if (table.subcommands !== undefined) return readSubcommand(table, index, parameters);
  const words = new Map<string, ReadWord>();
  let effect = table.effect;
  let readings = 0;
  for (const find of index.lookups) {
    let isSameEverywhere = true;
    for (const reordered of orders(table, parameters)) {
      const one = readOnce(table, parameters, { find, reordered });
      if (one === "elsewhere") {
        isSameEverywhere = false;
        continue;
      }
      const known = one === undefined ? undefined : wordsOf(table, one);
      if (one === undefined || known === undefined) return undefined;
      readings += 1;
      if (one.used.some(({ asks }) => asks !== undefined)) effect = "asks";
      for (const each of known) words.set(`${each.is} ${each.word}`, each);
      for (const name of one.names) if (index.differing.has(name)) isSameEverywhere = false;
    }
    if (isSameEverywhere) break;
  }
  return readings === 0 ? undefined : { effect, words: [...words.values()] };
}

function readSubcommand(
  table: ProgramTable,
  { everywhere, subcommands }: TableIndex,
  parameters: readonly string[],
): ProgramReading | undefined {
  const global = readOnce(table, parameters, { find: everywhere, reordered: false });
  if (global === undefined || global === "elsewhere") return undefined;
  const [name = "", ...rest] = global.operands;
  const subcommand = subcommands.get(name);
  // Only a folder may be the value of an option before the subcommand, and only one: a second one starts in the first.
  const [folder, ...others] = global.words;
  if (subcommand === undefined || others.length > 0 || (folder !== undefined && folder.is !== "folder"))
    return undefined;
  const read = readByTable(subcommand, rest);
  if (read === undefined) return undefined;
  const entered = folder === undefined || read.folder !== undefined ? {} : { folder: folder.word };
  return {
    ...read,
    ...entered,
    ...(global.used.some(({ asks }) => asks !== undefined) && { effect: "asks" }),
  };
}

/** Returns whether options after operands count as options; both values if manuals differ and an option follows an operand. */
function orders({ style = "getopt" }: ProgramTable, parameters: readonly string[]): readonly boolean[] {
  if (style !== "getopt") return [style === "anywhere"];
  const isOption = (word: string) => word.length > 1 && word.startsWith("-");
  const operand = parameters.findIndex((word) => !isOption(word));
  const isMixed = operand !== -1 && parameters.some((word, at) => at > operand && isOption(word));
  return isMixed ? [true, false] : [true];
}

interface Reader {
  readonly find: Lookup;
  readonly reordered: boolean;
}

/** Reads the words once. Returns `undefined` for an unexplained word, and `elsewhere` if this manual lacks an option. */
function readOnce(
  table: ProgramTable,
  parameters: readonly string[],
  { find, reordered }: Reader,
): OneReading | "elsewhere" | undefined {
  const { style, counts = false } = table;
  if (style === "words") return { words: [], operands: [...parameters], used: [], names: new Set() };
  const read: OneReading = { words: [], operands: [], used: [], names: new Set() };
  const use = (row: OptionRow, name: string, value: string | undefined): boolean => {
    read.used.push(row);
    read.names.add(name);
    if (row.widens === true) read.names.add(WIDENED);
    if (value === undefined) return true;
    if (!isAccepted(row, value)) return false;
    // The shell may replace a pattern by several words. In an option they repeat it, which free text permits.
    const isFreeText = (row.is ?? "text") === "text" && row.accepts === undefined;
    if (isFilePattern(value) && !(isFreeText && value.startsWith(PATTERN_VALUE))) return false;
    // A value that starts with `!` excludes; all others narrow.
    if (row.narrows === true && !value.startsWith("!")) read.names.add(NARROWED);
    read.words.push({ is: row.is ?? "text", word: value });
    return true;
  };
  let onlyOperands = false;
  let inExpression = false;
  for (let index = 0; index < parameters.length; index += 1) {
    const word = parameters[index] as string;
    if (style === "expression") {
      inExpression ||= /^(?:-.*|[!(),])$/s.test(word);
      if (!inExpression) {
        read.operands.push(word);
        continue;
      }
      const row = find(word);
      if (row === undefined || row === "elsewhere") return row;
      if (row.value !== "none") index += 1;
      const value = row.value === "none" ? undefined : parameters[index];
      if ((row.value !== "none" && value === undefined) || !use(row, word, value)) return undefined;
    } else if (onlyOperands || word === "-" || !word.startsWith("-")) {
      read.operands.push(word);
      onlyOperands ||= !reordered;
    } else if (word === "--") onlyOperands = true;
    else if (counts && /^-\d+$/.test(word)) continue;
    else if (word.startsWith("--")) {
      const equals = word.indexOf("=");
      const name = equals === -1 ? word : word.slice(0, equals);
      const row = find(name);
      if (row === undefined || row === "elsewhere") return row;
      let value = equals === -1 ? undefined : word.slice(equals + 1);
      if (equals !== -1 && row.value === "separate") return undefined;
      if (value === undefined && takesNext(row)) {
        index += 1;
        value = parameters[index];
      }
      if (!hasFittingValue(row, value) || !use(row, name, value)) return undefined;
    } else {
      for (let at = 1; at < word.length; at += 1) {
        const name = `-${word[at]}`;
        const row = find(name);
        if (row === undefined || row === "elsewhere") return row;
        if (row.value === "none") {
          if (style === "single" && word.length > 2) return undefined;
          use(row, name, undefined);
          continue;
        }
        let value: string | undefined = word.slice(at + 1);
        if (value === "") value = undefined;
        if (value !== undefined && row.value === "separate") return undefined;
        if (value === undefined && takesNext(row)) {
          index += 1;
          value = parameters[index];
        }
        if (!hasFittingValue(row, value) || !use(row, name, value)) return undefined;
        break;
      }
    }
  }
  return read;
}

/** An entry among the names of options for an option that extends the search to hidden and ignored files. */
const WIDENED = "widened";

/** An entry among the names of options for an option that restricts the search to harmless file types. */
const NARROWED = "narrowed";

/** Returns whether the next word is the value of an option that has none in its own word. */
function takesNext({ value: form }: OptionRow): boolean {
  return form === "required" || form === "separate";
}

function hasFittingValue({ value: form }: OptionRow, value: string | undefined): boolean {
  return value === undefined ? form === "none" || form === "optional" : form !== "none";
}

function isAccepted({ accepts }: Pick<OptionRow, "accepts">, value: string): boolean {
  return accepts === undefined || VALUE_PATTERNS[accepts].test(value);
}

/** Returns the words of one reading with its operands; `undefined` for too many or too few operands, or missing options. */
function wordsOf(table: ProgramTable, read: OneReading): readonly ReadWord[] | undefined {
  const { needs } = table;
  if (needs !== undefined && !needs.split(" ").some((name) => read.names.has(name))) return undefined;
  // Each shape once, however often its option occurs.
  const shapes = new Set(read.used.flatMap(({ operands }) => (operands === undefined ? [] : [operands])));
  if (shapes.size === 0) shapes.add(table.operands);
  const words = [
    ...read.words,
    ...(table.besides ?? []),
    ...read.used.flatMap(({ besides = [] }) => besides),
  ];
  for (const shape of shapes) {
    const operands = operandWords(shape, read.operands);
    if (operands === undefined) return undefined;
    words.push(...operands);
  }
  if (read.names.has(WIDENED)) {
    return words.map((each) => (each.is === "tree" ? { ...each, is: "whole" } : each));
  }
  if (!read.names.has(NARROWED)) return words;
  return words.map((each) => (each.is === "tree" ? { ...each, is: "narrowed" } : each));
}

function operandWords(
  shape: readonly OperandRow[],
  operands: readonly string[],
): readonly ReadWord[] | undefined {
  const many = shape.findIndex(({ count }) => count === "many");
  const trailing = many === -1 ? 0 : shape.length - many - 1;
  const words: ReadWord[] = [];
  let next = 0;
  for (const [position, row] of shape.entries()) {
    const { is, count = "one", otherwise } = row;
    const left = operands.length - next;
    const taken = count === "many" ? Math.max(0, left - trailing) : Math.min(1, left);
    if (taken === 0 && count === "one" && position < shape.length) return undefined;
    for (const word of operands.slice(next, next + taken)) {
      if (!isAccepted(row, word) || (isFilePattern(word) && !takesPatterns(row))) return undefined;
      words.push({ is, word });
    }
    if (taken === 0 && otherwise !== undefined) words.push({ is, word: otherwise });
    next += taken;
  }
  return next === operands.length ? words : undefined;
}

/** Returns whether operands may be any number of names of files, as the shell replaces a pattern. */
function takesPatterns({ is, count, accepts }: OperandRow): boolean {
  return count === "many" && accepts === undefined && FILE_MEANINGS.has(is);
}

const FILE_MEANINGS: ReadonlySet<WordMeaning> = new Set([
  "file",
  "tree",
  "whole",
  "linked",
  "below",
  "narrowed",
]);
