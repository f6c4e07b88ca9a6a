import { describe, expect, it } from "vitest";
import { createWaitNamer } from "../../../src/batching/conflicts/index.js";
import { type CallProfile, directoryKey, fileKey, MAX_NAMED_WAITS } from "../../../src/batching/index.js";
import { createBatchFormer } from "../../../src/batching/plan/index.js";
import { startStopwatch } from "../../processor-time.js";

const COUNT = 30_000;
/** Of the fastest attempt. Work for each earlier call takes at least four times as long. */
const MAX_MS = 4;
const ATTEMPTS = 3;

const read = (index: number): CallProfile => ({
  keys: [fileKey(`/home/user/project/src/folder${index % 300}/file${index}.ts`, "read")],
});
const edit = (index: number): CallProfile => ({
  keys: [fileKey(`/home/user/project/src/folder${index % 300}/file${index}.ts`, "write")],
});
const removal: CallProfile = { keys: [directoryKey("/home/user/project", "write", "subtree")] };

/** The processor time of the last step in milliseconds, and its value. */
function fastest<Value>(prepare: () => () => Value): { readonly elapsedMs: number; readonly value: Value } {
  const attempts = Array.from({ length: ATTEMPTS }, () => {
    const step = prepare();
    const elapsed = startStopwatch();
    const value = step();
    return { elapsedMs: elapsed(), value };
  });
  return attempts.reduce((one, other) => (one.elapsedMs < other.elapsedMs ? one : other));
}

describe.each<[string, (index: number) => CallProfile, CallProfile]>([
  ["a command after reads", read, "all"],
  ["a command after edits", edit, "all"],
  ["the removal of a folder after reads in it", read, removal],
  ["the removal of a folder after edits in it", edit, removal],
])("%s", (_title, earlier, last) => {
  it("a call after many is planned in a time that does not depend on their number", () => {
    const { elapsedMs, value } = fastest(() => {
      const namer = createWaitNamer<number>();
      for (let index = 0; index < COUNT; index += 1) namer.next(index, earlier(index));
      return () => namer.next(COUNT, last);
    });
    expect(value.named).toHaveLength(MAX_NAMED_WAITS);
    expect(value.more).toBe(true);
    expect(elapsedMs).toBeLessThan(MAX_MS);
  });

  it("opens a batch in a time that does not depend on their number", () => {
    const { elapsedMs, value } = fastest(() => {
      const former = createBatchFormer();
      for (let index = 0; index < COUNT; index += 1) former.opensBatch(earlier(index));
      return () => former.opensBatch(last);
    });
    expect(value).toBe(true);
    expect(elapsedMs).toBeLessThan(MAX_MS);
  });
});

it("names a wait for a call in a removed folder whose path is cached", () => {
  const namer = createWaitNamer<string>();
  namer.next("first read", read(0));
  namer.next("removal", removal);
  expect(namer.next("second read", read(0)).named).toEqual(["removal"]);
  expect(namer.next("second removal", removal).named).toContain("second read");
});
