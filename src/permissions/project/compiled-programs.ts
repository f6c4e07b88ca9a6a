import type { OperandRow, OptionRow, ProgramTable, ValuePattern, WordMeaning } from "../programs/index.js";
import type { ProjectAction, ProjectOptions, ProjectProgram, TaskRunner } from "./project-program.js";

const OPERANDS: Readonly<Record<NonNullable<ProjectAction["operands"]>, OperandRow>> = {
  files: { is: "below", count: "many" },
  changed: { is: "below", count: "many" },
  words: { is: "text", count: "many", accepts: "no-dash" },
  names: { is: "text", count: "many", accepts: "plain-name" },
  targets: { is: "text", count: "many", accepts: "plain-target" },
  actions: { is: "command", count: "many", accepts: "plain-name" },
};

const MEANINGS: Readonly<Record<string, Pick<OptionRow, "is" | "accepts">>> = {
  text: { is: "text", accepts: "no-dash" },
  name: { is: "text", accepts: "plain-name" },
  file: { is: "below", accepts: "no-dash" },
  folder: { is: "folder", accepts: "no-dash" },
  output: { is: "output", accepts: "no-dash" },
};

/** Returns the table of one action, for the words after its name. */
export function tableOf(program: ProjectProgram, action: ProjectAction): ProgramTable {
  const { needs, operands } = action;
  const table: ProgramTable = {
    names: action.names ?? program.names,
    manuals: [],
    effect: "asks",
    style: program.optionsFirst === true ? "first" : "anywhere",
    options: optionRows(action.options, { singleDash: program.singleDash === true }),
    operands: operands === undefined ? [] : [OPERANDS[operands]],
  };
  return needs === undefined ? table : { ...table, needs };
}

/** Returns the table of the options before an action. The first operand is the action. */
export function globalTableOf({ names, before = "", singleDash }: ProjectProgram): ProgramTable {
  return table(names, optionRows(before, { singleDash: singleDash === true }), "first");
}

/** Returns the table of a task runner. */
export function runnerTableOf({ names, options, after }: TaskRunner): ProgramTable {
  return table(names, optionRows(options, { singleDash: false }), after === "passed" ? "first" : "anywhere");
}

/** Returns the table of options that a program passes on. */
export function passedTableOf(names: string, passes: ProjectOptions): ProgramTable {
  return {
    ...table(names, optionRows(passes, { singleDash: false }), "anywhere"),
    operands: [OPERANDS.words],
  };
}

function table(
  names: string,
  options: readonly OptionRow[],
  style: NonNullable<ProgramTable["style"]>,
): ProgramTable {
  return { names, manuals: [], effect: "asks", style, options, operands: [{ is: "command", count: "many" }] };
}

function optionRows(
  options: ProjectOptions,
  { singleDash }: { readonly singleDash: boolean },
): readonly OptionRow[] {
  return options
    .split(" ")
    .filter(Boolean)
    .map((written) => optionRow(written, { singleDash }));
}

function optionRow(written: string, { singleDash }: { readonly singleDash: boolean }): OptionRow {
  const [option = "", value] = written.split("=");
  const meaning = value?.replace("?", "");
  const names = singleDash ? doubleDash(option) : option;
  const flag: ValuePattern = "switch-value";
  if (meaning === undefined) return { names, value: "optional", is: "text", accepts: flag };
  const { is, accepts } = MEANINGS[meaning] as { is: WordMeaning; accepts: ValuePattern };
  return { names, value: value?.startsWith("?") === true ? "optional" : "required", is, accepts };
}

/** Returns an option in the form with two dashes. */
export function doubleDash(word: string): string {
  return /^-[A-Za-z][^=]/.test(word) ? `-${word}` : word;
}
