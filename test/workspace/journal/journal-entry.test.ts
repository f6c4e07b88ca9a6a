import { posix } from "node:path";
import { describe, expect, it } from "vitest";
import { concerns, journalEntry } from "../../../src/workspace/journal/journal-entry.js";

const changeOf = (path: string) => journalEntry([{ path, kind: "modified" } as never]);
const volume = (caseSensitive: boolean) => ({ caseSensitive, path: posix as never });

describe("concerns", () => {
  it.each([
    ["/w/a.txt", "/w/A.TXT", true],
    ["/w/\u00e9t\u00e9.txt", "/w/E\u0301TE\u0301.txt", true],
    ["/w/folder", "/w/FOLDER/inner.txt", true],
    ["/w/strasse.txt", "/w/stra\u00dfe.txt", false],
    ["/w/s.txt", "/w/\u017f.txt", false],
    ["/w/a.txt", "/w/b.txt", false],
  ])(
    "compares %s with %s letter by letter on a volume that ignores letter case: %s",
    (changed, asked, found) => {
      expect(concerns(changeOf(changed), [asked], volume(false))).toBe(found);
      expect(concerns(changeOf(asked), [changed], volume(false))).toBe(found && !asked.endsWith("inner.txt"));
    },
  );

  it("distinguishes letter case on a volume that does", () => {
    expect(concerns(changeOf("/w/a.txt"), ["/w/A.txt"], volume(true))).toBe(false);
    expect(concerns(changeOf("/w/a"), ["/w/a/inner"], volume(true))).toBe(true);
    expect(concerns(changeOf("/w/a"), ["/w/ab"], volume(true))).toBe(false);
  });
});
