import { join } from "node:path";
import type { ScriptStep } from "./scripted-model.js";

/** How a model would find and fix the sample's bug: durations such as "1h 30m" lose their hours. */
export function durationScript(directory: string): readonly ScriptStep[] {
  const source = join(directory, "src", "duration.js");
  const runTests = { name: "Bash", input: { cmd: "node --test", cwd: directory } };
  return [
    { says: "I run the tests to see what fails.", calls: [runTests] },
    {
      sees: ["not ok", "adds hours and minutes", "30 !== 90", "<exit_code>1</exit_code>"],
      says: '"1h 30m" comes out as 30 minutes. I read the parser and its tests.',
      calls: [
        { name: "Read", input: { path: source } },
        { name: "Read", input: { path: join(directory, "test", "duration.test.js") } },
      ],
    },
    {
      sees: ["minutes = Number(amount) * MINUTES[unit];", 'parseDuration("1h 30m")'],
      says: "The loop keeps the last part only. Who else depends on it?",
      calls: [{ name: "Grep", input: { pattern: "parseDuration\\(", path: directory } }],
    },
    {
      sees: ["invoice.js"],
      says: "Invoices use it as well, so they were too low. Each part has to be added.",
      calls: [
        {
          name: "edit_file",
          input: {
            path: source,
            // Models often lose the indentation of what they quote; the file has two spaces more on every line.
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
      says: "Now the tests again.",
      calls: [runTests],
    },
    {
      sees: ["# fail 0", "<exit_code>0</exit_code>"],
      says: 'Fixed: parseDuration added nothing up, it kept the last part. "1h 30m" is 90 minutes now, and all tests pass.',
    },
  ];
}
