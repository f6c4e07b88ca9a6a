import { describe, expect, it } from "vitest";
import { createToolRuntime, memoryBackend } from "../../../src/index.js";
import { toolsetWorld } from "../../toolsets/toolset-world.js";

const SKILL = "---\nname: deploy\ndescription: Deploys.\n---\n\n# Deploy\n\nRun scripts/deploy.sh.\n";

describe("a skill", () => {
  it.each([
    ["claude-code", "Skill", { skill: "deploy" }, ".claude/skills"],
    ["claude-code", "Skill", { skill: "deploy" }, ".agents/skills"],
    ["claude-code", "Skill", { command: "deploy" }, ".claude/skills"],
    ["gemini-cli", "activate_skill", { name: "deploy" }, ".gemini/skills"],
    ["opencode", "skill", { name: "deploy" }, ".opencode/skills"],
  ] as const)("loads in %s without its header: %s", async (toolset, name, input, folder) => {
    const world = await toolsetWorld(toolset);
    await world.write({ [`${folder}/deploy/SKILL.md`]: SKILL });
    expect(await world.text(name, input)).toBe(
      `Skill deploy. Relative paths in it start at /project/${folder}/deploy.\n\n# Deploy\n\nRun scripts/deploy.sh.\n`,
    );
  });

  it("shows its arguments after its instructions", async () => {
    const world = await toolsetWorld("claude-code");
    await world.write({ ".claude/skills/deploy/SKILL.md": "Do it.\r\n" });
    expect(await world.text("Skill", { skill: "deploy", args: "to staging" })).toMatch(
      /Do it\.\n\n\nArguments: to staging$/,
    );
  });

  it("runs without a question under default permissions", async () => {
    const backend = memoryBackend({ files: { "/project/.claude/skills/a/SKILL.md": "A." } });
    await using runtime = createToolRuntime({ backend, cwd: "/project", toolset: "claude-code" });
    const result = await runtime.execute({ id: "1", name: "Skill", input: { skill: "a" } });
    expect(result.status).toBe("done");
  });

  it("refuses a name that does not exist and lists the others", async () => {
    const world = await toolsetWorld("claude-code");
    expect(await world.text("Skill", { skill: "x" })).toBe(
      "There is no skill 'x'. The project has no skills.",
    );
    await world.write({ ".claude/skills/deploy/SKILL.md": SKILL, ".claude/skills/notes.md": "x" });
    expect(await world.text("Skill", { skill: "x" })).toBe(
      "There is no skill 'x'. The project has these: deploy.",
    );
  });

  it.each(["../deploy", "a/b", "", ".", "..", "x".repeat(65), "a\0b"])(
    "refuses the name %j",
    async (skill) => {
      const world = await toolsetWorld("claude-code");
      expect((await world.call("Skill", { skill })).error?.errorCode).toBe("invalid-input");
    },
  );
});
