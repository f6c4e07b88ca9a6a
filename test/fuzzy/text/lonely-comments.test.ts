import { describe, expect, it } from "vitest";
import { applyEdit } from "../../../src/fuzzy/index.js";
import { looksLikeMarkdown } from "../../../src/fuzzy/text/index.js";

/** Returns the edited text, or the reason of the refusal. */
function edited(content: string, oldString: string, newString: string): string {
  const result = applyEdit({ content, oldString, newString });
  return result.ok ? result.content : result.reason;
}

const SCRIPTS: readonly (readonly [language: string, head: string])[] = [
  ["awk", "BEGIN { total = 0 }\n\n"],
  ["Python", "# Copyright of the authors.\n\nimport os\nfrom pathlib import Path\n\n"],
  ["CMake", "cmake_minimum_required(VERSION 3.20)\nproject(reader)\n\n"],
  ["Perl", "use strict;\nuse warnings;\n\n"],
  ["a shell without a first line for the kernel", "set -e\ncd build || exit 1\nname=reader\n\n"],
  ["a script", "#!/usr/bin/env reader\n\n"],
  ["Nix", "{ pkgs }:\npkgs.mkShell {\n"],
];

describe("a comment with # between blank lines", () => {
  it.each(SCRIPTS)("may be left out or reworded in %s", (_language, head) => {
    const comment = "# Count the open records of each reader.";
    const content = `${head}first = openRecords(alpha);\n\n${comment}\n\nsecond = countRecords(beta);\n`;
    const expected = content.replace("(beta)", "(gamma)");
    const old = (line: string) => `first = openRecords(alpha);\n\n${line}second = countRecords(beta);\n`;
    const change = (text: string) => text.replace("(beta)", "(gamma)");
    for (const line of ["", "# Counts what is open for every reader.\n\n"])
      expect(edited(content, old(line), change(old(line)))).toBe(expected);
  });

  it.each([
    ["TypeScript", "// The prompt of the reader.\nconst prompt = `\n\n", "\n\nAnswer briefly.`;\n"],
    ["Markdown", "Reader\n\n", "\n\nThe reader counts records.\n"],
  ])("a comment is a heading in %s, and no other heading is taken for it", (_language, head, tail) => {
    const content = `${head}# Count records${tail}`;
    const old = `${head}# Write records quickly${tail}`;
    expect(edited(content, old, old.replace(/briefly|counts/, "now"))).toBe("not-found");
  });
});

describe("looksLikeMarkdown", () => {
  it.each([
    ["headings before blank lines", "# Reader\n\nReads.\n\n## Use\n\nRun it.\n", true],
    ["headings before text", "Reader\n\n## Use\nRun it.\n\n## Test\nTest it.\n", true],
    ["code in a fence", "# Reader\n\n```sh\nset -e\ncd a;\nfoo=1\n```\n", true],
    ["a code fence alone", "Run:\n\n```\nreader\n```\n", true],
    ["the end of a licence", "# Copyright.\n# All rights reserved.\n\nkey: value\n", false],
    ["a script", "#!/bin/sh\n\n# Run\n\nreader\n", false],
    ["settings", "# Settings\n\nname = reader\nsize = 3\n", false],
    ["no marks", "Reads.\n", false],
  ])("recognises %s", (_name, text, expected) => {
    expect(looksLikeMarkdown(text)).toBe(expected);
  });
});
