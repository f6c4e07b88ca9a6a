/** A promise that the test settles by hand. */
export class HandSettled<Value = void> {
  readonly promise: Promise<Value>;
  resolve!: (value: Value) => void;
  reject!: (reason: unknown) => void;

  constructor() {
    this.promise = new Promise((resolve, reject) => {
      this.resolve = resolve;
      this.reject = reject;
    });
    // A test that lets it reject says so where it awaits the task.
    this.promise.catch(() => undefined);
  }
}

/** Lets everything that is due now happen: a few rounds of the microtask queue, no time. */
export async function settled(): Promise<void> {
  for (let round = 0; round < 6; round++) await undefined;
}
