/** One row of the report: a measured value and the limit of the same run. */
export interface BenchRow {
  readonly name: string;
  readonly value: number;
  readonly unit: string;
  /** The value of the same work without Collet, in the same unit and run. */
  readonly limit?: number;
  /** `value / limit`. */
  readonly ratio?: number;
  /** The goal of the design, as text. */
  readonly goal?: string;
}
