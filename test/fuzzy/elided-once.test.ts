import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { applyEdit, applyPatchHunks, parsePatch } from "../../src/fuzzy/index.js";

const MARKERS = [
  "...",
  "…",
  "// ...",
  "# ...",
  "[...]",
  "// rest of the code",
  "// ... existing code ...",
  "  // unchanged",
  "<!-- ... -->",
];

/** Lines of which many begin alike, so that a text without its last line end occurs more often than with it. */
const line = fc.oneof(
  fc.constantFrom(...MARKERS),
  fc.constantFrom(...MARKERS.map((marker) => `${marker} more`)),
  fc.constantFrom("a();", "a(); b();", "}", "", "  x = 1", "function f() {"),
);

/** A file, one line range of it, and other lines in place of it. */
const scene = fc
  .record({
    lines: fc.array(line, { minLength: 1, maxLength: 12 }),
    from: fc.nat(11),
    count: fc.integer({ min: 1, max: 4 }),
    next: fc.array(line, { maxLength: 4 }),
    end: fc.constantFrom("\n", "\r\n"),
    hasEnd: fc.boolean(),
    mark: fc.constantFrom("", "\ufeff"),
  })
  .map(({ lines, from, count, next, ...rest }) => {
    const start = from % lines.length;
    return { lines, start, old: lines.slice(start, start + count), next, ...rest };
  });

function occurrences(content: string, text: string): number {
  if (text === "") return content.length + 1;
  let count = 0;
  for (let at = content.indexOf(text); at >= 0; at = content.indexOf(text, at + 1)) count += 1;
  return count;
}

describe("a text that occurs exactly once in the file", () => {
  it("can be replaced, whatever the texts contain", () => {
    fc.assert(
      fc.property(scene, fc.boolean(), ({ lines, old, next, end, hasEnd, mark }, withEnd) => {
        const content = mark + lines.join(end) + (hasEnd ? end : "");
        const oldString = old.join(end) + (withEnd ? end : "");
        const newString = next.join(end);
        fc.pre(occurrences(content, oldString) === 1 && oldString !== newString);
        const result = applyEdit({ content, oldString, newString });
        expect(result.ok ? "edited" : result.message).toBe("edited");
        if (result.ok) expect(result.content).toBe(content.replace(oldString, () => newString));
      }),
      { numRuns: 1_500 },
    );
  });

  it("can be replaced by a patch, as whole lines", () => {
    fc.assert(
      fc.property(scene, ({ lines, old, next, end, hasEnd }) => {
        const content = lines.join(end) + (hasEnd ? end : "");
        // The text after the last line end is no line that a patch can quote.
        fc.pre(old.some((each) => each !== ""));
        // Line ends at both sides: a patch quotes whole lines.
        const whole = `\n${old.join("\n")}\n`;
        fc.pre(occurrences(`\n${lines.join("\n")}\n`, whole) === 1 && old.join("\n") !== next.join("\n"));
        const rows = [...old.map((each) => `-${each}`), ...next.map((each) => `+${each}`)];
        const parsed = parsePatch(
          `*** Begin Patch\n*** Update File: a\n@@\n${rows.join("\n")}\n*** End Patch`,
        );
        const [update] = parsed.ok ? parsed.operations : [];
        if (update?.kind !== "update") throw new Error("The patch has no update.");
        const result = applyPatchHunks({ content, hunks: update.hunks });
        expect(result.ok ? "applied" : result.reason).not.toBe("elided");
      }),
      { numRuns: 1_500 },
    );
  });

  it("can be replaced by a patch although another line begins like it", () => {
    const parsed = parsePatch(
      "*** Begin Patch\n*** Update File: a\n@@\n-a();\n+// ... existing code ...\n*** End Patch",
    );
    const [update] = parsed.ok ? parsed.operations : [];
    if (update?.kind !== "update") throw new Error("The patch has no update.");
    expect(applyPatchHunks({ content: "a(); b();\na();\n", hunks: update.hunks })).toMatchObject({
      ok: true,
      content: "a(); b();\n// ... existing code ...\n",
    });
  });
});
