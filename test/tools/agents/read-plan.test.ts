import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { MAX_GROUP_FILES, MAX_GROUPS } from "../../../src/tools/agents/kraken/kraken-limits.js";
import { readPlan } from "../../../src/tools/agents/kraken/read-plan.js";
import { startStopwatch } from "../../processor-time.js";

const groups = [
  { files: ["a.ts", "b.ts"], instructions: "Rename." },
  { files: ["c.ts"], instructions: "" },
];
const json = JSON.stringify(groups);

describe("readPlan", () => {
  it.each([
    ["a list", json],
    ["an object", JSON.stringify({ groups })],
    ["an object by another name", JSON.stringify({ plan: groups, note: "ok" })],
    ["a fence", `\`\`\`json\n${json}\n\`\`\``],
    ["prose around it", `Here is the plan [as asked]:\n\n${json}\n\nThat is {all}.`],
    ["commas too many", '[{"files": ["a.ts", "b.ts",], "instructions": "Rename."}, {"files": ["c.ts"]},]'],
    [
      "files as objects",
      '[{"files": [{"path": "a.ts"}, {"file": "b.ts"}], "task": "Rename."}, {"file": "c.ts"}]',
    ],
    ["brackets in texts", JSON.stringify({ note: "use ] and }", groups })],
    ["groups without files", JSON.stringify([...groups, { files: [], instructions: "x" }])],
  ])("reads %s", (_what, text) => {
    expect(readPlan(text)).toEqual({ groups });
  });

  it.each([
    ["nothing", "", "no JSON"],
    ["prose", "I would rather not.", "no JSON"],
    ["other JSON", '{"a": [1, 2]}', "no JSON"],
    ["JSON that breaks off", json.slice(0, -5), "a.ts"],
    ["a group that is none", '[{"files": ["a.ts"]}, "x"]', "Group 2"],
    ["a file that is none", '[{"files": ["a.ts"]}, {"files": [1]}]', "Group 2"],
    ["no files at all", '[{"files": []}]', "no group with files"],
    [
      "too many groups",
      JSON.stringify(Array.from({ length: MAX_GROUPS + 1 }, (_, n) => ({ files: [`${n}`] }))),
      "groups;",
    ],
    [
      "too many files in a group",
      JSON.stringify([{ files: Array.from({ length: MAX_GROUP_FILES + 1 }, String) }]),
      "Split it",
    ],
    ["a novel", JSON.stringify([{ files: ["a"], instructions: "x".repeat(20_001) }]), "instructions"],
  ])("reports the problem of %s", (what, text, problem) => {
    const reading = readPlan(text);
    // In a truncated list, a complete group is still a group.
    if (what === "JSON that breaks off") expect(reading).toEqual({ groups: [groups[0]] });
    else expect(reading).toEqual({ problem: expect.stringContaining(problem) });
  });

  it("ends quickly, whatever a model writes", () => {
    fc.assert(
      fc.property(
        fc.string({ unit: fc.constantFrom(...'[]{}",:a\\ '.split("")), maxLength: 300 }),
        (text) => {
          const reading = readPlan(text);
          expect("groups" in reading ? reading.groups.length : reading.problem.length).toBeGreaterThan(0);
        },
      ),
      { numRuns: 500 },
    );
    const elapsedMs = startStopwatch();
    for (const each of ["[", "{", '["', "[{", "[]"]) readPlan(each.repeat(5_000_000));
    readPlan(`${"[".repeat(50_000)}${"]".repeat(50_000)}`);
    expect(elapsedMs()).toBeLessThan(3_000);
  });
});
