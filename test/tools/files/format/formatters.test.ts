import { describe, expect, it } from "vitest";
import { eslintOutcome } from "../../../../src/tools/files/format/eslint-outcome.js";
import { FORMATTERS, formattersFor } from "../../../../src/tools/files/format/formatters.js";

const names = (extension: string) => formattersFor(extension).map(({ name }) => name);

describe("formattersFor", () => {
  it.each([
    ["ts", ["biome", "prettier", "eslint"]],
    ["vue", ["prettier", "eslint"]],
    ["css", ["biome", "prettier"]],
    ["md", ["prettier"]],
    ["", ["prettier"]],
    ["go", ["gofmt"]],
    ["rs", ["rustfmt"]],
    ["py", ["black", "ruff"]],
    ["hpp", ["clang-format"]],
    ["sh", ["shfmt"]],
  ])("returns for .%s the formatters %j", (extension, expected) => {
    expect(names(extension)).toEqual(expected);
  });
});

describe("a formatter by what is in a file", () => {
  const namesIt = (name: string, text: string) =>
    FORMATTERS.find((formatter) => formatter.name === name)?.configContents?.some((config) =>
      config.namesFormatter(text),
    );

  it.each([
    ["prettier", '{"devDependencies":{"prettier":"3"}}', true],
    ["prettier", '{"dependencies":{"prettier":"3"}}', true],
    ["prettier", '{"prettier":{}}', true],
    ["prettier", '{"devDependencies":{"prettier-plugin-x":"3"}}', false],
    ["prettier", '{"devDependencies":[]}', false],
    ["prettier", '{"devDependencies":null}', false],
    ["prettier", "{ not json", false],
    ["prettier", "null", false],
    ["eslint", '{"eslintConfig":{}}', true],
    ["eslint", '{"devDependencies":{"eslint":"9"}}', false],
    ["black", "[tool.black]\nline-length = 100\n", true],
    ["black", "[build-system]\n[tool.ruff]\n", false],
    ["ruff", "[tool.ruff.lint]\n", true],
    ["ruff", '# [tool.ruff]\nname = "[tool.ruff]"\n', false],
  ])("%s in %j: %j", (name, text, expected) => {
    expect(namesIt(name, text)).toBe(expected);
  });
});

describe("eslintOutcome", () => {
  it("returns the fixed text and the remaining problems", () => {
    const messages = Array.from({ length: 12 }, (_, index) => ({
      message: `M${index}`,
      line: index + 1,
      ruleId: "r",
    }));
    expect(eslintOutcome(JSON.stringify([{ messages, output: "fixed" }]))).toEqual({
      text: "fixed",
      remarks: [
        ...messages.slice(0, 10).map((_, index) => `eslint, not fixed: line ${index + 1}: M${index} (r)`),
        "eslint: 2 more problems",
      ],
    });
    expect(eslintOutcome('[{"messages":[]}]')).toEqual({ remarks: [] });
  });

  it.each([
    [
      '[{"messages":[{"fatal":true,"message":"Parsing error","line":3,"ruleId":null}]}]',
      "line 3: Parsing error",
    ],
    ["Oops!", "it returned no report."],
    ["[]", "it returned no report."],
    ["[null]", "it returned no report."],
    ['[{"messages":"x"}]', "it returned no report."],
  ])("reports output %j as a failure", (json, refusal) => {
    expect(eslintOutcome(json)).toEqual({ refusal, remarks: [] });
  });
});
