/** One row of the report: a measured value and the limit of the same run. */
export interface BenchRow {
  readonly name: string;
  readonly value: number;
  readonly unit: string;
  /** The value of the same work without Collet, in the same unit and run. */
  readonly limit?: number;
  /** `value / limit`. */
  readonly ratio?: number;
  /** Whether the value is a count that does not depend on the speed of the machine; `--check` compares it. */
  readonly isCount?: boolean;
  /** Name of the row in the baseline. Default: `name`. */
  readonly key?: string;
  /** The goal of the design, as text. */
  readonly goal?: string;
}
