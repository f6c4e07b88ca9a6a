import { describe, expect, it } from "vitest";
import { createToolRuntime } from "../../../src/index.js";
import { anthropicToolset } from "../../../src/toolsets/index.js";
import { seededRandom } from "../../permissions/unasked-fuzz/command-grammar.js";
import { toolsetWorld } from "../toolset-world.js";

const EDITOR = "str_replace_based_edit_tool";

/** Commands of one sequence, and sequences; each command is one compared answer. */
const COMMANDS = 50;
const SEEDS = [1, 2, 3, 4];

interface Editing {
  readonly command: string;
  readonly path: string;
  readonly [parameter: string]: unknown;
}

/** The answers of Anthropic's page, for files in memory. */
class PublishedEditor {
  readonly files = new Map<string, string>();

  answer(input: Editing): string {
    const { command, path } = input;
    const text = this.files.get(path);
    if (command === "create") {
      this.files.set(path, String(input.file_text));
      return text === undefined
        ? `File created successfully at: ${path}`
        : `File overwritten successfully at: ${path}`;
    }
    if (text === undefined) return "Error: File not found";
    if (command === "view") {
      const lines = text.replace(/\n$/, "").split("\n");
      const [first, last] = (input.view_range ?? [1, -1]) as [number, number];
      const rows = lines.map((line, index) => `${index + 1}: ${line}`);
      return rows.slice(first - 1, last === -1 ? undefined : last).join("\n");
    }
    const old = String(input.old_str);
    const found = text.split(old).length - 1;
    if (found === 0) return "Error: No match found for replacement. Please check your text and try again.";
    if (found > 1) {
      return `Error: Found ${found} matches for replacement text. Please provide more context to make a unique match.`;
    }
    this.files.set(
      path,
      text.replace(old, () => String(input.new_str)),
    );
    return "Successfully replaced text at exactly one location.";
  }
}

function commands(random: () => number): () => Editing {
  const pick = <Item>(items: readonly Item[]): Item => items[Math.floor(random() * items.length)] as Item;
  const path = () => pick(["a.txt", "b.txt", "src/c.ts"]);
  let made = 0;
  return () => {
    switch (Math.floor(random() * 4)) {
      case 0:
        made += 1;
        return {
          command: "create",
          path: path(),
          file_text: pick(["alpha\nbeta\ngamma\n", "beta beta\ngamma\n", `only ${made}\n`]),
        };
      case 1:
        return {
          command: "view",
          path: path(),
          ...pick([{}, { view_range: [1, 1] }, { view_range: [1, -1] }, { view_range: [1, 2] }]),
        };
      default:
        made += 1;
        return {
          command: "str_replace",
          path: path(),
          old_str: pick(["alpha", "beta", "gamma", "qqqqqqqqqqqqqqqq zzzzzzzzzzzzzzz"]),
          new_str: `$& ${made}`,
        };
    }
  };
}

describe("Anthropic's text editor", () => {
  it.each(SEEDS)("begins each answer with the published words: seed %i", async (seed) => {
    const world = await toolsetWorld(anthropicToolset);
    const published = new PublishedEditor();
    const next = commands(seededRandom(seed));
    for (let step = 0; step < COMMANDS; step += 1) {
      const input = next();
      const expected = published.answer(input);
      const answered = await world.text(EDITOR, input);
      const shown = expected.startsWith("Error: ") ? answered.split("\n")[0] : answered;
      expect(shown, `${step}: ${JSON.stringify(input)}`).toBe(expected);
    }
    for (const [path, text] of published.files) expect(await world.file(path)).toBe(text);
  });

  it.each([
    [
      [5, 9],
      "[The requested part starts at line 5, but /project/a has only 2 lines. Use view_range within [1, 2].]",
    ],
    [[2, 1], "Error: view_range is [2, 1], which ends before it starts."],
  ])("names view_range in the answer to the range %j", async (view_range, answer) => {
    const world = await toolsetWorld(anthropicToolset);
    await world.write({ a: "one\ntwo\n" });
    expect(await world.text(EDITOR, { command: "view", path: "a", view_range })).toContain(answer);
  });

  it.each([
    [{ command: "insert", path: "a", insert_line: 0, insert_text: "new" }, "new\none\ntwo\n"],
    [{ command: "insert", path: "a", insert_line: 1, insert_text: "new\n" }, "one\nnew\ntwo\n"],
    [{ command: "insert", path: "a", insert_line: 2, insert_text: "new" }, "one\ntwo\nnew\n"],
    [{ command: "insert", path: "a", insert_line: 1, new_str: "older name" }, "one\nolder name\ntwo\n"],
    [{ command: "str_replace", path: "a", old_str: "one\n" }, "two\n"],
  ])("changes the file: %j", async (input, after) => {
    const world = await toolsetWorld(anthropicToolset);
    await world.write({ a: "one\ntwo\n" });
    await world.call(EDITOR, input);
    expect(await world.file("a")).toBe(after);
  });

  it("inserts with the line ends of the file", async () => {
    const world = await toolsetWorld(anthropicToolset);
    await world.write({ a: "one\r\ntwo" });
    await world.text(EDITOR, { command: "insert", path: "a", insert_line: 1, insert_text: "x\ny\n" });
    await world.text(EDITOR, { command: "insert", path: "a", insert_line: 4, insert_text: "end" });
    expect(await world.file("a")).toBe("one\r\nx\r\ny\r\ntwo\r\nend");
  });

  it.each([
    [{ command: "view", path: "." }, "a\nsub/"],
    [{ command: "view", path: "none" }, "Error: File not found"],
    [{ command: "create", path: "b" }, "Parameter `file_text` is required for command: create"],
    [
      { command: "insert", path: "a", insert_line: 9, insert_text: "x" },
      "Error: There is no line 9: the file has 3 lines, and 0 means the beginning.",
    ],
    [{ command: "insert", path: "none", insert_line: 0, insert_text: "x" }, "Error: File not found"],
    [{ command: "insert", path: "a", insert_line: 1, insert_text: "x" }, "The file a has been edited."],
    [{ command: "create", path: "new/b", file_text: "" }, "File created successfully at: new/b"],
  ])("answers %j", async (input, answer) => {
    const world = await toolsetWorld(anthropicToolset);
    await world.write({ a: "one\ntwo\n", "sub/c": "" });
    expect(await world.text(EDITOR, input)).toBe(answer);
  });

  it("adds what helps to the published words about a text that is missing or in several places", async () => {
    const world = await toolsetWorld(anthropicToolset);
    await world.write({ a: "one\ntwo\ntwo\n" });
    expect(
      await world.text(EDITOR, { command: "str_replace", path: "a", old_str: "two", new_str: "" }),
    ).toMatch(/^Error: Found 2 matches.*\nThey are at lines 2 and 3\.\nNothing was changed\.$/);
    expect(
      await world.text(EDITOR, { command: "str_replace", path: "a", old_str: "zzzz", new_str: "" }),
    ).toMatch(/^Error: No match found.*Nothing was changed/s);
  });

  it.each([
    ["view", "allow"],
    ["create", "ask"],
    ["str_replace", "ask"],
    ["insert", "ask"],
  ])("judges %s as what it does", async (command, verdict) => {
    await using runtime = createToolRuntime({ toolset: anthropicToolset });
    const input = { command, path: "a", file_text: "", old_str: "a", insert_line: 0, insert_text: "" };
    const { calls } = await runtime.plan([{ id: "1", name: EDITOR, input }]);
    expect(calls[0]?.decision?.verdict).toBe(verdict);
  });
});
