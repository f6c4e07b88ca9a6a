import { type ProgramTable, type ReadWord, readByTable } from "../programs/index.js";
import { doubleDash, globalTableOf, passedTableOf, tableOf } from "./compiled-programs.js";
import { PROJECT_PROGRAMS } from "./programs/index.js";
import type { ProjectAction, ProjectCommand, ProjectProgram } from "./project-program.js";
import { readTaskRunner } from "./read-task-runner.js";
import { LAUNCHERS } from "./task-runners.js";

/**
 * Reads a command by the tables of projects; returns `undefined` if they do not explain every word.
 *
 * @example
 * readProjectCommand(["npm", "run", "build"]); // { needs: [{ file: "package.json", task: "build" }], words: [] }
 */
export function readProjectCommand(words: readonly string[]): ProjectCommand | undefined {
  const [name = "", ...parameters] = words;
  for (const program of programsByName.get(name) ?? []) {
    if (isOnlyModule(program)) continue;
    const read = readProjectProgram(program, parameters);
    if (read !== undefined) return read;
  }
  return readLaunched(words) ?? readTaskRunner(name, parameters);
}

const programsByName = new Map<string, ProjectProgram[]>();
for (const program of PROJECT_PROGRAMS) {
  for (const name of program.names.split(" ")) {
    programsByName.set(name, [...(programsByName.get(name) ?? []), program]);
  }
}

/** `unittest`, `compileall` and `build` are modules, not programs. */
function isOnlyModule({ isModule, launchedBy }: ProjectProgram): boolean {
  return isModule === true && launchedBy === undefined;
}

const tables = new WeakMap<ProjectProgram | ProjectAction, ProgramTable>();

function once(key: ProjectProgram | ProjectAction, create: () => ProgramTable): ProgramTable {
  const known = tables.get(key) ?? create();
  tables.set(key, known);
  return known;
}

function readProjectProgram(program: ProjectProgram, given: readonly string[]): ProjectCommand | undefined {
  const dashes = given.indexOf("--");
  const passed = dashes === -1 ? undefined : given.slice(dashes + 1);
  const written = dashes === -1 ? given : given.slice(0, dashes);
  const parameters = program.singleDash === true ? written.map(doubleDash) : written;
  let named: readonly string[] | undefined;
  for (const action of program.actions) {
    if (action.names !== undefined) named ??= actionWords(program, parameters);
    const rest = action.names === undefined ? parameters : afterAction(action.names, named);
    if (rest === undefined) continue;
    const read = readByTable(
      once(action, () => tableOf(program, action)),
      rest,
    );
    if (read === undefined) continue;
    if (passed !== undefined && !isPassed(program, action, passed)) continue;
    if (action.operands === "actions" && !operandsAreActions(action, read.words)) continue;
    return projectCommand(program, action, read.words);
  }
  return undefined;
}

/** Returns the name of an action and the words after it, or an empty list if the options before them are unknown. */
function actionWords(program: ProjectProgram, parameters: readonly string[]): readonly string[] {
  const read = readByTable(
    once(program, () => globalTableOf(program)),
    parameters,
  );
  return (read?.words ?? []).filter(({ is }) => is === "command").map(({ word }) => word);
}

/** Returns the words after the name of an action, or `undefined` if they name another one. */
function afterAction(names: string, words: readonly string[] = []): readonly string[] | undefined {
  const [first, ...rest] = words;
  return first !== undefined && names.split(" ").includes(actionName(first)) ? rest : undefined;
}

/** Returns the name of an action without the path of a module before it: `:app:test` of Gradle is `test`. */
function actionName(word: string): string {
  return word.startsWith(":") ? (word.split(":").at(-1) ?? "") : word;
}

function operandsAreActions({ names = "" }: ProjectAction, words: readonly ReadWord[]): boolean {
  const known = names.split(" ");
  return words.every(({ is, word }) => is !== "command" || known.includes(actionName(word)));
}

function isPassed(program: ProjectProgram, { passes }: ProjectAction, passed: readonly string[]): boolean {
  return passes !== undefined && readByTable(passedTableOf(program.names, passes), passed) !== undefined;
}

function projectCommand(
  { marker }: ProjectProgram,
  { operands }: ProjectAction,
  read: readonly ReadWord[],
): ProjectCommand | undefined {
  const folders = read.filter(({ is }) => is === "folder");
  if (folders.length > 1) return undefined;
  const words = read.flatMap((each): readonly ReadWord[] => {
    if (each.is === "output") return [each];
    if (each.is !== "below") return [];
    return operands === "changed" ? [each, { is: "output", word: each.word }] : [each];
  });
  const command = { needs: marker === undefined ? [] : [{ file: marker }], words };
  const [folder] = folders;
  return folder === undefined ? command : { ...command, folder: folder.word };
}

function readLaunched(words: readonly string[]): ProjectCommand | undefined {
  for (const { words: launcher, of, options = "" } of LAUNCHERS) {
    const rest = afterLauncher(words, launcher, options);
    const [name = ""] = rest ?? [];
    if (rest === undefined) continue;
    for (const program of programsByName.get(name) ?? []) {
      const isLaunched =
        of === "javascript"
          ? program.inPackage
          : of === "module"
            ? program.isModule
            : program.launchedBy === of;
      if (isLaunched !== true) continue;
      const read = readProjectProgram(program, rest.slice(1));
      if (read === undefined) continue;
      if (of !== "javascript") return read;
      return { ...read, needs: [...read.needs, { file: "node_modules/.bin", task: name }] };
    }
  }
  return undefined;
}

function afterLauncher(
  words: readonly string[],
  launcher: string,
  options: string,
): readonly string[] | undefined {
  const [first = ""] = words;
  if (launcher.endsWith("/")) {
    return first.startsWith(launcher) ? [first.slice(launcher.length), ...words.slice(1)] : undefined;
  }
  // Most commands have another first word.
  if (!launcher.startsWith(first)) return undefined;
  const start = launcher.split(" ");
  if (!start.every((word, index) => words[index] === word)) return undefined;
  const known = options.split(" ");
  let next = start.length;
  while (next < words.length && known.includes(words[next] as string)) next += 1;
  return words.slice(next);
}
