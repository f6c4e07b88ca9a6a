import { type OptionRow, PLATFORMS, type Platform, type ProgramTable } from "./program-table.js";
import { PROGRAM_TABLES } from "./program-tables.js";

/** Finds the row of an option by its name; `elsewhere` if only another manual has it. */
export type Lookup = (name: string) => OptionRow | "elsewhere" | undefined;

const tableByName = new Map(
  PROGRAM_TABLES.flatMap((table) => table.names.split(" ").map((name) => [name, table] as const)),
);

/** Returns the table of a program. */
export function tableOf(name: string): ProgramTable | undefined {
  return tableByName.get(name);
}

/** The names of a table in a form that is quick to search. */
export interface TableIndex {
  readonly alone: ReadonlySet<string>;
  readonly subcommands: ReadonlyMap<string, ProgramTable>;
  /** Finds the options of all manuals. */
  readonly everywhere: Lookup;
  /** Finds the options of one manual each; one for all if the manuals are the same. */
  readonly lookups: readonly Lookup[];
  /** The options that manuals define in different ways. */
  readonly differing: ReadonlySet<string>;
}

// Created once for each table, because commands are read on every call.
const indexes = new WeakMap<ProgramTable, TableIndex>();

/** Returns the index of a table, which is created once. */
export function tableIndex(table: ProgramTable): TableIndex {
  let index = indexes.get(table);
  if (index === undefined) {
    index = createIndex(table);
    indexes.set(table, index);
  }
  return index;
}

function createIndex({ alone = "", subcommands = [], options }: ProgramTable): TableIndex {
  const differing = options.filter(({ on }) => on !== undefined).flatMap(({ names }) => names.split(" "));
  const everywhere = lookup(options, undefined);
  return {
    alone: new Set(alone.split(" ")),
    // The first of two tables with the same name counts.
    subcommands: new Map(
      subcommands.toReversed().flatMap((each) => each.names.split(" ").map((name) => [name, each] as const)),
    ),
    everywhere,
    lookups: differing.length === 0 ? [everywhere] : PLATFORMS.map((platform) => lookup(options, platform)),
    differing: new Set(differing),
  };
}

function lookup(options: readonly OptionRow[], platform: Platform | undefined): Lookup {
  const rows = new Map<string, OptionRow | "elsewhere">();
  for (const row of options) {
    const here = row.on === undefined || platform === undefined || row.on.includes(platform);
    for (const name of row.names.split(" ")) {
      if (here) rows.set(name, row);
      else if (!rows.has(name)) rows.set(name, "elsewhere");
    }
  }
  return (name) => rows.get(name);
}
