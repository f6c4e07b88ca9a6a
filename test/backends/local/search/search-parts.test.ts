import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import type { Search, TextMatch, TextSearch } from "../../../../src/contract/index.js";
import { LOCAL_SEARCHES } from "../../local-searches.js";
import { temporaryFolder } from "../../temporary-folder.js";
import { writeTree } from "../../write-tree.js";

const signal = new AbortController().signal;

/** Returns at most some parts, as `line:part`; `+` marks a further line of a part. */
async function partsIn(
  search: Search,
  path: string,
  request: Partial<TextSearch> & { pattern: string },
  most = Number.POSITIVE_INFINITY,
): Promise<string[]> {
  const found: TextMatch[] = [];
  for await (const match of search.text({ path, signal, onlyMatching: true, ...request })) {
    found.push(match);
    if (found.length === most) break;
  }
  return found.map(
    ({ line, text, continues, kind }) =>
      `${line}${continues === true ? "+" : ""}${kind === "match" ? ":" : "-"}${text}`,
  );
}

describe.each(LOCAL_SEARCHES)("search.text for matched parts %s", (_name, search) => {
  it("returns the first parts of a line of 1 MB with 500,000 matches", async () => {
    const folder = await temporaryFolder();
    await writeTree(folder, { "a.txt": `first\n${"ab".repeat(500_000)}\nlast b\n` });
    expect(await partsIn(search, folder, { pattern: "[ab]", linesBefore: 1 }, 4)).toEqual([
      "1-first",
      "2:a",
      "2:b",
      "2:a",
    ]);
  });

  it("returns each part of a line with 40,000 matches, and no more than asked", async () => {
    const folder = await temporaryFolder();
    await writeTree(folder, { "a.txt": `${"ab".repeat(40_000)}\nlast b\n` });
    const all = await partsIn(search, join(folder, "a.txt"), { pattern: "b" });
    expect(all).toHaveLength(40_001);
    expect(all.slice(-2)).toEqual(["1:b", "2:b"]);
    const most = await partsIn(search, folder, { pattern: "b", maxMatchesPerFile: 39_999 });
    expect(most).toHaveLength(39_999);
  });

  it("returns parts at the right lines of a run of matches across lines larger than 1 MB", async () => {
    const folder = await temporaryFolder();
    const rows = Array.from({ length: 8_000 }, (_, index) => `say "x${index}" \\n \t é\r\nend`);
    await writeTree(folder, { "a.txt": `top\n${rows.join("\n")}\n` });
    const found = await partsIn(search, folder, { pattern: "x\\d+|é\\r?\\n(?:e)", multiline: true });
    expect(found).toHaveLength(24_000);
    expect(found.slice(0, 4)).toEqual(["2:x0", "2:é", "3+:e", "4:x1"]);
    expect(found.slice(-3)).toEqual(["16000:x7999", "16000:é", "16001+:e"]);
  });

  it("returns the text of parts beside bytes that are not UTF-8", async () => {
    const folder = await temporaryFolder();
    const line = Buffer.concat([Buffer.from("one "), Buffer.from([0xff]), Buffer.from(" one\n")]);
    await writeFile(join(folder, "a.txt"), line);
    await writeFile(join(folder, "b.txt"), Buffer.concat(Array.from({ length: 10_000 }, () => line)));
    expect(await partsIn(search, join(folder, "a.txt"), { pattern: "one" })).toEqual(["1:one", "1:one"]);
    const found = await partsIn(search, join(folder, "b.txt"), { pattern: "one", multiline: true });
    expect(found).toHaveLength(20_000);
    expect(found.slice(-3)).toEqual(["9999:one", "10000:one", "10000:one"]);
  });

  it("returns no part for a match of line ends alone", async () => {
    const folder = await temporaryFolder();
    await writeTree(folder, { "a.txt": "a\n\n\nb\n" });
    expect(await partsIn(search, folder, { pattern: "\\n+", multiline: true })).toEqual([]);
    expect(await partsIn(search, folder, { pattern: "\\n+b", multiline: true })).toEqual(["4:b"]);
  });
});

describe("search.text for matched parts", () => {
  it("returns the same with and without ripgrep", async () => {
    const folder = await temporaryFolder();
    const [[, one], [, other]] = LOCAL_SEARCHES as [(typeof LOCAL_SEARCHES)[0], (typeof LOCAL_SEARCHES)[0]];
    const patterns = [
      "a",
      "a+",
      "a*",
      "ab|b",
      "\\bb",
      "^a|b$",
      "[^a]+",
      "a\\s?",
      "(?s)a.b",
      "b\\n?a",
      "é|.b",
    ];
    await fc.assert(
      fc.asyncProperty(
        fc.array(fc.constantFrom("a", "b", "é", "🙂", " ", "\n"), { maxLength: 30 }),
        fc.constantFrom(...patterns),
        fc.boolean(),
        fc.nat(2),
        async (pieces, pattern, multiline, contextLines) => {
          await writeTree(folder, { "a.txt": pieces.join("") });
          const request = { pattern, contextLines, multiline: multiline || /\\n/.test(pattern) };
          expect(await partsIn(one, folder, request)).toEqual(await partsIn(other, folder, request));
        },
      ),
      { numRuns: 25 },
    );
  });
});
