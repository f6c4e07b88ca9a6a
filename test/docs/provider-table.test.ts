import { readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { ROOT } from "./documents.js";

const AI_SDK = "ai-sdk/both-majors.test.ts";
const LANGCHAIN = "langchain/langchain-tools.test.ts";
const RUNNERS = "runners.test.ts";
const STREAMED = "streamed-runners.test.ts";
const LATER = "interrupts for an approval, and another process continues";

/**
 * Tests of the cells of the table "Supported loops", by row and column: a file below `test/adapters` and a title in it. A cell without a test
 * states that the library cannot do it.
 */
const CELLS: Readonly<Record<string, Readonly<Record<string, readonly [string, string] | undefined>>>> = {
  toToolSet: {
    "Parallel calls": [AI_SDK, "runs the calls of one step in their order"],
    "Approval in the middle": [
      AI_SDK,
      "works for a chat: the question is a part of the message, and the next request runs the approved call",
    ],
    "Resumed in another process": [
      AI_SDK,
      "leaves questions to the SDK without an approver, and another process continues after the approval",
    ],
    Image: [AI_SDK, "shows an image without a warning of the SDK"],
    Error: [
      AI_SDK,
      "answers a missing file, a wrong input and a denied command in words, and the loop continues",
    ],
    Streaming: [AI_SDK, "streams partial arguments, and then the result"],
  },
  langchainTools: {
    "Parallel calls": [
      LANGCHAIN,
      "runs the calls of one turn in their order, and the agent ends with a message",
    ],
    "Approval in the middle": [
      LANGCHAIN,
      "waits for each of several approvals of one turn, which are answered by the ids of their interrupts",
    ],
    "Resumed in another process": [
      LANGCHAIN,
      "interrupts the graph for an approval, and another runtime continues it",
    ],
    Image: [LANGCHAIN, "shows an image to the model"],
    Error: [LANGCHAIN, "repairs an input that LangChain would refuse, and answers errors as messages"],
    Streaming: [LANGCHAIN, "streams the steps of an agent with the result of each call"],
  },
  toAgentTools: {
    "Parallel calls": [RUNNERS, "runs the calls of a turn in their order, with an image and errors"],
    "Approval in the middle": [RUNNERS, "does not run a rejected call"],
    "Resumed in another process": [RUNNERS, LATER],
    Image: [RUNNERS, "runs the calls of a turn in their order, with an image and errors"],
    Error: [RUNNERS, "runs the calls of a turn in their order, with an image and errors"],
    Streaming: [RUNNERS, "streams the events of a call and its result"],
  },
  toolRunner: {
    "Parallel calls": [RUNNERS, "runs the calls of a turn in their order, with an image and an error"],
    "Approval in the middle": [
      RUNNERS,
      "runs the calls of a turn in their order, with an image and an error",
    ],
    "Resumed in another process": undefined,
    Image: [RUNNERS, "runs the calls of a turn in their order, with an image and an error"],
    Error: [RUNNERS, "runs the calls of a turn in their order, with an image and an error"],
    Streaming: [STREAMED, "shows partial arguments, runs the call and shows the text"],
  },
  runTools: {
    "Parallel calls": [
      RUNNERS,
      "runs the calls of a turn in their order, with notes for images and errors as text",
    ],
    "Approval in the middle": [
      RUNNERS,
      "runs the calls of a turn in their order, with notes for images and errors as text",
    ],
    "Resumed in another process": undefined,
    Image: [RUNNERS, "runs the calls of a turn in their order, with notes for images and errors as text"],
    Error: [RUNNERS, "runs the calls of a turn in their order, with notes for images and errors as text"],
    Streaming: [STREAMED, "shows partial arguments, runs the call and shows the text"],
  },
  toCallableTool: {
    "Parallel calls": [RUNNERS, "runs the calls of a turn in their order, with an image and an error"],
    "Approval in the middle": [
      RUNNERS,
      "runs the calls of a turn in their order, with an image and an error",
    ],
    "Resumed in another process": undefined,
    Image: [RUNNERS, "runs the calls of a turn in their order, with an image and an error"],
    Error: [RUNNERS, "runs the calls of a turn in their order, with an image and an error"],
    Streaming: [STREAMED, "runs the call and shows the text"],
  },
};

const page = readFileSync(join(ROOT, "docs/providers.md"), "utf8");
const [, section = ""] = page.split("## Supported loops");
const [head = [], , ...rows] = section
  .slice(0, section.indexOf("\n## "))
  .split("\n")
  .filter((line) => line.startsWith("|"))
  .map((line) =>
    line
      .slice(1, -1)
      .split("|")
      .map((cell) => cell.trim()),
  );

describe("the table of the supported loops", () => {
  it("lists each tested library in a row, and each tested property in a column", () => {
    const columns = head.slice(2);
    expect(rows).toHaveLength(Object.keys(CELLS).length);
    for (const tests of Object.values(CELLS)) expect(Object.keys(tests)).toEqual(columns);
  });

  it.each(Object.entries(CELLS))("names what a test shows in each cell of %s", (library, tests) => {
    const row = rows.find(([title = ""]) => title.includes(`\`${library}\``));
    for (const [column, test] of Object.entries(tests)) {
      const cell = row?.[head.indexOf(column)];
      if (test === undefined) {
        expect(cell).toBe("no");
        continue;
      }
      expect(cell).toMatch(/./);
      expect(cell).not.toMatch(/^no$|not tested/);
      const [file, title] = test;
      const text = readFileSync(join(ROOT, "test/adapters", file), "utf8");
      expect(text).toContain(`it("${title}", async`);
    }
  });
});
