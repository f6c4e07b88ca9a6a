import { NAMED_WRAPPERS } from "./named-wrappers.js";
import { PLAIN_WRAPPERS } from "./plain-wrappers.js";
import { RUNNING_WRAPPERS } from "./running-wrappers.js";
import { SHELLS } from "./shells.js";
import type { WrapperOption, WrapperTable } from "./wrapper-table.js";

/** Every program that runs the command in its arguments, shells aside. */
export const WRAPPER_TABLES: readonly WrapperTable[] = [
  ...PLAIN_WRAPPERS,
  ...RUNNING_WRAPPERS,
  ...NAMED_WRAPPERS,
];

/** A wrapper of which every option is listed. */
export interface ListedWrapper {
  readonly table: WrapperTable;
  /** Finds the option of a spelling. */
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

/** Returns the table of a wrapper whose options are listed, by the bare name of the program. */
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

/** The bare, lower-case name of a program: `/usr/bin/RM` and `rm.exe` are `rm`. A loader loses its version. */
export function bareName(word: string): string {
  const name = word.slice(word.lastIndexOf("/") + 1) || word;
  return name
    .toLowerCase()
    .replace(/\.(?:exe|cmd|bat|com)$/, "")
    .replace(/^(ld-[\w-]{1,32}\.so|ld\.so)\.\d$/, "$1");
}
