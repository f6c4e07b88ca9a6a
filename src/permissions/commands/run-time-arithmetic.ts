import { plainShellText } from "./plain-shell-text.js";

/** Maximum length of one expression, in characters: it keeps the time linear in the text. */
const EXPRESSION = "[^\\n]{0,300}?";

const NAME = "[A-Za-z_][A-Za-z0-9_]{0,63}";
/** Where a command may start. */
const START = "(?<![^\\s;&|(){}`])";
/** A subscript, which may contain an expansion in braces. Its alternatives start differently. */
const SUBSCRIPT = "(?:\\$\\{[^{}[\\]]{0,64}(?:\\[[@*]\\])?\\}|[^\\]\\n$]|\\$(?!\\{)){1,200}?";

/** Places where bash evaluates a text as arithmetic, with the text as the first group (bash(1), Arithmetic Evaluation). */
const EXPRESSIONS = [
  `\\$?\\(\\((${EXPRESSION})\\)\\)`,
  `\\$\\[(${EXPRESSION})\\]`,
  `\\$\\{[#!]?${NAME}\\[(${SUBSCRIPT})\\]`,
  `\\$\\{${NAME}:(?![-=+?])(${EXPRESSION})\\}`,
  // Indirect: the value is a name, perhaps with a subscript.
  `\\$\\{!(${NAME})\\}`,
].map((source) => new RegExp(source, "g"));

/** The same, but only outside of here-documents. */
const STATEMENTS = [
  `\\s-(?:eq|ne|lt|le|gt|ge)\\s{1,8}(${EXPRESSION})(?=\\s(?:\\]\\]|&&|\\|\\|)|$)`,
  `(?:\\[\\[|&&|\\|\\||\\(|!)\\s{1,8}(\\S{1,300})\\s{1,8}-(?:eq|ne|lt|le|gt|ge)\\s`,
  `\\s-v\\s{1,8}(\\$\\S{1,300}|${NAME}\\[\\S{1,300})`,
].map((source) => new RegExp(source, "g"));

/** Conditions of `[[`, whose numeric operands are arithmetic, and of `test -v`, whose operand is a variable. */
const CONDITION = new RegExp(`${START}\\[\\[\\s${EXPRESSION}\\]\\]`, "g");
const TEST = new RegExp(`${START}(?:test|\\[)\\s[^\\n;&|]{0,300}`, "g");
const LET = new RegExp(`${START}let\\s([^\\n;&|]{1,300})`, "g");
const ELEMENT = new RegExp(`${START}(${NAME})\\[(${SUBSCRIPT})\\]\\+?=`, "g");
const ASSIGNMENT = new RegExp(`${START}(${NAME})\\+?=`, "g");
const LOOP = new RegExp(`${START}for\\s{1,8}(${NAME})\\s{1,8}in\\s{1,8}([^\\n;]{0,300})`, "g");
/** Built-ins that set or remove variables named by their words. */
const SETTING = new RegExp(
  `${START}(printf|read|mapfile|readarray|getopts|wait|unset|declare|typeset|local|readonly|export|integer)\\s([^\\n;&|<>]{1,300})`,
  "g",
);

