import { describe, expect, it } from "vitest";
import { ignoreRejection } from "../../src/contract/index.js";
import { scriptedApprovals, scriptedModel } from "../../src/testing/index.js";
import { ENDLESS } from "../endless-values.js";
import { createToolRuntime, echoTool } from "../runtime/fixtures.js";
import { RETURNED, THROWN } from "../runtime/hostile-values.js";
import { watchProcess } from "../runtime/well-formed.js";

const isScript = (value: unknown) => {
  try {
    return Array.isArray(value) && value.length < 10_000_000;
  } catch {
    return false;
  }
};

/** Values that are not lists, or that cannot be read as one; `undefined` is an absent part of a turn. */
const NOT_LISTS = [...Object.entries(RETURNED), ...ENDLESS].filter(([, make]) => {
  const value = make();
  ignoreRejection(value);
  return value !== undefined && !isScript(value);
});

/** Each part of a script, with the message about a value that is not a list. */
const PARTS: readonly (readonly [string, (value: never) => unknown, string])[] = [
  ["steps of approvals", (value) => scriptedApprovals(value), "scriptedApprovals expects a list of answers"],
  [
    "turns of a model",
    (value) => scriptedModel(value),
    "scriptedModel expects a list of turns or a function",
  ],
  [
    "calls of a turn",
    (value) => scriptedModel([{ calls: value }]).reply(),
    "The calls of turn 1 of the script",
  ],
  [
    "texts of a turn",
    (value) => scriptedModel([{ sees: value }]).reply(),
    "The texts that turn 1 of the script",
  ],
];

const isObject = (value: unknown) => typeof value === "object" && value !== null && !isScript(value);

/** Each entry of a script, with the message about a value of another form, and whether a value may have an allowed one. */
const ENTRIES: readonly (readonly [
  string,
  (value: never) => unknown,
  { readonly message: string; readonly isForm: (value: unknown) => boolean },
])[] = [
  [
    "an answer of an approver",
    (value) => scriptedApprovals([value]),
    {
      message: "Answer 1 of scriptedApprovals must be",
      isForm: (value) => typeof value === "boolean" || typeof value === "function",
    },
  ],
  [
    "a turn of a model",
    (value) => scriptedModel([value]).reply(),
    {
      message: "Turn 1 of the script must be",
      isForm: (value) => typeof value === "function" || isObject(value),
    },
  ],
  [
    "a call of a turn",
    (value) => scriptedModel([{ calls: [value] }]).reply(),
    { message: "Call 1 of turn 1 of the script must be", isForm: () => false },
  ],
];

describe("scripts of tests", () => {
  it.each(PARTS)("refuse %s that are not a list that can be read", async (part, use, message) => {
    const watched = watchProcess();
    for (const [title, make] of NOT_LISTS) {
      const value = make();
      ignoreRejection(value);
      if (typeof value === "function" && part === "turns of a model") continue;
      expect(() => use(value as never), title).toThrow(message);
    }
    await watched.none();
  });

  it.each(ENTRIES)("refuse %s of another form", async (_entry, use, { message, isForm }) => {
    const watched = watchProcess();
    for (const [title, make] of [...Object.entries(RETURNED), ...ENDLESS]) {
      const value = make();
      ignoreRejection(value);
      if (value === undefined || isForm(value)) continue;
      expect(() => use(value as never), title).toThrow(message);
    }
    await watched.none();
  });

  it("name the forms of an answer that is misspelt", () => {
    expect(() => scriptedApprovals([true, { approve: true } as never])).toThrow(
      "Answer 2 of scriptedApprovals must be true, false, { approved }, { tool, answer } or a function, but it is an object.",
    );
    expect(() => scriptedApprovals([{ tool: "Bash", answer: "yes" } as never])).toThrow("Answer 1");
    expect(() => scriptedModel([{ calls: [{ nme: "Read" } as never] }]).reply()).toThrow(
      "Call 1 of turn 1 of the script must be { name, input } with a text as its name, but it is an object.",
    );
  });

  it.each(Object.entries(THROWN))("fail the call if a step throws %s", async (_, make) => {
    const watched = watchProcess();
    const onApproval = scriptedApprovals([
      () => {
        throw make();
      },
    ]);
    await using runtime = createToolRuntime({
      tools: [echoTool],
      permissions: [{ tool: "*", verdict: "ask" }],
      onApproval,
    });
    const result = await runtime.execute({ id: "1", name: "echo", input: { text: "x" } });
    expect(result.error?.errorCode).toBe("approval-failed");
    await watched.none();
  });
});
