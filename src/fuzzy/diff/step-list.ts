/** One step of a diff: `[from, to)` of the old sequence became `[from, to)` of the new one. */
export interface DiffStep {
  readonly kind: "keep" | "change";
  readonly oldFrom: number;
  readonly oldTo: number;
  readonly newFrom: number;
  readonly newTo: number;
}

/** The steps of a diff in sequence, each as long as possible. */
export class StepList {
  readonly all: DiffStep[] = [];

  /** Appends a step over some entries of both sequences, and merges it with the previous one of the same kind. */
  add(kind: DiffStep["kind"], oldCount: number, newCount: number): void {
    if (oldCount === 0 && newCount === 0) return;
    const last = this.all.at(-1);
    const { oldTo = 0, newTo = 0 } = last ?? {};
    const end = { oldTo: oldTo + oldCount, newTo: newTo + newCount };
    if (last?.kind === kind) this.all[this.all.length - 1] = { ...last, ...end };
    else this.all.push({ kind, oldFrom: oldTo, newFrom: newTo, ...end });
  }
}
