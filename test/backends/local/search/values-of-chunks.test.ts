import { describe, expect, it } from "vitest";
import { valuesOfChunks } from "../../../../src/backends/local/search/values-of-chunks.js";

/** Yields chunks of numbers and records what happens. */
async function* chunks(log: string[], ...sizes: number[]): AsyncGenerator<Iterable<number>, void, undefined> {
  let next = 0;
  try {
    for (const size of sizes) {
      log.push(`chunk of ${size}`);
      const first = next;
      next += size;
      yield (function* () {
        for (let value = first; value < first + size; value += 1) {
          log.push(`${value}`);
          yield value;
        }
      })();
    }
  } finally {
    log.push("end");
  }
}

async function all<Value>(values: AsyncIterable<Value>): Promise<Value[]> {
  const found: Value[] = [];
  for await (const value of values) found.push(value);
  return found;
}

describe("valuesOfChunks", () => {
  it("returns the values in order, across empty chunks", async () => {
    const log: string[] = [];
    expect(await all(valuesOfChunks(chunks(log, 0, 2, 0, 0, 1)))).toEqual([0, 1, 2]);
    expect(log.at(-1)).toBe("end");
    expect(await all(valuesOfChunks(chunks(log)))).toEqual([]);
  });

  it("reads a value when it is requested, and a chunk when the one before is read", async () => {
    const log: string[] = [];
    for await (const value of valuesOfChunks(chunks(log, 2, 2))) log.push(`got ${value}`);
    const values = ["0", "got 0", "1", "got 1"];
    expect(log).toEqual(["chunk of 2", ...values, "chunk of 2", "2", "got 2", "3", "got 3", "end"]);
  });

  it("ends the generator of the chunks when the loop is left in a chunk", async () => {
    const log: string[] = [];
    for await (const value of valuesOfChunks(chunks(log, 3, 3))) if (value === 1) break;
    expect(log).toEqual(["chunk of 3", "0", "1", "end"]);
  });

  it("starts nothing when it is left before the first value", async () => {
    const log: string[] = [];
    const values = valuesOfChunks(chunks(log, 3));
    expect(await values.return?.()).toEqual({ value: undefined, done: true });
    expect(await values.next()).toEqual({ value: undefined, done: true });
    expect(log).toEqual([]);
  });

  it.each([0, 1])(
    "throws an error of a chunk at value %i, ends the generator first, and is over",
    async (at) => {
      const log: string[] = [];
      const failing = async function* () {
        try {
          yield (function* () {
            for (let value = 0; ; value += 1) {
              if (value === at) throw new Error("unreadable");
              yield value;
            }
          })();
        } finally {
          log.push("end");
        }
      };
      const values = valuesOfChunks(failing());
      for (let value = 0; value < at; value += 1) expect((await values.next()).value).toBe(value);
      await expect(values.next()).rejects.toThrow("unreadable");
      expect(log).toEqual(["end"]);
      expect((await values.next()).done).toBe(true);
    },
  );

  it("answers requests made at the same time in their order, and then a return", async () => {
    const log: string[] = [];
    const values = valuesOfChunks(chunks(log, 1, 0, 2, 5));
    const requests = [
      values.next(),
      values.next(),
      values.next(),
      values.next(),
      values.return?.(),
      values.next(),
    ];
    const answers = await Promise.all(requests);
    expect(answers.map((answer) => answer?.value)).toEqual([0, 1, 2, 3, undefined, undefined]);
    expect(answers.at(-1)?.done).toBe(true);
    expect(log.at(-1)).toBe("end");
  });
});
