import { execFileSync } from "node:child_process";
import { mkdirSync, symlinkSync, truncateSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { loadAgentConfig, MAX_CONFIG_BYTES } from "../../src/config/index.js";
import { ConfiguredFolder, judgeWith } from "./configured-folder.js";

const FILE = "app/.claude/settings.json";

async function loadWith(content: string | object) {
  using folder = new ConfiguredFolder({
    "home/.claude/settings.json": {
      permissions: { allow: ["Bash(npm test)"], defaultMode: "bypassPermissions" },
    },
    [FILE]: content,
  });
  return await folder.load();
}

describe("a settings file that cannot be read", () => {
  it.each<[string, string]>([
    ["broken JSON", '{ "permissions": { "deny": ['],
    ["a list", "[1]"],
    ["an empty file", ""],
    ["deep nesting", `{"a":${"[".repeat(100_000)}`],
    ["a list of rules that is not a list", '{ "permissions": { "deny": "Bash" } }'],
    ["permissions that are not an object", '{ "permissions": [] }'],
    ["a file over the limit", `{}${" ".repeat(MAX_CONFIG_BYTES)}`],
  ])("makes every call ask: %s", async (_, content) => {
    const config = await loadWith(content);
    const { command, read, edit } = await judgeWith(config);
    expect([command("npm test"), command("ls"), read("a"), edit("a")]).toEqual(["ask", "ask", "ask", "ask"]);
    expect(config.report.filter(({ kind }) => kind === "invalid")).toHaveLength(1);
  });

  it("refuses by size before reading", async () => {
    using folder = new ConfiguredFolder({ [FILE]: "{}" });
    truncateSync(`${folder.root}/${FILE}`, 50_000_000);
    const { report } = await folder.load();
    expect(report[0]?.message).toBe(
      "The file cannot be read: it has 50000000 bytes, and the limit is 524288.",
    );
  });

  it("does not block if it is a FIFO or a folder", async () => {
    using folder = new ConfiguredFolder({ "home/.claude/x": "" });
    mkdirSync(`${folder.project}/.claude/settings.json`, { recursive: true });
    execFileSync("mkfifo", [`${folder.home}/.claude/settings.json`]);
    const { report } = await folder.load();
    expect(report.map(({ message }) => message)).toEqual([
      "The file cannot be read: it is not a regular file.",
      "The file cannot be read: it is not a regular file.",
    ]);
  });

  it("may be a link to a device without being read", async () => {
    using folder = new ConfiguredFolder({ "home/.claude/x": "" });
    symlinkSync("/dev/zero", `${folder.home}/.claude/settings.json`);
    expect((await folder.load()).report[0]?.message).toContain("not a regular file");
  });
});

describe("the report", () => {
  it("stays bounded, whatever a file contains", async () => {
    const deny = Array.from({ length: 3000 }, (_, index) => `${"x".repeat(index % 300)}(`);
    const { report } = await loadWith({ permissions: { deny } });
    expect(report).toHaveLength(1001);
    expect(report.at(-1)?.message).toMatch(/^200\d further notices are omitted\.$/);
    expect(Math.max(...report.map(({ text = "" }) => text.length))).toBeLessThanOrEqual(200);
  });

  it("contains no control characters of a file", async () => {
    const { report } = await loadWith({ permissions: { deny: ["\u001b[2J("] } });
    expect(JSON.stringify(report)).not.toContain("u001b");
  });

  it("lists a broken entry without losing its neighbours", async () => {
    const config = await loadWith({ permissions: { deny: [1, null, "Bash(rm *)", { a: 1 }] } });
    expect((await judgeWith(config)).command("rm a")).toBe("deny");
    expect(config.report.filter(({ kind }) => kind === "invalid")).toHaveLength(3);
  });
});

describe("rules of hostile files", () => {
  it("treats keys such as __proto__ as plain keys", async () => {
    const config = await loadWith(
      '{ "__proto__": { "permissions": { "allow": ["Bash"] } }, "constructor": 1 }',
    );
    expect(config.permissions.rules?.filter(({ verdict }) => verdict === "allow")).toHaveLength(1);
  });

  it("judges globs with many wildcards in linear time", async () => {
    const glob = "*a".repeat(2000);
    const config = await loadWith({
      permissions: { deny: [`Bash(${glob}b)`, `Read(${glob})`, `Read(${"**/".repeat(500)}x)`] },
    });
    const { command, read } = await judgeWith(config);
    const start = performance.now();
    command("a".repeat(5000));
    read(`${"a/".repeat(1000)}a`);
    expect(performance.now() - start).toBeLessThan(2000);
  });
});

describe("options of loadAgentConfig", () => {
  it("reject impossible values", async () => {
    await expect(loadAgentConfig("app", { home: "/h" })).rejects.toThrow(
      "directory must be an absolute path",
    );
    await expect(loadAgentConfig("/a", { home: "h" })).rejects.toThrow("home must be an absolute path");
    await expect(loadAgentConfig("/a", { home: "/h", trusted: "yes" as never })).rejects.toThrow(TypeError);
    await expect(loadAgentConfig("/a", { home: "/h", owners: ["codx" as never] })).rejects.toThrow(
      RangeError,
    );
    await expect(loadAgentConfig("/a", { home: "/h", trust: true } as never)).rejects.toThrow(TypeError);
  });
});
