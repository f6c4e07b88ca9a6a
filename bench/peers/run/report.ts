/** The outcome of one row for one peer. */
export type Cell =
  | { readonly kind: "none" }
  | { readonly kind: "failed"; readonly reason: string }
  | {
      readonly kind: "measured";
      readonly value: number;
      /** The value divided by that of bare Node in the same row. */
      readonly ratio?: number;
      /** Processor time of one repetition in milliseconds (mean), with that of child processes and servers. */
      readonly processorMs?: number;
      /** Growth of the memory of the process (and its server) at the peak, in megabytes. */
      readonly memoryMb?: number;
    }
  | { readonly kind: "counted"; readonly text: string; readonly score: number };

/** One row of a report. */
export interface ReportRow {
  readonly id: string;
  readonly title: string;
  readonly unit?: "ms" | "MB";
  /** The outcome of each peer by its id. */
  readonly cells: Readonly<Record<string, Cell>>;
}

/** A measured product. */
export interface ReportPeer {
  readonly id: string;
  readonly title: string;
  readonly package?: string;
  readonly version?: string;
}

/** The machine and the versions of a run. */
export interface ReportMachine {
  readonly processor: string;
  readonly cores: number;
  readonly memoryGb: number;
  readonly system: string;
  readonly node: string;
  /** Programs that some peers use, with their versions. */
  readonly programs: Readonly<Record<string, string>>;
  /** The load of the machine before the run (average of one minute). */
  readonly load: number;
}

/** One run of the comparison: the content of `results.json`. */
export interface PeersReport {
  readonly date: string;
  readonly machine: ReportMachine;
  /** Files of the searched tree. */
  readonly files: number;
  readonly peers: readonly ReportPeer[];
  readonly rows: readonly ReportRow[];
  /** Conditions of this run that a reader of the figures must know, printed below the machine. */
  readonly notes?: readonly string[];
}
