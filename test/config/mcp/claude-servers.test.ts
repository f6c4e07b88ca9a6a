import { describe, expect, it } from "vitest";
import { ConfiguredFolder } from "../configured-folder.js";
import { claude, http, managed, offered, stdio, user } from "./offered-servers.js";

describe("lists of servers in Claude Code's settings", () => {
  const servers = {
    github: stdio("node", "server.js"),
    local: stdio("npx", "-y", "approved-package"),
    flagged: stdio("npx", "-y", "approved-package", "--flag"),
    api: http("https://mcp.example.com/api"),
    sub: http("https://api.internal.example.com/mcp"),
    other: http("https://external.example.org/mcp"),
    trick: http("https://external.example.org/mcp.example.com/"),
    login: http("https://mcp.example.com@evil.example.org/"),
    staging: http("https://Staging.Example.com./api"),
  };
  const byName = [{ serverName: "github" }, { serverName: "api" }];
  const byCommand = [{ serverCommand: ["npx", "-y", "approved-package"] }];
  const byUrl = [
    { serverUrl: "https://mcp.example.com/*" },
    { serverUrl: "https://*.internal.example.com/*" },
  ];
  it.each([
    ["without lists", {}, Object.keys(servers)],
    ["an empty allow-list", { allowedMcpServers: [] }, []],
    ["an allow-list that is not a list", { allowedMcpServers: "github" }, []],
    ["names alone", { allowedMcpServers: byName }, ["github", "api"]],
    ["commands alone", { allowedMcpServers: byCommand }, ["local"]],
    ["addresses alone", { allowedMcpServers: byUrl }, ["api", "sub"]],
    ["names and commands", { allowedMcpServers: [...byName, ...byCommand] }, ["local", "api"]],
    [
      "names, commands and addresses",
      { allowedMcpServers: [...byName, ...byCommand, ...byUrl] },
      ["local", "api", "sub"],
    ],
    ["an address without a path", { allowedMcpServers: [{ serverUrl: "https://mcp.example.com" }] }, ["api"]],
    ["any scheme", { allowedMcpServers: [{ serverUrl: "*://mcp.example.com/*" }] }, ["api"]],
    [
      "a wildcard that would cross into the path",
      { allowedMcpServers: [{ serverUrl: "https://*mcp.example.com/" }] },
      [],
    ],
    ["an entry with two keys", { allowedMcpServers: [{ serverName: "github", serverUrl: "*" }] }, []],
    ["a variable in an allowed address", { allowedMcpServers: [{ serverUrl: "$" + "{URL}" }] }, []],
    [
      "a deny-list before an allow-list",
      { allowedMcpServers: byUrl, deniedMcpServers: [{ serverUrl: "https://mcp.example.com/*" }] },
      ["sub"],
    ],
    [
      "denied names, commands and addresses",
      {
        deniedMcpServers: [
          { serverName: "github" },
          { serverCommand: ["npx", "-y", "approved-package"] },
          { serverUrl: "https://staging.example.com/*" },
        ],
      },
      ["flagged", "api", "sub", "other", "trick", "login"],
    ],
    ["a deny-list that is not a list", { deniedMcpServers: "github" }, []],
    ["a denied entry with a misspelled key", { deniedMcpServers: [{ servername: "x" }] }, []],
    [
      "a denied command with a variable that is not set",
      { deniedMcpServers: [{ serverCommand: ["npx", "-y", "$" + "{P}"] }] },
      Object.keys(servers).filter((name) => name !== "local"),
    ],
  ])("decide: %s", async (_, settings, expected) => {
    const { names, report } = await offered({ [managed]: settings, ...claude(servers) });
    expect(names).toEqual(expected);
    const kept: readonly string[] = expected;
    const refused = Object.keys(servers).filter((name) => !kept.includes(name));
    expect(report.filter(({ text }) => refused.includes(text ?? "")).length).toBe(refused.length);
  });

  it("merge from every file, and name the file and line that refuses a server", async () => {
    const files = {
      [managed]: { allowedMcpServers: [{ serverName: "a" }] },
      [user]: { allowedMcpServers: [{ serverName: "b" }], deniedMcpServers: [{ serverName: "d" }] },
      ...claude({ a: stdio("a"), b: stdio("b"), c: stdio("c"), d: stdio("d") }),
    };
    const { names, report } = await offered(files);
    expect(names).toEqual(["a", "b"]);
    expect(report.map(({ text, message }) => [text, message])).toEqual([
      ["c", expect.stringContaining("managed-settings.json:2, ~/.claude/settings.json:2")],
      ["d", "The server is not offered: deniedMcpServers (~/.claude/settings.json:8) blocks it."],
    ]);
    const only = { ...files, [managed]: { ...files[managed], allowManagedMcpServersOnly: true } };
    expect((await offered(only)).names).toEqual(["a"]);
  });

  it("only deny if their folder is not trusted", async () => {
    const files = {
      [managed]: { allowedMcpServers: [{ serverName: "a" }] },
      "app/.claude/settings.json": {
        allowedMcpServers: [{ serverName: "b" }],
        deniedMcpServers: [{ serverName: "a" }],
      },
      ...claude({ a: stdio("a"), b: stdio("b") }),
    };
    expect((await offered(files, { trusted: false })).names).toEqual([]);
  });

  it("deny the same server in the files of other programs, and allow-lists concern only their own", async () => {
    const files = {
      [managed]: { deniedMcpServers: [{ serverCommand: ["evil"] }], allowedMcpServers: [] },
      "home/.codex/config.toml":
        '[mcp_servers.renamed]\ncommand = "evil"\n[mcp_servers.good]\ncommand = "good"\n',
    };
    expect((await offered(files)).names).toEqual(["good"]);
  });
});

