import { describe, expect, it } from "vitest";
import { readMcpServers } from "../../src/adapters/mcp/server-config.js";
import { isTamePattern } from "../../src/adapters/mcp/tame-schema.js";
import { serverPart } from "../../src/adapters/mcp/tool-name.js";
import { parseArguments } from "../../src/adapters/tool-calls/parse-arguments.js";
import { compileGlob } from "../../src/backends/glob/glob-matcher.js";
import { nameAffixOf } from "../../src/backends/glob/name-affix.js";
import { contentKind } from "../../src/backends/local/web/content-kind.js";
import { decodeEntities } from "../../src/backends/local/web/html/entities.js";
import { htmlTokens } from "../../src/backends/local/web/html/html-tokens.js";
import { undoCodeFence } from "../../src/fuzzy/code-fence-undo.js";
import { literalsOf } from "../../src/fuzzy/line-kind.js";
import { parsePatch } from "../../src/fuzzy/parse-patch.js";
import { parseUnifiedDiff } from "../../src/fuzzy/unified-diff.js";
import { parseRanges } from "../../src/tools/agents/found/parse-ranges.js";
import { readPlan } from "../../src/tools/agents/kraken/read-plan.js";
import { ciHints } from "../../src/tools/checks/find/ci-hints.js";
import { scriptCommands } from "../../src/tools/checks/find/script-commands.js";
import { parseProblems } from "../../src/tools/checks/problems/parse-problems.js";
import { readPatch } from "../../src/tools/files/patch/read-patch.js";
import { lastName, parentFolder } from "../../src/tools/files/path-keys.js";
import { displayOutput, plainOutput } from "../../src/tools/shell/plain-output.js";
import { truncateText } from "../../src/truncation/truncate-text.js";
import { foldSegment } from "../../src/workspace/paths/name-pattern.js";
import { growsTooFast } from "./growth.js";

/** Characters of the shorter text; work in native code, which searches fast, shows at such lengths only. */
const SHORT = 25_000;

/** A function that reads what a model, a file, a page or a server wrote, with texts that it works hardest on, repeated. */
type Reading = readonly [name: string, read: (text: string) => unknown, texts: readonly string[]];

const READINGS: readonly Reading[] = [
  ["readMcpServers", (text) => readMcpServers({ a: { command: text } }), [`\${a:-`, "{"]],
  ["isTamePattern", isTamePattern, ["[", "a\\", "(", "{1"]],
  ["serverPart", serverPart, ["_", "_a", "é"]],
  ["parseArguments", parseArguments, ["{", "} ", "[", '"\\', '{"a":']],
  ["compileGlob", (text) => matches(text), ["*a", "{a,", "[", "**/", "?"]],
  ["nameAffixOf", (text) => nameAffixOf(`**/${text}!`), ["a", "*", "a*"]],
  ["contentKind", (text) => contentKind(Buffer.from(text), ""), ["<!---->", "<!--", " ", "<?xml"]],
  ["decodeEntities", decodeEntities, ["&", "&#", "&amp"]],
  ["htmlTokens", (text) => [...htmlTokens(text)], ["<", "<a ", "<!--", "</", "<script>", '<a b="']],
  ["undoCodeFence", (text) => [...undoCodeFence(text)], ["```\n", "~", "\n ", "``` \n"]],
  ["literalsOf", literalsOf, ['"\\', "'", '"a\\"', "`'"]],
  ["parsePatch", parsePatch, ["@@\n", "*** Update File: a\n", "*** Move to: ", " @@", "@"]],
  ["parseUnifiedDiff of an edit", parseUnifiedDiff, ["@@\n", "--- a\n", "@", "-1,"]],
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
  ["lastName", (text) => lastName(`a${text}`, "/a"), ["/", "//a"]],
  ["parentFolder", (text) => parentFolder(`a${text}b`, "/a"), ["/", "/b//"]],
  ["parentFolder on Windows", (text) => parentFolder(`a${text}`, "C:\\a"), ["\\", "/\\"]],
  ["plainOutput", plainOutput, ["\u001b[", "\r", "\u001b]", "\b", "\u001bP"]],
  ["displayOutput", displayOutput, ["\u001b[1m", "\r", "\u001b[", "a\r"]],
  ["truncateText", (text) => truncateText(text, { maxLines: 10, maxBytes: 1_000 }), ["\n", "é", "a\r\n"]],
  ["foldSegment", foldSegment, [".", " .", ".a", "é"]],
];

describe("a function that reads foreign text", () => {
  it.each(READINGS)("takes linear time: %s", (_name, read, texts) => {
    for (const text of texts) {
      const isTooFast = growsTooFast(
        (length) => attempt(() => read(text.repeat(length / text.length))),
        SHORT,
      );
      expect(isTooFast, `repeated: ${JSON.stringify(text)}`).toBe(false);
    }
  });
});

function matches(glob: string): unknown {
  return attempt(() => compileGlob(glob, { hidden: "any" }).matches("a".repeat(100)));
}

/** Most texts are refused, by whatever error. */
function attempt(read: () => unknown): void {
  try {
    read();
  } catch {}
}
