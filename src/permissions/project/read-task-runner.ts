import { type ProgramTable, readByTable } from "../programs/index.js";
import { runnerTableOf } from "./compiled-programs.js";
import { isPassable } from "./passed-options.js";
import type { ProjectCommand, TaskRunner } from "./project-program.js";
import { TASK_RUNNERS } from "./task-runners.js";

const runnersByName = new Map<string, readonly (readonly [TaskRunner, ProgramTable])[]>();
for (const runner of TASK_RUNNERS) {
  const table = runnerTableOf(runner);
  for (const name of runner.names.split(" ")) {
    runnersByName.set(name, [...(runnersByName.get(name) ?? []), [runner, table]]);
  }
}

/** A name of a command that no program reads as anything else. */
const TASK_NAME = /^[A-Za-z0-9_][\w.:/+-]*$/;

/** Reads a command of a program that runs commands of the project; returns `undefined` if a word is not explained. */
export function readTaskRunner(name: string, parameters: readonly string[]): ProjectCommand | undefined {
  for (const [runner, table] of runnersByName.get(name) ?? []) {
    const read = readRunner(runner, table, parameters);
    if (read !== undefined) return read;
  }
  return undefined;
}

function readRunner(
  runner: TaskRunner,
  table: ProgramTable,
  given: readonly string[],
): ProjectCommand | undefined {
  const { defines, runs = "", after, hasDefault = false } = runner;
  const dashes = after === "passed" ? -1 : given.indexOf("--");
  if (dashes !== -1 && after !== "after-dashes") return undefined;
  const passed = dashes === -1 ? [] : given.slice(dashes + 1);
  let read = readOptions(table, dashes === -1 ? given : given.slice(0, dashes));
  let folders = read?.folders ?? [];
  const isNamed = runs.split(" ").includes(read?.operands[0] ?? "");
  if (isNamed && after === "passed" && read !== undefined) {
    // Options may also stand between `run` and the name.
    read = readOptions(table, read.operands.slice(1));
    folders = [...folders, ...(read?.folders ?? [])];
  }
  if (read === undefined || folders.length > 1) return undefined;
  const operands = isNamed && after !== "passed" ? read.operands.slice(1) : read.operands;
  const [first, ...rest] = after === "tasks" ? operands.filter((word) => !/^\d+$/.test(word)) : operands;
  const folder = folders[0] === undefined ? {} : { folder: folders[0] };
  if (first === undefined) {
    return hasDefault ? { needs: [{ file: defines, task: "" }], words: [], ...folder } : undefined;
  }
  const task = isNamed ? nameOf(first) : directName(runner, first);
  if (task === undefined) return undefined;
  if (after !== "tasks") {
    if (after === undefined ? rest.length > 0 : ![...rest, ...passed].every(isPassedOn)) return undefined;
    return { needs: [{ file: defines, task }], words: [], ...folder };
  }
  const others = rest.map((word) => directName(runner, word));
  if (others.includes(undefined)) return undefined;
  const tasks = [task, ...(others as string[])];
  return { needs: tasks.map((each) => ({ file: defines, task: each })), words: [], ...folder };
}

function readOptions(
  table: ProgramTable,
  words: readonly string[],
): { readonly operands: readonly string[]; readonly folders: readonly string[] } | undefined {
  const read = readByTable(table, words);
  if (read === undefined) return undefined;
  const wordsThat = (meaning: string) =>
    read.words.filter(({ is }) => is === meaning).map(({ word }) => word);
  return { operands: wordsThat("command"), folders: wordsThat("folder") };
}

function isPassedOn(word: string): boolean {
  return word === "--" || isPassable(word);
}

function nameOf(word: string): string | undefined {
  return TASK_NAME.test(word) ? word : undefined;
}

/** Returns the command that a word names without `run` before it. */
function directName({ direct = "", anyDirect, builtIn = "" }: TaskRunner, word: string): string | undefined {
  for (const each of direct.split(" ")) {
    const [name, task = name] = each.split(":");
    if (name === word) return task;
  }
  if (anyDirect !== true || builtIn.split(" ").includes(word)) return undefined;
  return nameOf(word);
}