/** A number, at the start of a value. */
const NUMBER_VALUE =
  /^(?:[-+]?\d{1,20}(?=[\s;&|)]|$)|\$\(\(|\$\[|\$[#?$!](?=[\s;&|)]|$)|\$\{#[^{}\n]{1,64}\})/;
/** A word of a loop that is a number, or numbers. */
const NUMBER_WORD = /^(?:[-+]?\d{1,20}|\{[-+]?\d{1,20}\.\.[-+]?\d{1,20}\})$/;
const SEQUENCE = /^\$\(seq [\d ]{1,40}\)$/;
/** Parts of an expression without a variable: numbers, lengths, and counters of the shell. */
const CONSTANTS =
  /\b(?:0[xX][0-9a-fA-F]{1,16}|\d{1,20}(?:#[\w@]{1,64})?)\b|\$[#?$!](?!\w)|\$\{#[^{}\n]{1,64}\}/g;
/** Substitutions of programs that print one number. */
const NUMBER_COMMAND =
  "\\$\\((?:date \\+%s(?:%N)?|nproc|wc -[lcmw]{1,3} ?<[^()\\n|]{1,200}|[^()\\n]{0,200}\\| ?wc -[lcmw]{1,3}) ?\\)";
const NUMBER_COMMANDS = new RegExp(NUMBER_COMMAND, "g");
const STARTS_WITH_NUMBER_COMMAND = new RegExp(`^${NUMBER_COMMAND}`);
const COMPARES = /\s-(?:eq|ne|lt|le|gt|ge)\s/;
/** Variables that bash sets to numbers (bash(1), Shell Variables). */
const NUMERIC: ReadonlySet<string> = new Set(
  "RANDOM SRANDOM SECONDS LINENO UID EUID PPID BASHPID EPOCHSECONDS COLUMNS LINES SHLVL OPTIND".split(" "),
);

/**
 * Returns the reason if a script evaluates a text as arithmetic that is only known at run time. A subscript in such a text runs
 * its substitutions: with `x='a[$(rm y)]'`, the command `echo $((x))` runs `rm y`.
 *
 * Values that the script itself sets to numbers count as known.
 */
export function runTimeArithmetic(script: string): string | undefined {
  if (
    !/\(\(|\$\[|\[\[|\$\{|\]\+?=|-v\s|\b(?:let|read|mapfile|readarray|getopts|wait|unset|declare|typeset|local|readonly|export|integer)\b/.test(
      script,
    )
  )
    return undefined;
  const { expansions, statements } = plainShellText(script);
  const tables = new Set<string>();
  const integers = new Set<string>();
  const unknown = new Set<string>();
  for (const [, builtin = "", words = ""] of statements.matchAll(SETTING)) {
    if (namesAtRunTime(builtin, words)) return REASON;
    const names = words.split(/\s+/).map((word) => word.split("=", 1)[0] ?? "");
    if (/^(?:read|mapfile|readarray|getopts|printf|wait)$/.test(builtin))
      for (const name of names) unknown.add(name);
    else if (/(?:^|\s)-[a-zA-Z]{0,8}A/.test(words)) for (const name of names) tables.add(name);
    else if (builtin === "integer" || /(?:^|\s)-[a-zA-Z]{0,8}i/.test(words))
      for (const name of names) integers.add(name);
  }
  const expressions = [...EXPRESSIONS].flatMap((each) => groups(expansions, each, tables));
  for (const [condition] of statements.matchAll(CONDITION)) {
    if (COMPARES.test(condition) && /\$\(|`/.test(condition.replace(NUMBER_COMMANDS, "0"))) return REASON;
    for (const each of STATEMENTS) expressions.push(...groups(condition, each, tables));
  }
  for (const [test] of statements.matchAll(TEST))
    expressions.push(...groups(test, STATEMENTS[2] as RegExp, tables));
  expressions.push(...groups(statements, LET, tables));
  for (const [, name = "", subscript = ""] of statements.matchAll(ELEMENT)) {
    if (!tables.has(name)) expressions.push(subscript);
  }
  const values = assignedValues(statements, expressions);
  for (const name of integers) {
    for (const value of values.get(name) ?? []) expressions.push(value.split(/[\s;&|)]/, 1)[0] ?? "");
  }
  const numbers = numericNames(values, unknown);
  return expressions.some((expression) => isUnknown(expression, numbers)) ? REASON : undefined;
}

const REASON = "a text that it evaluates as arithmetic may contain commands";

/** Returns the first group of every match, except subscripts of associative arrays and of whole arrays. */
function groups(text: string, pattern: RegExp, tables: ReadonlySet<string>): string[] {
  const found: string[] = [];
  for (const [whole, group = ""] of text.matchAll(pattern)) {
    const array = /^\$\{[#!]?(\w{1,64})\[/.exec(whole)?.[1];
    if (array !== undefined && (tables.has(array) || /^[@*]$/.test(group))) continue;
    found.push(group);
  }
  return found;
}

/** Options of `read` with a value that is not a name (bash(1)). */
const READ_VALUES = /(?:^|\s)-[a-zA-Z]{0,8}[dinNptu]\s{1,8}\S{1,300}/g;

/** Returns whether the name of the variable that a built-in sets is only known at run time. */
function namesAtRunTime(builtin: string, words: string): boolean {
  if (builtin === "printf") return /(?:^|\s)-v\s{0,8}\$/.test(words);
  if (builtin === "wait") return /(?:^|\s)-p\s{0,8}\$/.test(words);
  // The value of a reference is a name.
  if (/(?:^|\s)-[a-zA-Z]{0,8}n/.test(words) && /^(?:declare|typeset|local)$/.test(builtin))
    return words.includes("$");
  return /(?:^|\s)(?:\$|[A-Za-z_]\w{0,63}\[[^\]]{0,200}\$)/.test(
    builtin === "read" ? words.replace(READ_VALUES, " ") : words,
  );
}

/** Returns the values that a script sets, each with the text after it. A value in an expression is part of that expression. */
function assignedValues(statements: string, expressions: readonly string[]): ReadonlyMap<string, string[]> {
  const values = new Map<string, string[]>();
  const add = (name: string, value: string) => {
    const known = values.get(name);
    if (known === undefined) values.set(name, [value]);
    else known.push(value);
  };
  for (const found of statements.matchAll(ASSIGNMENT)) {
    const end = found.index + found[0].length;
    add(found[1] ?? "", statements.slice(end, end + 300));
  }
  for (const [, name = "", words = ""] of statements.matchAll(LOOP)) {
    const listed = words.trim();
    const areNumbers = SEQUENCE.test(listed) || listed.split(/\s+/).every((word) => NUMBER_WORD.test(word));
    add(name, areNumbers ? "0" : "unknown");
  }
  for (const expression of expressions) {
    for (const [, name = ""] of expression.matchAll(ASSIGNED)) add(name, "0");
  }
  return values;
}

const ASSIGNED = /(?<![\w$])([A-Za-z_]\w{0,63})\s{0,8}(?:[-+*/%&|^]|<<|>>)?=(?!=)/g;

/** Maximum number of variables in a row whose value is that of the next one. */
const MAX_REFERENCES = 3;

/** Returns the variables that only ever have numbers as values. */
function numericNames(
  values: ReadonlyMap<string, readonly string[]>,
  unknown: ReadonlySet<string>,
): ReadonlySet<string> {
  const numeric = new Set(NUMERIC);
  for (let step = 0; step <= MAX_REFERENCES; step += 1) {
    for (const [name, all] of values) {
      if (!unknown.has(name) && all.every((value) => isNumber(value, numeric))) numeric.add(name);
    }
  }
  return numeric;
}

function isNumber(value: string, numeric: ReadonlySet<string>): boolean {
  if (NUMBER_VALUE.test(value) || STARTS_WITH_NUMBER_COMMAND.test(value)) return true;
  const other = /^\$\{?([A-Za-z_]\w{0,63})\}?(?=[\s;&|)]|$)/.exec(value)?.[1];
  return other !== undefined && numeric.has(other);
}

function isUnknown(expression: string, numeric: ReadonlySet<string>): boolean {
  const rest = expression.replace(NUMBER_COMMANDS, " ").replace(CONSTANTS, " ");
  if (/\$\(|`|\$[\d@*]|\$\{[^A-Za-z_]/.test(rest)) return true;
  return (rest.match(/[A-Za-z_]\w{0,200}/g) ?? []).some((name) => !numeric.has(name));
}
