import { execFileSync } from "node:child_process";
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, relative, resolve, sep } from "node:path";
import { afterAll, describe, expect, it } from "vitest";
import { commentsOf, headingsOf, proseOf, stringsOf, testTitlesOf, withoutQuotations } from "./prose.js";

const ROOT = resolve(import.meta.dirname, "../..");

interface TextFile {
  readonly name: string;
  readonly text: string;
}

function filesIn(folder: string, end: RegExp): TextFile[] {
  return readdirSync(join(ROOT, folder), { recursive: true, encoding: "utf8" })
    .filter((name) => end.test(name) && !/node_modules|\.vitepress|(?:^|[\\/])api[\\/]/.test(name))
    .map((name) => join(ROOT, folder, name))
    .map((path) => ({ name: relative(ROOT, path).split(sep).join("/"), text: readFileSync(path, "utf8") }));
}

const page = (name: string): TextFile => ({ name, text: readFileSync(join(ROOT, name), "utf8") });

const code = ["src", "examples", "bench"].flatMap((folder) => filesIn(folder, /\.m?tsx?$/));
const tests = filesIn("test", /\.test\.ts$/);
const pages = [...filesIn("docs", /\.md$/), page("README.md"), page("CONTRIBUTING.md"), page("CHANGELOG.md")];
const comments = code.map(({ name, text }) => ({ name, texts: commentsOf(text) }));
const messages = filesIn("src", /\.m?tsx?$/).map(({ name, text }) => ({ name, texts: stringsOf(text) }));
const prose = pages.map(({ name, text }) => ({ name, texts: proseOf(text) }));

/** Phrases of translated English, each with the phrase to write instead. */
const PHRASES: readonly (readonly [phrase: RegExp, instead: string])[] = [
  [/\b(?:nobody|somebody)\b/i, "the actor: user, approver, model, host, caller"],
  [/\bat the most\b/i, "at most"],
  [/\b(?:goes|go|went|gone|going) on\b|\banew\b/i, "continue, again"],
  [/\bof (?:its|their|our) own\b|\bof ours\b/i, "its own, our"],
  [/\bby (?:itself|themselves)\b/i, "alone, separately or automatically"],
  [/, also (?:where|when|after|in)\b/i, "even"],
  [/\b(?:is|was) to be\b/i, "must, should or would"],
  [
    /(?<!there )\b(?:is|are) no (?!longer\b|more\b|less\b|fewer\b|worse\b|better\b|slower\b)[a-z]/i,
    "is not a, are not",
  ],
  [/\bgives\b(?! up\b)/i, "returns, provides, passes"],
  [/\bseed 0\d\d\b|\bdesign §/i, "the name of the product, or the Amp specification"],
  [/\b(?:rooms?|floors?)\b/i, "module, folder or layer"],
];

/** Phrases that are wrong in messages and in descriptions of tools, besides those of comments. */
const MESSAGE_PHRASES: readonly (readonly [phrase: RegExp, instead: string])[] = [
  [/\bGive\b/, "Send, Provide or Pass"],
  [/\bwhole numbers?\b/, "integer"],
  [/\bside by side\b/, "in parallel"],
  [/\banswers (?:its|what)\b/i, "returns"],
];

