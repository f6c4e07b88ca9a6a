import { describe, expect, it } from "vitest";
import { type ReadPage, readOperation } from "../../../../src/tools/index.js";
import { createWorkbench } from "../../workbench.js";

const lines = (count: number) => Array.from({ length: count }, (_, index) => `${index + 1}\n`).join("");

describe("reading a page of a file", () => {
  it.each<[ReadPage, number, number]>([
    [{ firstLine: 0 }, 1, 500],
    [{ firstLine: 1 }, 1, 500],
    [{ firstLine: 0, offset: 0, limit: 2 }, 1, 2],
    [{ firstLine: 0, offset: 3, limit: 2 }, 4, 5],
    [{ firstLine: 1, offset: 3, limit: 2 }, 3, 4],
    // Counted from 1, there is no line 0: it means the first line.
    [{ firstLine: 1, offset: 0, limit: 2 }, 1, 2],
    [{ firstLine: 0, offset: 10 }, 11, 510],
    [{ firstLine: 0, offset: 590 }, 591, 600],
    [{ firstLine: 1, limit: Number.POSITIVE_INFINITY }, 1, 600],
    [{ firstLine: 0, limit: 1e300 }, 1, 600],
  ])("reads for %j the lines %i to %i", async (page, first, last) => {
    const bench = await createWorkbench();
    await bench.write({ "a.txt": lines(600) });
    const read = await bench.run(readOperation, { path: "a.txt", page });
    if (read.type !== "text") throw new Error("no text");
    expect([read.firstLine, Number(read.lines[0]), Number(read.lines.at(-1))]).toEqual([first, first, last]);
  });

  it("returns the next range when a limit ended the read, not when the page did", async () => {
    const bench = await createWorkbench();
    await bench.write({ "a.txt": lines(1_200) });
    const truncationOf = async (page: ReadPage) => {
      const read = await bench.run(readOperation, { path: "a.txt", page, limits: { maxLines: 600 } });
      return "truncation" in read ? read.truncation : undefined;
    };
    expect(await truncationOf({ firstLine: 0, offset: 10, limit: 5 })).toBeUndefined();
    expect(await truncationOf({ firstLine: 0, offset: 10 })).toMatchObject({
      limit: "default-lines",
      next: { startLine: 511 },
    });
    expect(await truncationOf({ firstLine: 0, limit: 900 })).toMatchObject({
      limit: "max-lines",
      next: { startLine: 601, endLine: 900 },
    });
    expect(await truncationOf({ firstLine: 0, offset: 1_000 })).toBeUndefined();
  });

  it.each<[ReadPage, string]>([
    [{ firstLine: 1, offset: -3 }, "from must be an integer of at least 1, but it is -3."],
    [{ firstLine: 0, offset: Number.NaN }, "from must be an integer of at least 0, but it is NaN."],
    [{ firstLine: 0, limit: -1 }, "count must be at least 1, but it is -1."],
    [{ firstLine: 0, limit: 0.5 }, "count must be an integer, but it is 0.5."],
  ])("refuses %j in the words that the model knows", async (page, words) => {
    const bench = await createWorkbench();
    await bench.write({ "a.txt": "x" });
    const wording = { offset: "from", limit: "count" };
    const refused = await bench.failure(readOperation, { path: "a.txt", page, wording });
    expect(refused.code).toBe("invalid-input");
    expect(refused.message).toContain(words);
  });

  it("explains how to request a part of a file that is too large to read whole", async () => {
    const bench = await createWorkbench();
    await bench.write({ "a.txt": lines(20_000) });
    const refused = await bench.failure(readOperation, { path: "a.txt", page: { firstLine: 1 } });
    expect(refused.code).toBe("file-too-large");
    expect(refused.message).toContain("Read a part of it with offset and limit, for example 1 and 500,");
  });
});
