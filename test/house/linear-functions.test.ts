import { describe, expect, it } from "vitest";
import { readMcpServers } from "../../src/adapters/mcp/client/server-config.js";
import { serverPart } from "../../src/adapters/mcp/client/tool-name.js";
import { isLinearPattern } from "../../src/adapters/mcp/sanitize-schema.js";
import { parseArguments } from "../../src/adapters/tool-calls/parse-arguments.js";
import { compileGlob } from "../../src/backends/glob/glob-matcher.js";
import { nameAffixOf } from "../../src/backends/glob/name-affix.js";
import { htmlTokens } from "../../src/backends/local/web/html/html-tokens.js";
import { contentKind } from "../../src/backends/local/web/pages/content-kind.js";
import { countHeld } from "../../src/backends/threads/excerpts.js";
import { foldedWord, wordsOf } from "../../src/backends/threads/thread-words.js";
import type { ContentPart } from "../../src/contract/index.js";
import { applyEdit } from "../../src/fuzzy/apply-edit.js";
import { undoCodeFence } from "../../src/fuzzy/match/code-fence-undo.js";
import { applyPatchHunks } from "../../src/fuzzy/patch/apply-patch-hunks.js";
import { parsePatch } from "../../src/fuzzy/patch/parse-patch.js";
import { parseUnifiedDiff } from "../../src/fuzzy/patch/parse-unified-diff.js";
import type { PatchHunk } from "../../src/fuzzy/patch/patch-hunk.js";
import { newElision } from "../../src/fuzzy/text/elision.js";
import { literalsOf } from "../../src/fuzzy/text/line-kind.js";
import { splitLines } from "../../src/fuzzy/text/text-lines.js";
import { redactOutputs } from "../../src/runtime/values/redaction.js";
import { describeBrokenJson } from "../../src/schema/describe/describe-broken-json.js";
import { inlineReferences } from "../../src/schema/document/inline-references.js";
import { parseEmbeddedJson } from "../../src/schema/repair/embedded-json.js";
import { repairInput } from "../../src/schema/repair/repair-input.js";
import { parseRanges } from "../../src/tools/agents/found/parse-ranges.js";
import { readPlan } from "../../src/tools/agents/kraken/read-plan.js";
import { ciHints } from "../../src/tools/checks/find/ci-hints.js";
import { scriptCommands } from "../../src/tools/checks/find/script-commands.js";
import { parseProblems } from "../../src/tools/checks/problems/parse-problems.js";
import { parsePytest } from "../../src/tools/checks/problems/pytest.js";
import { readPatch } from "../../src/tools/files/patch/read-patch.js";
import { lastName, parentFolder } from "../../src/tools/paths/path-keys.js";
import { displayOutput, plainOutput } from "../../src/tools/shell/plain-output.js";
import { contentText } from "../../src/truncation/content-text.js";
import { truncateContent } from "../../src/truncation/truncate-content.js";
import { truncateText } from "../../src/truncation/truncate-text.js";
import { foldSegment } from "../../src/workspace/paths/name-pattern.js";
import { decodeText, encodeText } from "../../src/workspace/reading/text-codec.js";
import { growsTooFast } from "./growth.js";

/** Length of the shorter text. The growth of fast native searches shows only at such lengths. */
const SHORT = 25_000;

/** A function that reads text of a model, a file, a page or a server, with its hardest texts to repeat. */
type Reading = readonly [name: string, read: (text: string) => unknown, texts: readonly string[]];

/** Returns a schema whose definitions refer to each other in a circle. */
function circleOf(count: number): { readonly [keyword: string]: unknown } {
  const $defs = Object.fromEntries(
    Array.from({ length: count }, (_, index) => [
      `d${index}`,
      { items: { $ref: `#/$defs/d${(index + 1) % count}` } },
    ]),
  );
  return { items: { $ref: "#/$defs/d0" }, $defs };
}

