/** One line of the report: what was measured, and against which limit of the same run. */
export interface BenchRow {
  readonly name: string;
  readonly value: number;
  readonly unit: string;
  /** What the bare machine takes for the same work, in the same unit and run. */
  readonly limit?: number;
  /** `value / limit`. */
  readonly ratio?: number;
  /** What the design asks for, in words. */
  readonly goal?: string;
}
