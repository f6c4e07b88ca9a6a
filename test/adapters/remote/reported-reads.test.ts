import { createHash } from "node:crypto";
import { expect, it } from "vitest";
import { ReportedReads } from "../../../src/adapters/remote/worker/reported-reads.js";
import { KnownContent, ReadTracker } from "../../../src/workspace/index.js";

const session = () => ({ memory: new Map<unknown, unknown>() }) as never;
const content = (text: string) => new KnownContent(new TextEncoder().encode(text));
const hash = (text: string) => createHash("sha256").update(text).digest("hex");

it("ReportedReads reports each record once, and again after another read", async () => {
  const own = session();
  const [reads, tracker] = [new ReportedReads(), new ReadTracker(own)];
  tracker.recordWhole("/a", content("one"));
  tracker.recordWhole("/b", content("b".repeat(100_000)));
  expect(await reads.news(own)).toEqual([
    { path: "/a", hash: hash("one") },
    { path: "/b", hash: hash("b".repeat(100_000)) },
  ]);
  expect(await reads.news(own)).toEqual([]);
  tracker.recordWhole("/a", content("two"));
  expect(await reads.news(own)).toEqual([{ path: "/a", hash: hash("two") }]);
});

it("ReportedReads reports neither what was forgotten nor what its host has brought", async () => {
  const own = session();
  const [reads, tracker] = [new ReportedReads(), new ReadTracker(own)];
  expect(await reads.news(own)).toEqual([]);
  tracker.recordWhole("/a", content("one"));
  tracker.recordWhole("/b", content("two"));
  tracker.forget("/a");
  tracker.move("/b", "/c");
  reads.restore(own, [{ path: "/d", hash: hash("d") }]);
  expect(await reads.news(own)).toEqual([{ path: "/c", hash: hash("two") }]);
});

it("ReportedReads reports a record in one of two answers that end at the same time", async () => {
  const own = session();
  const [reads, tracker] = [new ReportedReads(), new ReadTracker(own)];
  tracker.recordWhole("/a", content("one"));
  const both = await Promise.all([reads.news(own), reads.news(own)]);
  expect(both.map((each) => each.length).sort()).toEqual([0, 1]);
});

it("ReportedReads reports more records than fit into one message with the next answers", async () => {
  const own = session();
  const [reads, tracker] = [new ReportedReads(), new ReadTracker(own)];
  for (let index = 0; index < 2_500; index += 1) tracker.recordWhole(`/${index}`, content(`${index}`));
  const counts = [];
  for (let answer = 0; answer < 4; answer += 1) counts.push((await reads.news(own)).length);
  expect(counts).toEqual([1_000, 1_000, 500, 0]);
  // The next answer looks through none of them.
  expect(tracker.unseen.size).toBe(0);
});
