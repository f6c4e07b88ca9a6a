import { NAMED_WRAPPERS } from "./named-wrappers.js";
import { PLAIN_WRAPPERS } from "./plain-wrappers.js";
import { RUNNING_WRAPPERS } from "./running-wrappers.js";
import { SHELLS } from "./shells.js";
import type { WrapperOption, WrapperTable } from "./wrapper-table.js";

/** Every program that runs the command in its arguments, except shells. */
export const WRAPPER_TABLES: readonly WrapperTable[] = [
  ...PLAIN_WRAPPERS,
  ...RUNNING_WRAPPERS,
  ...NAMED_WRAPPERS,
];

/** A wrapper with a complete list of options. */
export interface ListedWrapper {
  readonly table: WrapperTable;
  /** Returns the option with a spelling. */
  readonly find: (name: string) => WrapperOption | undefined;
}

const listed: ReadonlyMap<string, ListedWrapper> = new Map(
  WRAPPER_TABLES.flatMap((table) => {
    if (table.options === undefined) return [];
    const rows = new Map(
      table.options.flatMap((row) => row.names.split(" ").map((name) => [name, row] as const)),
    );
    const wrapper: ListedWrapper = { table, find: (name) => rows.get(name) };
    return table.names.split(" ").map((name) => [name, wrapper] as const);
  }),
);

/** Returns the table of a wrapper with a complete list of options, by the bare name of the program. */
export function listedWrapper(name: string): ListedWrapper | undefined {
  return listed.get(name);
}

/** Programs that run the command in their arguments, shells included. */
export const WRAPPERS: ReadonlySet<string> = new Set([
  ...SHELLS,
  ...WRAPPER_TABLES.flatMap(({ names }) => names.split(" ")),
]);

/** Wrappers whose first operand is a folder, a lock file, a host, a user or a mask, not the command. */
export const WITH_OPERAND: ReadonlySet<string> = new Set(
  WRAPPER_TABLES.flatMap(({ names, operands = [] }) =>
    operands.some((operand) => operand !== "amount") ? names.split(" ") : [],
  ),
);

/** Returns the bare, lower-case name of a program: `/usr/bin/RM` and `rm.exe` are `rm`. The version of a loader is removed. */
export function bareName(word: string): string {
  const name = (word.slice(word.lastIndexOf("/") + 1) || word).toLowerCase();
  if (!name.includes(".")) return name;
  return name.replace(/\.(?:exe|cmd|bat|com)$/, "").replace(/^(ld-[\w-]{1,32}\.so|ld\.so)\.\d$/, "$1");
}
