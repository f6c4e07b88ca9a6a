import type { PeerTools } from "../adapters/index.js";

/** One repetition of the work of a row, with what surrounds it. */
export interface TimedWork {
  /** Prepares one repetition, outside the measured time. */
  readonly before?: () => void;
  readonly work: () => Promise<string>;
  /** Returns what is wrong with the result, or `undefined`. */
  readonly check: (result: string) => string | undefined;
}

/** Where a row runs. */
export interface RowPlace {
  /** The folder that the tools were opened in. */
  readonly folder: string;
}

/** A row whose work is timed, in alternation with the other peers. */
export interface TimedRow {
  readonly type: "timed";
  readonly id: string;
  readonly title: string;
  /** Rows of a group run in one process of each peer, one after the other. */
  readonly group: string;
  /** The name of the tool that the row needs. */
  readonly needs: "read" | "edit" | "grep" | "glob" | "command";
  /** Whether the row reads lines in the middle of a file. */
  readonly needsRanges?: boolean;
  readonly repetitions: number;
  /** The files of the row; rows with the same fixture share its folder. Default: an empty folder for each peer. */
  readonly fixture?: Fixture;
  readonly prepare: (tools: PeerTools, place: RowPlace) => TimedWork;
}

/** A row that counts what a peer does correctly. */
export interface CheckRow {
  readonly type: "check";
  readonly id: string;
  readonly title: string;
  readonly group: string;
  readonly needs: "read" | "edit" | "grep" | "glob" | "command";
  readonly count: (tools: PeerTools, place: RowPlace) => Promise<Count>;
}

/** A count: `text` for readers, `score` to compare (higher is better). */
export interface Count {
  readonly text: string;
  readonly score: number;
}

/** Files that rows work on. */
export interface Fixture {
  readonly name: string;
  readonly write: (folder: string, options: FixtureOptions) => void;
}

/** Sizes of fixtures. */
export interface FixtureOptions {
  readonly files: number;
}

/** A row that a worker process runs for one peer. */
export type Row = TimedRow | CheckRow;
