import { execFileSync } from "node:child_process";
import { chmodSync, mkdirSync, symlinkSync, truncateSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { describe, expect, it } from "vitest";
import { MAX_CONFIG_BYTES } from "../../src/config/index.js";
import { ConfiguredFolder, judgeWith } from "./configured-folder.js";

const SAFE = { "home/.claude/settings.json": { permissions: { allow: ["Bash(npm test)"] } } };

/** The files with rules of each program, in the project. */
const RULE_FILES = [
  ".claude/settings.json",
  ".claude/settings.local.json",
  ".codex/config.toml",
  ".codex/rules/a.rules",
  ".gemini/policies/a.toml",
  ".gemini/settings.json",
  "opencode.json",
  "opencode.jsonc",
  ".opencode/opencode.json",
  ".amp/settings.json",
  ".amp/settings.jsonc",
] as const;

/** Makes something that is not a readable file of a usual size in the place of a file. */
const OBSTACLES: Readonly<Record<string, (file: string) => void>> = {
  "a FIFO": (file) => execFileSync("mkfifo", [file]),
  "a folder": (file) => mkdirSync(file),
  "a link to a device without an end": (file) => symlinkSync("/dev/zero", file),
  "a file of 50 MB": (file) => {
    writeFileSync(file, "{");
    truncateSync(file, 50_000_000);
  },
  "invalid UTF-8": (file) => writeFileSync(file, Buffer.from([0x7b, 0xff, 0xfe, 0x7d])),
  "a link to itself": (file) => symlinkSync(file, file),
};

describe("what stands in the place of a file with rules", () => {
  it.each(Object.keys(OBSTACLES).flatMap((name) => RULE_FILES.map((file) => [name, file] as const)))(
    "makes every call ask and has an entry in the report: %s as %s",
    async (name, file) => {
      using folder = new ConfiguredFolder(SAFE);
      const path = join(folder.project, file);
      mkdirSync(dirname(path), { recursive: true });
      OBSTACLES[name]?.(path);
      const config = await folder.load();
      const { command, read } = await judgeWith(config);
      expect([command("npm test"), read("a")]).toEqual(["ask", "ask"]);
      expect(config.report.find(({ kind }) => kind === "invalid")).toMatchObject({ file: path });
      expect(JSON.stringify(config.report).length).toBeLessThan(2000);
    },
  );

  // Root may read everything.
  it.skipIf(process.getuid?.() === 0)("makes every call ask if it may not be read", async () => {
    using folder = new ConfiguredFolder(SAFE);
    chmodSync(folder.write("app/.claude/settings.json", {}), 0);
    expect((await judgeWith(await folder.load())).command("npm test")).toBe("ask");
  });
});

describe("files that are written to take long", () => {
  const many = (count: number, part: (index: number) => string) =>
    Array.from({ length: count }, (_, index) => part(index)).join("");
  const bounded = (text: string) => text.slice(0, MAX_CONFIG_BYTES);

  it.each<[title: string, file: string, text: string]>([
    ["deep JSON", "app/.claude/settings.json", bounded(`{"a":${"[".repeat(MAX_CONFIG_BYTES)}`)],
    ["deep TOML", "app/.codex/config.toml", `a = ${"[".repeat(200_000)}${"]".repeat(200_000)}`],
    ["TOML with many keys", "app/.codex/config.toml", many(60_000, (index) => `k${index}=1\n`)],
    ["TOML with many tables", "app/.gemini/policies/a.toml", many(40_000, (index) => `[t${index}]\n`)],
    ["TOML with a long dotted key", "app/.codex/config.toml", `${"a.".repeat(100_000)}a = 1`],
    [
      "Starlark with many rules",
      "app/.codex/rules/a.rules",
      many(8000, (index) => `prefix_rule(pattern=["a${index}"])\n`),
    ],
    ["Starlark with growing lists", "app/.codex/rules/a.rules", `A = ["a"]\n${"A = A + A\n".repeat(60)}`],
    ["Starlark with growing texts", "app/.codex/rules/a.rules", `A = "a"\n${"A = A + A\n".repeat(60)}`],
    ["Starlark with a recursive function", "app/.codex/rules/a.rules", "def f(): f()\nf()\n"],
    [
      "rules with many alternatives",
      "app/.codex/rules/a.rules",
      `prefix_rule(pattern=[${'["a","b"],'.repeat(40)}], decision="forbidden")\n`.repeat(200),
    ],
    [
      "many permission rules",
      "app/.claude/settings.json",
      JSON.stringify({
        permissions: { deny: Array.from({ length: 20_000 }, (_, index) => `Bash(a${index} *)`) },
      }),
    ],
    [
      "globs with many wildcards",
      "app/opencode.json",
      JSON.stringify({ permission: { read: { [`${"*a".repeat(50_000)}`]: "deny" } } }),
    ],
  ])("reads or refuses files in bounded time and memory: %s", async (_, file, text) => {
    using folder = new ConfiguredFolder({ ...SAFE, [file]: text });
    const before = process.cpuUsage();
    const config = await folder.load();
    const { command } = await judgeWith(config);
    command("npm test");
    const { user, system } = process.cpuUsage(before);
    expect((user + system) / 1000).toBeLessThan(5000);
    expect(config.rules.length).toBeLessThan(50_000);
    expect(config.report.length).toBeLessThanOrEqual(1001);
  });

  it.each<[title: string, header: string]>([
    [
      "aliases that grow",
      many(12, (index) => `a${index}: &a${index} [${index === 0 ? "x" : `*a${index - 1},*a${index - 1}`}]\n`),
    ],
    ["deep lists", `a: ${"[".repeat(8000)}`],
    ["a header without an end", "x: ".repeat(200_000)],
  ])("reports skills and subagents with a broken header: %s", async (_, header) => {
    using folder = new ConfiguredFolder({
      "home/.claude/skills/a/SKILL.md": `---\nname: a\ndescription: b\n${header}\n---\nText`,
      "home/.claude/agents/a.md": `---\nname: a\ndescription: b\n${header}\n---\nText`,
    });
    const { skills, agents, report } = await folder.load();
    expect([skills, agents]).toEqual([[], []]);
    expect(report.map(({ kind }) => kind)).toEqual(["invalid", "invalid"]);
  });

  it("take bounded processor time, however many rules and imports they have", async () => {
    using folder = new ConfiguredFolder({
      "app/.codex/rules/a.rules": many(
        2000,
        (index) => `prefix_rule(pattern=["a${index}"], match=["a${index} x"])\n`,
      ),
      "app/CLAUDE.md": "@a.md ".repeat(10_000),
      "app/.claude/settings.json": {
        permissions: { deny: Array.from({ length: 2000 }, (_, index) => `Read(./a${index}/**)`) },
      },
    });
    // The modules are loaded before.
    await folder.load();
    const before = process.cpuUsage();
    const config = await folder.load();
    const { user } = process.cpuUsage(before);
    expect(config.rules.length).toBe(4000);
    expect(user / 1000).toBeLessThan(2000);
  });
});
