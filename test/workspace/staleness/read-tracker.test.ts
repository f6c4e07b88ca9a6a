import { describe, expect, it } from "vitest";
import { KnownContent } from "../../../src/workspace/staleness/known-content.js";
import { ReadTracker } from "../../../src/workspace/staleness/read-tracker.js";

const content = () => KnownContent.ofHash("0".repeat(64));
const pathsOf = (tracker: ReadTracker) => [...tracker.records()].map(([path]) => path);

describe("a tracker of a session's reads", () => {
  it("knows records that were restored without knowledge of the volume by each spelling", () => {
    const session = { memory: new Map<symbol, unknown>() };
    const volume = { caseSensitive: false };
    new ReadTracker(session, volume).recordWhole("/p/One.txt", content());
    new ReadTracker(session).recordWhole("/p/Two.txt", content());
    const tracker = new ReadTracker(session, volume);
    tracker.forget("/p/ONE.TXT");
    tracker.forget("/p/TWO.TXT");
    expect(pathsOf(tracker)).toEqual([]);
  });

  it("looks at no file that the session has read when it is created", () => {
    const session = { memory: new Map<symbol, unknown>() };
    const volume = { caseSensitive: true };
    const first = new ReadTracker(session, volume);
    for (let index = 0; index < 20; index += 1) first.recordWhole(`/p/${index}.txt`, content());
    const records = [...session.memory.values()][0] as { readonly byPath: Map<string, unknown> };
    let visits = 0;
    const entries = records.byPath.entries.bind(records.byPath);
    records.byPath[Symbol.iterator] = () => {
      visits += 1;
      return entries();
    };
    new ReadTracker(session, volume);
    expect(visits).toBe(0);
    // A restored record is a reason to look at all of them, once.
    new ReadTracker(session).recordWhole("/p/restored.txt", content());
    new ReadTracker(session, volume);
    new ReadTracker(session, volume);
    expect(visits).toBe(1);
  });
});
