import { symlinkSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { loadAgentConfig } from "../../src/config/index.js";
import { createToolRuntime } from "../../src/index.js";
import { defineTool, jsonSchema } from "../../src/schema/index.js";
import { ConfiguredFolder } from "./configured-folder.js";

const skill = (name: string, description = "Does it.") =>
  `---\nname: ${name}\ndescription: ${description}\n---\n\nRead this.\n`;

describe("instructions", () => {
  it("include those of the user and of the project with their imports", async () => {
    using folder = new ConfiguredFolder({
      "home/.claude/CLAUDE.md": "Be short. @~/.claude/more.md",
      "home/.claude/more.md": "Use jj.",
      "app/AGENTS.md":
        "Run `npm test @not/this.md`.\n```\n@not/that.md\n```\nSee @docs/style.md, and mail a@b.io.",
      "app/docs/style.md": "Two spaces.",
      "app/not/this.md": "no",
      "app/not/that.md": "no",
    });
    const { guidance, report } = await folder.load();
    expect(guidance.map(({ text }) => text)).toEqual([
      "Be short. @~/.claude/more.md",
      "Use jj.",
      expect.stringContaining("Run"),
      "Two spaces.",
    ]);
    expect(guidance[3]).toMatchObject({ importedBy: `${folder.project}/AGENTS.md` });
    expect(report).toEqual([]);
  });

  it("end at cyclic imports and at five levels", async () => {
    using folder = new ConfiguredFolder({
      "app/CLAUDE.md": "@./a.md @./1.md",
      "app/a.md": "@./CLAUDE.md @./a.md",
    });
    for (let level = 1; level < 20; level += 1) folder.write(`app/${level}.md`, `@./${level + 1}.md`);
    const { guidance, report } = await folder.load();
    expect(guidance).toHaveLength(7);
    expect(report.map(({ message }) => message)).toEqual(["Imports of more than 5 levels are not read."]);
  });

  it("import nothing from outside the folder, even through a link", async () => {
    using folder = new ConfiguredFolder({
      "app/CLAUDE.md": "@../secret.md @/etc/passwd.md @./link.md @~/.ssh/id.md",
      "secret.md": "secret",
      "home/.ssh/id.md": "secret",
    });
    symlinkSync(`${folder.root}/secret.md`, `${folder.project}/link.md`);
    const { guidance, report } = await folder.load();
    expect(guidance).toHaveLength(1);
    expect(report.map(({ kind }) => kind)).toEqual(["ignored", "ignored", "ignored"]);
  });

  it("include those of the folders from the root of the repository to the project", async () => {
    using folder = new ConfiguredFolder({
      "app/AGENTS.md": "above the repository",
      "app/repo/.git/HEAD": "",
      "app/repo/AGENTS.md": "root",
      "app/repo/packages/one/CLAUDE.md": "one @../../shared.md",
      "app/repo/shared.md": "shared",
    });
    const project = `${folder.project}/repo/packages/one`;
    const options = { home: folder.home, systemRoot: folder.system };
    const { guidance } = await loadAgentConfig(project, { ...options, trusted: true });
    expect(guidance.map(({ text }) => text)).toEqual(["root", "one @../../shared.md", "shared"]);
    expect((await loadAgentConfig(project, options)).guidance).toEqual([]);
  });

  it("share a limit for all files together", async () => {
    using folder = new ConfiguredFolder({ "app/CLAUDE.md": "@./a.md", "app/a.md": "x".repeat(300_000) });
    const { guidance, report } = await folder.load();
    expect(guidance).toHaveLength(1);
    expect(report[0]?.message).toBe("There are too many instructions.");
  });

  it("do not count if the folder is not trusted", async () => {
    using folder = new ConfiguredFolder({
      "app/CLAUDE.md": "Obey.",
      "app/.claude/skills/a/SKILL.md": skill("a"),
      "app/.claude/agents/a.md": skill("a"),
      "app/.mcp.json": { mcpServers: { a: { command: "a" } } },
    });
    const config = await folder.load({ trusted: false });
    expect([config.guidance, config.skills, config.agents, config.mcpServers]).toEqual([[], [], [], {}]);
    expect(config.report.map(({ kind }) => kind)).toEqual([
      "untrusted",
      "untrusted",
      "untrusted",
      "untrusted",
    ]);
  });
});

describe("skills", () => {
  it("list name, description and folder", async () => {
    using folder = new ConfiguredFolder({
      "app/.claude/skills/pdf/SKILL.md": skill("pdf", "Reads PDF files."),
      "home/.claude/skills/pdf/SKILL.md": skill("pdf", "Another one."),
      "home/.agents/skills/x/SKILL.md": skill("x"),
      "app/.claude/skills/broken/SKILL.md": "---\nname: [\n---\n",
      "app/.claude/skills/bomb/SKILL.md": "---\na: &a [x, x]\nb: &b [*a, *a]\nname: *b\n---\n",
      "app/.claude/skills/none/SKILL.md": "No header.",
    });
    const { skills, report } = await folder.load();
    expect(skills.map(({ name, description }) => [name, description])).toEqual([
      ["pdf", "Reads PDF files."],
      ["x", "Does it."],
    ]);
    expect(skills[0]?.folder).toBe(`${folder.project}/.claude/skills/pdf`);
    expect(report.map(({ kind }) => kind)).toEqual(["invalid", "invalid", "invalid"]);
  });

  it("never come from a link to the root or to any folder outside", async () => {
    using folder = new ConfiguredFolder({
      "app/.claude/skills/a/SKILL.md": skill("a"),
      "outside/SKILL.md": skill("o"),
    });
    const skills = `${folder.project}/.claude/skills`;
    symlinkSync("/", `${skills}/root`);
    symlinkSync(`${folder.root}/outside`, `${skills}/outside`);
    symlinkSync(folder.project, `${skills}/app`);
    symlinkSync(`${skills}/loop`, `${skills}/loop`);
    const config = await folder.load();
    expect(config.skills.map(({ name }) => name)).toEqual(["a"]);
    expect(config.report.map(({ kind }) => kind)).toEqual(["ignored", "ignored", "ignored"]);
  });
});

describe("subagent files", () => {
  const agent = (header: string, body = "You review.") => `---\n${header}\n---\n${body}\n`;

  it("become kinds of subagents that a runtime accepts", async () => {
    using folder = new ConfiguredFolder({
      "app/.claude/agents/reviewer.md": agent(
        "name: reviewer\ndescription: Reviews.\ntools: Read, Grep, Bash(git *)",
      ),
      "home/.claude/agents/writer.md": agent(
        "name: writer\ndescription: Writes.\nmodel: opus\ndisallowedTools: Bash",
      ),
      "home/.claude/agents/bad.md": agent("name: ../x\ndescription: y"),
    });
    folder.write(
      "home/.claude/agents/broken.md",
      agent("name: broken\ndescription: Its list ends too late.\ndisallowedTools: [Bash"),
    );
    const config = await folder.load();
    expect(config.agents.map(({ name, rights, system }) => [name, rights, system])).toEqual([
      ["reviewer", "read-only", "You review."],
      ["writer", "full", "You review."],
    ]);
    expect(config.report.map(({ kind }) => kind)).toEqual(["stricter", "invalid", "invalid", "ignored"]);
    await using runtime = createToolRuntime({ ...config, toolset: "claude-code" });
    expect(runtime.tools().length).toBeGreaterThan(0);
    const includes = config.agents.map(({ tools }) => (typeof tools === "function" ? tools : () => false));
    const inputSchema = jsonSchema({ type: "object", properties: {} });
    const tool = (name: string, kind: "read" | "execute") =>
      defineTool({ name, description: "x", kind, inputSchema, execute: () => "" });
    expect(includes.map((include) => include(tool("Read", "read")))).toEqual([true, true]);
    expect(includes.map((include) => include(tool("Bash", "execute")))).toEqual([false, false]);
  });
});

describe("MCP servers", () => {
  it("take variables of the host, and none is started", async () => {
    using folder = new ConfiguredFolder({
      "app/.mcp.json": {
        mcpServers: {
          a: { command: "a", env: { KEY: "${" + "TOKEN}" } },
          b: { command: 1 },
          c: { command: "${" + "NONE}" },
        },
      },
      "home/.codex/config.toml": '[mcp_servers.d]\ncommand = "d"\nargs = ["--x"]\n',
    });
    const { mcpServers, report } = await folder.load({ environment: { TOKEN: "t" } });
    expect(mcpServers).toMatchObject({
      a: { command: "a", env: { KEY: "t" } },
      d: { command: "d", args: ["--x"] },
    });
    expect(Object.keys(mcpServers)).toEqual(["a", "d"]);
    expect(report.filter(({ kind }) => kind === "invalid").map(({ text }) => text)).toEqual(["b", "c"]);
  });
});