const READINGS: readonly Reading[] = [
  ["readMcpServers", (text) => readMcpServers({ a: { command: text } }), [`\${a:-`, "{"]],
  ["isLinearPattern", isLinearPattern, ["[", "a\\", "(", "{1"]],
  ["serverPart", serverPart, ["_", "_a", "é"]],
  ["inlineReferences", (text) => inlineReferences(circleOf(Math.ceil(text.length / 50))), ["a"]],
  ["parseArguments", parseArguments, ["{", "} ", "[", '"\\', '{"a":']],
  ["compileGlob", (text) => matches(text), ["*a", "{a,", "[", "**/", "?"]],
  ["nameAffixOf", (text) => nameAffixOf(`**/${text}!`), ["a", "*", "a*"]],
  ["contentKind", (text) => contentKind(Buffer.from(text), ""), ["<!---->", "<!--", " ", "<?xml"]],
  [
    "htmlTokens",
    (text) => [...htmlTokens(text)],
    ["<", "<a ", "<!--", "</", "<script>", '<a b="', "&", "&#", "&amp", "<textarea>&"],
  ],
  ["undoCodeFence", (text) => [...undoCodeFence(text)], ["```\n", "~", "\n ", "``` \n"]],
  ["literalsOf", literalsOf, ['"\\', "'", '"a\\"', "`'"]],
  ["parsePatch", parsePatch, ["@@\n", "*** Update File: a\n", "*** Move to: ", " @@", "@"]],
  ["parseUnifiedDiff", parseUnifiedDiff, ["@@\n", "--- a\n", "@", "-1,", "@@\n-a\nb\n"]],
  ["readPatch", readPatch, ["*** Update File: a\n", "@@ -1 +1 @@\n", "./", '"\\', "<<a "]],
  ["parseRanges", parseRanges, ["a:1 ", "[", "`", "a/b.ts:1-2, ", "("]],
  ["readPlan", readPlan, ["{", ", ", "[", '{"a":']],
  ["ciHints", (text) => ciHints(text, "ci.yml"), ["run: |\n", " ", "run: a\n", "run:  \r"]],
  ["scriptCommands", scriptCommands, ["a && ", "'", "(", "a;"]],
  [
    "parseProblems",
    (text) => parseProblems(text, "/a"),
    ["a.ts:1:1: error\n", " at a (", "FAILED a.py::a - \n"],
  ],
  ["parsePytest", (text) => parsePytest([`ERROR a${text}${text.replaceAll(".py:::", " - ")}\n`]), [".py:::"]],
  ["lastName", (text) => lastName(`a${text}`, "/a"), ["/", "//a"]],
  ["parentFolder", (text) => parentFolder(`a${text}b`, "/a"), ["/", "/b//"]],
  ["parentFolder on Windows", (text) => parentFolder(`a${text}`, "C:\\a"), ["\\", "/\\"]],
  ["plainOutput", plainOutput, ["\u001b[", "\r", "\u001b]", "\b", "\u001bP"]],
  ["displayOutput", displayOutput, ["\u001b[1m", "\r", "\u001b[", "a\r"]],
  ["truncateText", (text) => truncateText(text, { maxLines: 10, maxBytes: 1_000 }), ["\n", "é", "a\r\n"]],
  ["contentText of many parts", (text) => contentText(partsOf(text)), ["ab", "a\n"]],
  [
    "truncateContent of many parts",
    (text) => truncateContent(partsOf(text), { maxBytes: 1_000 }),
    ["ab", "a\n"],
  ],
  ["redactOutputs of many chunks", storedInChunks, ["ab", "a\n"]],
  ["wordsOf", wordsOf, ["a ", "aB", "中", "a_", "'"]],
  ["foldedWord", foldedWord, ["a", "é", "A1"]],
  ["countHeld", (text) => countHeld(text, ["a", "ab", "b a"]), ["a ", "ab", "é"]],
  ["describeBrokenJson", describeBrokenJson, ["{", "[", '"', '{"a":', "\\", "1,"]],
  ["parseEmbeddedJson", parseEmbeddedJson, ["{", '{"a":', "```json\n", "1,"]],
  [
    "repairInput",
    (text) => [text, { list: text, number: text, object: text }].map((input) => repair(input)),
    ["{", "[", '"a",', "```", '{"a":', " ", "0x", "-"],
  ],
  ["foldSegment", foldSegment, [".", " .", ".a", "é"]],
  [
    "applyEdit of an absent text",
    (text) => applyEdit({ content: text, oldString: "word const\n\\n(a)", newString: "y" }),
    ["word ", "word\n", "\\", "a", " ", "\r", "\n", "e\u0323\u0301", "(a)\n", "“"],
  ],
  [
    "applyEdit of a long text",
    (text) => applyEdit({ content: "const a = 1;\nword\n", oldString: `${text}b`, newString: `${text}c` }),
    ["word ", "\\n"],
  ],
  [
    "applyEdit of an ambiguous text",
    (text) => applyEdit({ content: text, oldString: text.slice(0, 2), newString: "y" }),
    ["ab", "\n\n", "a\n"],
  ],
  [
    "applyEdit of every place",
    (text) => applyEdit({ content: text, oldString: "ab", newString: "c\nde", replaceAll: true }),
    ["ab", "ab\n", "ab\r\n"],
  ],
  ["newElision", (text) => newElision("a", "...\n", text), ["...", "... ", "...\n", "...a"]],
  [
    "newElision of a long text",
    (text) => newElision("a", text, text),
    ["...", "... ", "...\n", "...a", ".a\n"],
  ],
  [
    "applyPatchHunks",
    (text) => applyPatchHunks({ content: text, hunks: HUNKS }),
    ["a\n", "word ", "@@\n", "\n", "\r"],
  ],
  [
    "applyPatchHunks of a long hunk",
    (text) => applyPatchHunks({ content: "a\n", hunks: [longHunk(text)] }),
    ["a\n", "word ", "\\n", "\r"],
  ],
  ["splitLines", splitLines, ["\n", "\r\n", "\r", " ", " a\n", "e\u0301"]],
  ["decodeText", (text) => decodeText(Buffer.from(text), "/a"), ["a", "é", "\u{1f600}", "\n"]],
  ["encodeText", (text) => encodeText(text, "utf-16be"), ["a", "é", "\u{1f600}"]],
];

