import fc from "fast-check";
import { describe, expect, it } from "vitest";
import {
  applyEdit,
  applyPatchHunks,
  applyUnifiedDiff,
  findMatches,
  nearMisses,
  parsePatch,
} from "../../src/fuzzy/index.js";

const piece = fc.constantFrom(
  "a",
  "foo",
  "value",
  "return x",
  "(",
  ")",
  "{",
  "}",
  " ",
  "  ",
  "\t",
  "\n",
  "\r\n",
  "\n\n",
  '"',
  "’",
  "–",
  "\u00a0",
  "\ufeff",
  "...",
  "// note",
  "1: ",
  "\\n",
  "&lt;",
  "```\n",
  "é",
  "e\u0301",
  "\ud83d\ude00",
  "\ud800",
);
const text = fc.array(piece, { maxLength: 40 }).map((pieces) => pieces.join(""));
const word = fc.constantFrom(
  "alpha",
  "beta",
  "gamma",
  "delta(",
  "}",
  "if (x) {",
  "return value;",
  "call(1, 2);",
);
const line = fc.tuple(fc.constantFrom("", "  ", "    ", "\t", "\t\t"), word).map((parts) => parts.join(""));
const source = fc.array(line, { minLength: 3, maxLength: 30 });

/** The old text at some lines with a mistake, and a new one. */
const request = fc
  .tuple(
    source,
    fc.nat(),
    fc.integer({ min: 1, max: 6 }),
    fc.constantFrom("none", "dedent", "trim", "crlf", "blank"),
    line,
  )
  .map(([lines, from, size, mistake, added]) => {
    const start = from % lines.length;
    const block = lines.slice(start, start + size);
    const spoil = (own: string) =>
      mistake === "dedent"
        ? own.replace(/^\s/, "")
        : mistake === "trim"
          ? own.trim()
          : mistake === "blank"
            ? `${own} `
            : own;
    const join = mistake === "crlf" ? "\r\n" : "\n";
    return {
      content: lines.join("\n"),
      oldString: block.map(spoil).join(join),
      newString: [...block.map(spoil), spoil(added)].join(join),
    };
  });

describe("applyEdit", () => {
  it("never throws, and changes nothing when it refuses or reports no span", () => {
    fc.assert(
      fc.property(text, text, text, fc.boolean(), (content, oldString, newString, replaceAll) => {
        for (const preset of ["safe", "opencode"] as const) {
          const result = applyEdit({ content, oldString, newString, replaceAll, preset });
          if (result.ok) {
            expect(result.spans.length).toBeGreaterThan(0);
            expect(result.content).not.toBe(content);
          } else expect(result.message).not.toBe("");
        }
      }),
      { numRuns: 600 },
    );
  });

  it("keeps every byte outside the spans", () => {
    fc.assert(
      fc.property(request, fc.boolean(), ({ content, oldString, newString }, replaceAll) => {
        const result = applyEdit({ content, oldString, newString, replaceAll });
        if (!result.ok) return;
        let rest = result.content;
        let reached = 0;
        for (const span of result.spans) {
          const kept = content.slice(reached, span.start);
          const at = rest.indexOf(kept);
          expect(reached === 0 ? rest.startsWith(kept) : at >= 0).toBe(true);
          rest = rest.slice(at + kept.length);
          reached = span.end;
        }
        expect(rest.endsWith(content.slice(reached))).toBe(true);
      }),
      { numRuns: 600 },
    );
  });

  it("restores the original when the exact edit is reversed", () => {
    fc.assert(
      fc.property(source, fc.nat(), line, (lines, from, added) => {
        const content = lines.join("\n");
        const oldString = lines[from % lines.length] as string;
        const newString = `${oldString}\n${added}!`;
        const done = applyEdit({ content, oldString, newString });
        if (!done.ok || done.content.split(newString).length !== 2) return;
        expect(
          applyEdit({ content: done.content, oldString: newString, newString: oldString }),
        ).toMatchObject({
          ok: true,
          content,
        });
      }),
      { numRuns: 300 },
    );
  });

  it("returns the same result for the same input", () => {
    fc.assert(
      fc.property(request, (edit) => {
        expect(JSON.stringify(applyEdit(edit))).toBe(JSON.stringify(applyEdit(edit)));
      }),
      { numRuns: 200 },
    );
  });

  it("replaces every exact place like the general way, at all line ends", () => {
    const texts = fc.array(fc.constantFrom("ab", "a", "\n", "\r\n", "x\n", "$&", "\r"), { maxLength: 30 });
    const short = fc.array(fc.constantFrom("ab", "a", "\n", "\r\n", "$&"), { minLength: 1, maxLength: 3 });
    fc.assert(
      fc.property(texts, short, short, (content, oldPieces, newPieces) => {
        const request = {
          content: content.join(""),
          oldString: oldPieces.join(""),
          newString: newPieces.join(""),
          replaceAll: true,
        };
        const plain = applyEdit({ ...request, matchers: ["exact"] });
        const general = applyEdit({ ...request, matchers: ["simple"] });
        const withName = plain.ok ? { ...plain, matcher: "simple" } : plain;
        expect(JSON.stringify(withName)).toBe(JSON.stringify(general));
      }),
    );
  });

  it("edits a single place unless replaceAll is set", () => {
    fc.assert(
      fc.property(request, (edit) => {
        const result = applyEdit(edit);
        if (result.ok) expect(result.spans).toHaveLength(1);
      }),
      { numRuns: 300 },
    );
  });
});

describe("all other functions", () => {
  it("never throws", () => {
    fc.assert(
      fc.property(text, text, (one, other) => {
        applyUnifiedDiff({ content: one, diff: `@@\n${other}` });
        applyUnifiedDiff({ content: one, diff: other.replaceAll("\n", "\n+") });
        const parsed = parsePatch(`*** Begin Patch\n*** Update File: f\n${other}\n*** End Patch`);
        if (parsed.ok) {
          for (const operation of parsed.operations) {
            if (operation.kind === "update") applyPatchHunks({ content: one, hunks: operation.hunks });
          }
        }
        nearMisses({ content: one, oldString: other });
        findMatches({ content: one, oldString: other });
      }),
      { numRuns: 400 },
    );
  });
});