/** Phrases that are wrong in the titles of tests, besides those of comments. */
const TITLE_PHRASES: readonly (readonly [phrase: RegExp, instead: string])[] = [
  [/\bseed['’]s\b/i, "of the specification"],
  [/\b(?:is|are|was) told\b|\bwhen told\b|\bunless told\b/i, "on request, if requested"],
  [/\bgoes round\b/i, "completes a round trip"],
];

/** Phrases of comments that are correct in some messages ("There is no ...") or in programs in other languages (`math.floor`). */
const NOT_IN_MESSAGES = /is\|are\) no|rooms/;

/** Words that no title starts with: a reader who sees the title alone does not know what it is about. */
const NOT_FIRST =
  /^(?:that|of|in|with|by|are|is|has|have|on|for|from|to|at|as|when|where|whatever|what|who|whose|even|also|and|but|or)\b/i;

function matches(
  texts: readonly { readonly name: string; readonly texts: readonly string[] }[],
  phrase: RegExp,
): string[] {
  return texts.flatMap(({ name, texts }) =>
    texts.flatMap((text) => {
      const found = phrase.exec(text);
      if (found === null) return [];
      return [
        `${name}: … ${text.slice(Math.max(0, found.index - 40), found.index + 60).replaceAll("\n", " ")} …`,
      ];
    }),
  );
}

const CONTROL = `f("a b", \`c d \${e} f g\`, "code")`;

const COMMENTS = `f(\`a \${b} c\`); /* d */ g(/\`/); // e`;

describe("the language of the codebase", () => {
  it.each(PHRASES)("writes no %s in comments and pages, but %s", (phrase) => {
    expect(matches([...comments, ...prose], phrase)).toEqual([]);
  });

  it.each([...PHRASES.filter(([phrase]) => !NOT_IN_MESSAGES.test(phrase.source)), ...MESSAGE_PHRASES])(
    "writes no %s in the messages of the sources, but %s",
    (phrase) => {
      expect(matches(messages, phrase)).toEqual([]);
    },
  );

  it("opens doc comments with a noun phrase or a verb, never with What or Who", () => {
    expect(matches(comments, /^\/\*\*[\s*]*(?:What|Who|Whose|Whatever|Whoever|Gives|Tells what)\b/)).toEqual(
      [],
    );
  });

  it("writes headings as nouns, imperatives or explanations", () => {
    const headings = pages.map(({ name, text }) => ({ name, texts: headingsOf(text) }));
    expect(matches(headings, /^(?:Know|Count on|Who|What happens)\b/)).toEqual([]);
  });

  it("starts test titles with their subject or an active verb", () => {
    const titles = tests.map(({ name, text }) => ({ name, texts: testTitlesOf(text) }));
    expect(matches(titles, NOT_FIRST)).toEqual([]);
  });

  it.each([...PHRASES, ...TITLE_PHRASES])("writes no %s in the titles of tests, but %s", (phrase) => {
    const titles = tests.map(({ name, text }) => ({
      name,
      texts: testTitlesOf(text).map(withoutQuotations),
    }));
    expect(matches(titles, phrase)).toEqual([]);
  });

  it("sees comments, prose and titles (control)", () => {
    expect(comments.flatMap(({ texts }) => texts).length).toBeGreaterThan(3_000);
    expect(messages.flatMap(({ texts }) => texts).length).toBeGreaterThan(1_500);
    expect(stringsOf(CONTROL)).toEqual(["a b", "c d ", " f g"]);
    expect(commentsOf(COMMENTS)).toEqual(["/* d */", "// e"]);
    expect(prose.flatMap(({ texts }) => texts).length).toBeGreaterThan(500);
    expect(testTitlesOf('it("reads a", f); it.each([1, 2])("reads %s", async (n) => {});')).toEqual([
      "reads a",
      "reads %s",
    ]);
    expect(tests.flatMap(({ text }) => testTitlesOf(text)).length).toBeGreaterThan(2_000);
  });
});

describe("the commit hook", () => {
  const folder = mkdtempSync(join(tmpdir(), "collet-commit-"));
  const message = join(folder, "COMMIT_EDITMSG");
  afterAll(() => rmSync(folder, { recursive: true }));

  const check = (subject: string): string => {
    try {
      writeFileSync(message, `${subject}\n\nThe body is free.\n`);
      execFileSync("bash", [join(ROOT, ".githooks/commit-msg"), message], { stdio: "pipe" });
      return "accepted";
    } catch (error) {
      return String((error as { readonly stderr: unknown }).stderr);
    }
  };

  it.each([
    "fix(overlay): keep mtime monotonic",
    "docs: say when a command asks",
    "feat!: rename isWithheld",
    "Merge branch 'x'",
  ])("accepts %s", (subject) => expect(check(subject)).toBe("accepted"));

  it.each([
    ["fixed stuff", "type(scope): subject"],
    ["fix(edits): keep mode; test: cover it", "one change"],
    ["fix(edits): Keep mode", "lower-case"],
    ["fix(edits): keep mode.", "full stop"],
    [`fix: ${"a".repeat(120)}`, "100 characters"],
  ])("refuses %s and names the rule", (subject, rule) => expect(check(subject)).toContain(rule));
});
