import { join } from "node:path";
import type { ScriptStep } from "./scripted-model.js";

/** Returns the script of a model that finds and fixes the bug of the sample: durations such as "1h 30m" lose their hours. */
export function durationScript(directory: string): readonly ScriptStep[] {
  const source = join(directory, "src", "duration.js");
  const runTests = { name: "Bash", input: { cmd: "node --test", cwd: directory } };
  return [
    { says: "I run the tests to see what fails.", calls: [runTests] },
    {
      sees: ["fail 1", "adds hours and minutes", "30 !== 90", "<exit_code>1</exit_code>"],
      says: '"1h 30m" is parsed as 30 minutes. I read the parser and its tests.',
      calls: [
        { name: "Read", input: { path: source } },
        { name: "Read", input: { path: join(directory, "test", "duration.test.js") } },
      ],
    },
    {
      sees: ["minutes = Number(amount) * MINUTES[unit];", 'parseDuration("1h 30m")'],
      says: "The loop keeps only the last part. Which other files depend on it?",
      calls: [{ name: "Grep", input: { pattern: "parseDuration\\(", path: directory } }],
    },
    {
      sees: ["invoice.js"],
      says: "Invoices use it as well, so they were too low. The loop must add up the parts.",
      calls: [
        {
          name: "edit_file",
          input: {
            path: source,
            // Models often lose the indentation of text they quote; every line of the file has two more spaces.
            old_str: [
              "for (const [, amount, unit] of parts) {",
              "  minutes = Number(amount) * MINUTES[unit];",
              "}",
              "return Math.round(minutes);",
            ].join("\n"),
            new_str: [
              "for (const [, amount, unit] of parts) {",
              "  minutes += Number(amount) * MINUTES[unit];",
              "}",
              "return Math.round(minutes);",
            ].join("\n"),
          },
        },
      ],
    },
    {
      sees: ["+    minutes += Number(amount) * MINUTES[unit];"],
      says: "I run the tests again.",
      calls: [runTests],
    },
    {
      sees: ["fail 0", "<exit_code>0</exit_code>"],
      says: 'Fixed: parseDuration kept only the last part instead of adding the parts up. "1h 30m" is 90 minutes now, and all tests pass.',
    },
  ];
}