describe("a function that reads foreign text", () => {
  it.each(READINGS)("takes linear time: %s", (_name, read, texts) => {
    for (const text of texts) {
      const work = (length: number) => attempt(() => read(text.repeat(length / text.length)));
      // Also with twice the length: linear work may take longer at once where its memory no longer fits the caches.
      const isTooFast = growsTooFast(work, SHORT) && growsTooFast(work, 2 * SHORT);
      expect(isTooFast, `repeated: ${JSON.stringify(text)}`).toBe(false);
    }
  });
});

function matches(glob: string): unknown {
  return attempt(() => compileGlob(glob, { hidden: "any" }).matches("a".repeat(100)));
}

/** Returns a content part for each two characters of a text. */
function partsOf(text: string): readonly ContentPart[] {
  return Array.from({ length: text.length / 2 }, (_, index) => ({
    type: "text",
    text: text.slice(index * 2, index * 2 + 2),
  }));
}

/** Stores a text through a redacting writer in chunks of two bytes. */
function storedInChunks(text: string): void {
  const store = {
    append() {},
    finish: async () => ({ kept: false, reason: "" }) as const,
    async discard() {},
  };
  const writer = redactOutputs({ open: () => store }, (line) => line).open();
  for (let index = 0; index < text.length; index += 2)
    writer.append(Buffer.from(text.slice(index, index + 2)));
}

/** Hunks that none of the texts contains. */
const HUNKS: readonly PatchHunk[] = [
  {
    anchors: ["class A", "word"],
    lines: [
      { kind: "context", text: "const xx = 1;" },
      { kind: "remove", text: "foo()" },
    ],
  },
];

function longHunk(text: string): PatchHunk {
  return { anchors: [], lines: text.split("\n").map((line) => ({ kind: "remove", text: line })) };
}

/** Repairs an input against a schema with a parameter of each type. */
function repair(input: unknown): unknown {
  const properties = {
    list: { type: "array", items: { type: "string" } },
    number: { type: "number" },
    object: { type: "object" },
  } as const;
  return repairInput({ type: "object", properties, required: ["list"] }, input, { parameterAliases: {} });
}

/** Calls a function and ignores its error: most texts are refused. */
function attempt(read: () => unknown): void {
  try {
    read();
  } catch {}
}
