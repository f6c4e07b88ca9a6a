/** A promise that the test settles manually. */
export class HandSettled<Value = void> {
  readonly promise: Promise<Value>;
  resolve!: (value: Value) => void;
  reject!: (reason: unknown) => void;

  constructor() {
    this.promise = new Promise((resolve, reject) => {
      this.resolve = resolve;
      this.reject = reject;
    });
    // A test that lets it reject checks that where it awaits the task.
    this.promise.catch(() => undefined);
  }
}

/** Waits until all due reactions have run: a few rounds of the microtask queue, without a timer. */
export async function settled(): Promise<void> {
  for (let round = 0; round < 6; round++) await undefined;
}