describe("servers of an administrator", () => {
  const file = "system/etc/claude-code/managed-mcp.json";
  const others = {
    "app/.mcp.json": { mcpServers: { project: stdio("p") } },
    ...claude({ user: stdio("u") }),
  };

  it("exclude those of the user and the project", async () => {
    const { names } = await offered({ [file]: { mcpServers: { corp: stdio("c") } }, ...others });
    expect(names).toEqual(["corp"]);
    expect((await offered({ [file]: { mcpServers: {} }, ...others })).names).toEqual([]);
    expect((await offered({ [file]: "{", ...others })).names).toEqual([]);
  });

  it("need no place on the allow-list unless they contain variables, and can be denied", async () => {
    const { names } = await offered(
      {
        [file]: { mcpServers: { plain: stdio("c"), own: stdio("${" + "BIN}"), bad: stdio("b") } },
        [managed]: { allowedMcpServers: [] },
        [user]: { deniedMcpServers: [{ serverName: "bad" }] },
      },
      { environment: { BIN: "x" } },
    );
    expect(names).toEqual(["plain"]);
  });

  it("connect to remote addresses in managed settings, and only managed settings provide them", async () => {
    const entries = {
      good: http("https://a.example.com/mcp"),
      plain: http("http://localhost/mcp"),
      program: { ...http("https://a.example.com"), command: "x" },
      variable: http("https://${" + "HOST}/"),
      typed: { url: "https://a.example.com" },
    };
    expect((await offered({ [managed]: { managedMcpServers: entries } })).names).toEqual(["good"]);
    expect((await offered({ [user]: { managedMcpServers: entries } })).names).toEqual([]);
  });

  it("exclude all others under strictPluginOnlyCustomization", async () => {
    const { names } = await offered({ [managed]: { strictPluginOnlyCustomization: ["mcp"] }, ...others });
    expect(names).toEqual([]);
  });
});

describe("servers of a project in Claude Code", () => {
  it("come from ~/.claude.json for the project, .mcp.json, and ~/.claude.json for the user, in this order", async () => {
    using folder = new ConfiguredFolder({
      "app/.mcp.json": { mcpServers: { a: stdio("project"), b: stdio("project") } },
    });
    folder.write("home/.claude.json", {
      mcpServers: { a: stdio("user"), b: stdio("user"), c: stdio("user") },
      projects: { [folder.project]: { mcpServers: { a: stdio("local") } } },
    });
    const { mcpServers } = await folder.load();
    expect(mcpServers).toMatchObject({
      a: { command: "local" },
      b: { command: "project" },
      c: { command: "user" },
    });
    const untrusted = await folder.load({ trusted: false });
    expect(untrusted.mcpServers).toMatchObject({ a: { command: "local" }, b: { command: "user" } });
  });

  it("stay away if the user has switched them off", async () => {
    using folder = new ConfiguredFolder({
      "app/.mcp.json": { mcpServers: { a: stdio("a"), b: stdio("b"), c: stdio("c"), d: stdio("d") } },
      "app/.claude/settings.local.json": { disabledMcpjsonServers: ["a"], enabledMcpjsonServers: ["d"] },
    });
    folder.write("home/.claude.json", {
      mcpServers: { a: stdio("user") },
      projects: { [folder.project]: { disabledMcpjsonServers: ["b"], disabledMcpServers: ["c"] } },
    });
    const { mcpServers, report } = await folder.load();
    expect(mcpServers).toMatchObject({ a: { command: "user" }, d: { command: "d" } });
    expect(Object.keys(mcpServers).sort()).toEqual(["a", "d"]);
    expect(report.filter(({ message }) => message.includes("switches it off"))).toHaveLength(3);
    expect(report.filter(({ message }) => message.includes("asks before")).map(({ text }) => text)).toEqual([
      "a",
      "b",
      "c",
    ]);
  });

  it("stay away while ~/.claude.json or a settings file cannot be read", async () => {
    const project = { "app/.mcp.json": { mcpServers: { a: stdio("a") } } };
    expect((await offered(project)).names).toEqual(["a"]);
    expect((await offered({ ...project, "home/.claude.json": "{" })).names).toEqual([]);
    expect((await offered({ ...project, [managed]: "{" })).names).toEqual([]);
  });
});
