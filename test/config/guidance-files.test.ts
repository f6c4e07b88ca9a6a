import { symlinkSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { ConfiguredFolder } from "./configured-folder.js";

describe("rules of Claude Code", () => {
  it("become instructions that name the paths that they concern", async () => {
    using folder = new ConfiguredFolder({
      "home/.claude/rules/mine.md": "Mine.",
      "app/.claude/CLAUDE.md": "Main.",
      "app/.claude/rules/api/input.md":
        '---\npaths:\n  - "src/api/**/*.ts"\n  - "lib/*.ts"\n---\n\nValidate. @../style.md\n',
      "app/.claude/rules/style.md": "---\npaths: src/**\n---\nTwo spaces.",
      "app/.claude/rules/broken.md": "---\npaths: [\n---\nBroken.",
      "app/.claude/rules/notes.txt": "No rule.",
    });
    const { guidance, report } = await folder.load();
    expect(guidance.map(({ text, paths }) => [text, paths])).toEqual([
      ["Mine.", undefined],
      ["Main.", undefined],
      ["Validate. @../style.md", ["src/api/**/*.ts", "lib/*.ts"]],
      ["Two spaces.", ["src/**"]],
      ["---\npaths: [\n---\nBroken.", undefined],
    ]);
    expect(report.map(({ kind }) => kind)).toEqual(["invalid"]);
    const untrusted = await folder.load({ trusted: false });
    expect(untrusted.guidance.map(({ text }) => text)).toEqual(["Mine."]);
  });

  it("end at links, at deep folders and at a hundred files", async () => {
    using folder = new ConfiguredFolder({ "app/.claude/rules/a.md": "a", "secret.md": "secret" });
    const rules = `${folder.project}/.claude/rules`;
    symlinkSync("/", `${rules}/root`);
    symlinkSync(rules, `${rules}/loop`);
    symlinkSync(`${folder.root}/secret.md`, `${rules}/link.md`);
    folder.write(`app/.claude/rules/${"d/".repeat(10)}deep.md`, "deep");
    const { guidance, report } = await folder.load();
    expect(guidance.map(({ text }) => text)).toEqual(["a"]);
    expect(report.map(({ message }) => message)).toEqual([
      "The file is outside the folder that may be imported from.",
    ]);
    for (let index = 0; index < 120; index += 1) folder.write(`app/.claude/rules/m/${index}.md`, `${index}`);
    const many = await folder.load();
    expect(many.guidance.length).toBeLessThanOrEqual(100);
    expect(many.report.map(({ message }) => message)).toContain("More than 100 rules are not read.");
  });
});

describe("instructions of an administrator", () => {
  it("come first, from a file and from managed settings alone", async () => {
    using folder = new ConfiguredFolder({
      "system/etc/claude-code/CLAUDE.md": "Policy.",
      "system/etc/claude-code/managed-settings.json": { claudeMd: "Lint first." },
      "home/.claude/settings.json": { claudeMd: "No effect." },
      "home/.claude/CLAUDE.md": "Mine.",
    });
    const { guidance } = await folder.load();
    expect(guidance.map(({ text }) => text)).toEqual(["Policy.", "Lint first.", "Mine."]);
  });
});

describe("AGENTS.override.md", () => {
  it("replaces AGENTS.md in its folder, unless it is empty", async () => {
    using folder = new ConfiguredFolder({
      "home/.codex/AGENTS.md": "mine",
      "home/.codex/AGENTS.override.md": "mine instead",
      "app/AGENTS.md": "project",
      "app/AGENTS.override.md": " \n",
    });
    const { guidance } = await folder.load();
    expect(guidance.map(({ text }) => text)).toEqual(["mine instead", "project"]);
  });
});

describe("context.fileName of Gemini CLI", () => {
  const names = async (project: unknown, trusted = true) => {
    using folder = new ConfiguredFolder({
      "home/.gemini/settings.json": { context: { fileName: "MINE.md" } },
      "home/.gemini/MINE.md": "mine",
      "home/.gemini/CONTEXT.md": "context of the user",
      "app/.gemini/settings.json": { context: { fileName: project } },
      "app/CONTEXT.md": "context",
      "app/MINE.md": "other",
      "app/GEMINI.md": "default",
      "secret.md": "secret",
    });
    const { guidance } = await folder.load({ trusted });
    return guidance.map(({ text }) => text);
  };

  it("selects the files, and a project needs trust for it", async () => {
    expect(await names(["CONTEXT.md", "GEMINI.md"])).toEqual(["context of the user", "context", "default"]);
    expect(await names("CONTEXT.md", false)).toEqual(["mine"]);
  });

  it.each(["../secret.md", "..", "/etc/passwd"])("a name is never a path: %s", async (path) => {
    expect(await names(path)).toEqual([]);
  });
});
