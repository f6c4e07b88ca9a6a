import { distance } from "fastest-levenshtein";
import type { MatcherName } from "../../../src/fuzzy/index.js";

/** Returns the texts that a replacer of OpenCode proposes for an old text; written from its description, for LF only. */
type Replacer = (content: string, old: string) => readonly string[];

const flat = (text: string) => text.replace(/\s+/g, " ").trim();

/** All runs of as many lines as a text has. */
function windowsOf(content: string, count: number): string[] {
  const lines = content.split("\n");
  return lines.flatMap((_, at) =>
    at + count <= lines.length ? [lines.slice(at, at + count).join("\n")] : [],
  );
}

const trimmedLines = (text: string) =>
  text
    .split("\n")
    .map((line) => line.trim())
    .join("\n");

function dedented(text: string): string {
  const lines = text.split("\n");
  const depths = lines.filter((line) => line.trim() !== "").map((line) => /^\s*/.exec(line)?.[0].length ?? 0);
  if (depths.length === 0) return text;
  return lines.map((line) => (line.trim() === "" ? line : line.slice(Math.min(...depths)))).join("\n");
}

const unescaped = (text: string) =>
  text.replace(
    /\\(n|t|r|'|"|`|\\|\n|\$)/g,
    (_, each: string) => ({ n: "\n", t: "\t", r: "\r" })[each] ?? each,
  );

/** Blocks from each first line to the next last line, at least two lines below. */
function anchored(content: string, old: string): string[][] {
  const lines = content.split("\n");
  const wanted = old.split("\n");
  if (wanted.length < 3) return [];
  return lines.flatMap((line, at) => {
    if (line.trim() !== wanted[0]?.trim()) return [];
    const end = lines.findIndex((each, index) => index >= at + 2 && each.trim() === wanted.at(-1)?.trim());
    return end < 0 ? [] : [lines.slice(at, end + 1)];
  });
}

function likeness(block: readonly string[], old: readonly string[]): number {
  const count = Math.min(block.length, old.length) - 2;
  if (count <= 0) return 1;
  let sum = 0;
  for (let at = 1; at <= count; at += 1) {
    const [one = "", other = ""] = [block[at]?.trim(), old[at]?.trim()];
    const longest = Math.max(one.length, other.length);
    if (longest > 0) sum += 1 - distance(one, other) / longest;
  }
  return sum / count;
}

export const PUBLISHED: Partial<Readonly<Record<MatcherName, Replacer>>> = {
  simple: (content, old) => (content.includes(old) ? [old] : []),
  "line-trimmed": (content, old) =>
    windowsOf(content, old.split("\n").length).filter((each) => trimmedLines(each) === trimmedLines(old)),
  "block-anchor": (content, old) => {
    const blocks = anchored(content, old).map((block) => ({
      block,
      score: likeness(block, old.split("\n")),
    }));
    const best = Math.max(...blocks.map(({ score }) => score));
    if (blocks.length > 1 && best < 0.3) return [];
    return blocks.filter(({ score }) => score === best).map(({ block }) => block.join("\n"));
  },
  "whitespace-normalized": (content, old) => {
    const pattern = new RegExp(
      flat(old)
        .split(" ")
        .map((word) => word.replace(/[.*+?^${}()|[\]\\]/g, "\\$&"))
        .join("\\s+"),
    );
    const lines = content.split("\n").flatMap((line) => {
      if (flat(line) === flat(old)) return [line];
      return pattern.exec(line)?.slice(0, 1) ?? [];
    });
    const count = old.split("\n").length;
    const windows = windowsOf(content, count).filter((each) => count > 1 && flat(each) === flat(old));
    return [...lines, ...windows];
  },
  "indentation-flexible": (content, old) =>
    windowsOf(content, old.split("\n").length).filter((each) => dedented(each) === dedented(old)),
  "escape-normalized": (content, old) => {
    const wanted = unescaped(old);
    const windows = windowsOf(content, wanted.split("\n").length);
    return [
      ...(content.includes(wanted) ? [wanted] : []),
      ...windows.filter((each) => unescaped(each) === wanted),
    ];
  },
  "trimmed-boundary": (content, old) =>
    old.trim() !== old && content.includes(old.trim()) ? [old.trim()] : [],
  "context-aware": (content, old) =>
    anchored(content, old).flatMap((block) => {
      const wanted = old.split("\n");
      if (block.length !== wanted.length) return [];
      const middle = block
        .slice(1, -1)
        .map((line, at) => [line.trim(), wanted[at + 1]?.trim()] as const)
        .filter(([one, other]) => one !== "" || other !== "");
      const equal = middle.filter(([one, other]) => one === other).length;
      return middle.length === 0 || equal / middle.length >= 0.5 ? [block.join("\n")] : [];
    }),
};
