import { describe, expect, it } from "vitest";
import { ConfiguredFolder, judgeWith } from "../configured-folder.js";
import { http, offered, stdio, user } from "./offered-servers.js";

describe("servers of Codex", () => {
  const config = [
    "[mcp_servers.docs]",
    'command = "codex-mcp"',
    'args = ["serve"]',
    'enabled_tools = ["read", "write"]',
    'disabled_tools = ["write"]',
    'default_tools_approval_mode = "prompt"',
    "[mcp_servers.off]",
    'command = "off"',
    "enabled = false",
    "[mcp_servers.remote]",
    'url = "https://example.com/mcp"',
    'bearer_token_env_var = "TOKEN"',
    'env_http_headers = { "X-Key" = "KEY" }',
    "",
  ].join("\n");
  const home = { "home/.codex/config.toml": config };
  const environment = { TOKEN: "t", KEY: "k" };

  it("keep their lists of tools and take their secrets from the environment", async () => {
    const { servers, report } = await offered(home, { environment });
    expect(servers).toEqual({
      docs: {
        command: "codex-mcp",
        args: ["serve"],
        includeTools: ["read", "write"],
        excludeTools: ["write"],
        deferred: undefined,
      },
      remote: {
        url: "https://example.com/mcp",
        headers: { Authorization: "Bearer t", "X-Key": "k" },
        deferred: undefined,
      },
    });
    expect(report).toEqual([]);
    const without = await offered(home);
    expect(without.names).toEqual(["docs"]);
    expect(without.report).toMatchObject([{ kind: "invalid", line: 10 }]);
  });

  it("ask about tools whose approval mode is prompt, whatever other rules allow", async () => {
    using folder = new ConfiguredFolder({ ...home, [user]: { permissions: { allow: ["mcp__docs__*"] } } });
    const { tool } = await judgeWith(await folder.load());
    expect(tool("mcp__docs__read")).toBe("ask");
  });

  it.each([
    ["a command", '[mcp_servers.docs.identity]\ncommand = "codex-mcp"\n', ["docs"]],
    ["another command", '[mcp_servers.docs.identity]\ncommand = "other"\n', []],
    ["an address", '[mcp_servers.remote.identity]\nurl = "https://example.com/mcp"\n', ["remote"]],
    ["an address for a command", '[mcp_servers.docs.identity]\nurl = "codex-mcp"\n', []],
    ["an empty list", "[mcp_servers]\n", []],
    ["no list", "", ["docs", "remote"]],
    [
      "matching arguments",
      '[mcp_servers.docs.identity.command]\nexecutable = "codex-mcp"\nargs = [{ match = "prefix", value = "ser" }]\n',
      ["docs"],
    ],
    [
      "more arguments",
      '[mcp_servers.docs.identity.command]\nexecutable = "codex-mcp"\nargs = [{ match = "exact", value = "serve" }, { match = "prefix", value = "" }]\n',
      [],
    ],
    [
      "an expression, which is not evaluated",
      '[mcp_servers.docs.identity]\nurl = { match = "regex", expression = ".*" }\n',
      [],
    ],
    ["a list that is not a table", "mcp_servers = 1\n", []],
  ])("servers of Codex are restricted by the requirements: %s", async (_, requirements, expected) => {
    const files = { ...home, "system/etc/codex/requirements.toml": requirements };
    expect((await offered(files, { environment })).names).toEqual(expected);
  });

  it("override those of the user by their keys in a trusted project", async () => {
    const files = {
      ...home,
      "app/.codex/config.toml": "[mcp_servers.docs]\nenabled = false\n[mcp_servers.off]\nenabled = true\n",
    };
    expect((await offered(files, { environment })).names).toEqual(["off", "remote"]);
    expect((await offered(files, { environment, trusted: false })).names).toEqual(["docs", "remote"]);
  });
});

describe("servers of Gemini CLI", () => {
  const servers = {
    both: { command: "c", url: "https://sse.example.com", httpUrl: "https://http.example.com" },
    local: { command: "l", env: { KEY: "$KEY" }, includeTools: ["a"], excludeTools: ["b"], trust: true },
  };
  const home = "home/.gemini/settings.json";

  it("prefer httpUrl, and a trusted server still asks", async () => {
    const { servers: found, report } = await offered(
      { [home]: { mcpServers: servers } },
      { environment: { KEY: "k" } },
    );
    expect(found).toMatchObject({
      both: { url: "https://http.example.com" },
      local: { command: "l", env: { KEY: "k" }, includeTools: ["a"], excludeTools: ["b"] },
    });
    expect(report.map(({ kind, text }) => [kind, text])).toEqual([["stricter", "local.trust"]]);
  });

  it.each([
    ["the list of allowed servers", { mcp: { allowed: ["both"] } }, ["both"]],
    ["the list of excluded servers", { mcp: { excluded: ["both"] } }, ["local"]],
    ["both lists", { mcp: { allowed: ["both", "local"], excluded: ["local"] } }, ["both"]],
    ["every server", { mcp: { excluded: ["*"] } }, []],
    ["an empty list", { mcp: { allowed: [] } }, []],
    ["an administrator", { admin: { mcp: { enabled: false } } }, []],
    ["the servers of an administrator", { admin: { mcp: { config: { local: {} } } } }, ["local"]],
  ])("servers of Gemini CLI are restricted by %s", async (_, settings, expected) => {
    const environment = { KEY: "k" };
    for (const name of ["settings.json", "system-defaults.json"]) {
      const files = { [home]: { mcpServers: servers }, [`system/etc/gemini-cli/${name}`]: settings };
      expect((await offered(files, { environment })).names).toEqual(expected);
    }
  });

  it("stay away if the user has switched them off", async () => {
    const files = {
      [home]: { mcpServers: servers },
      "home/.gemini/mcp-server-enablement.json": { LOCAL: { enabled: false } },
    };
    expect((await offered(files, { environment: { KEY: "k" } })).names).toEqual(["both"]);
  });

  it("come first from the system, then those of the project, then those of the user", async () => {
    const { servers: found } = await offered({
      "system/etc/gemini-cli/settings.json": { mcpServers: { a: { command: "system" } } },
      "app/.gemini/settings.json": { mcpServers: { a: { command: "project" }, b: { command: "project" } } },
      [home]: { mcpServers: { a: { command: "user" }, b: { command: "user" } } },
    });
    expect(found).toMatchObject({ a: { command: "system" }, b: { command: "project" } });
  });

  it("stay denied if they are excluded, even if the host connects one of that name", async () => {
    using folder = new ConfiguredFolder({ [home]: { mcp: { excluded: ["evil"] } } });
    const { tool } = await judgeWith(await folder.load());
    expect([tool("mcp__evil__x"), tool("mcp__good__x")]).toEqual(["deny", "ask"]);
  });
});

describe("servers of OpenCode and Amp", () => {
  it("take command lists and variables in OpenCode, unless they are switched off", async () => {
    const { servers, report } = await offered(
      {
        "home/.config/opencode/opencode.json": {
          mcp: {
            a: { type: "local", command: ["npx", "-y", "{env:NAME}"], environment: { K: "{env:NONE}" } },
            b: { type: "local", command: ["b"] },
            c: { type: "remote", url: "https://c.example.com", headers: { X: "{file:~/secret}" } },
            d: { type: "remote", url: "https://d.example.com", enabled: false },
          },
        },
        "app/opencode.jsonc": '{ "mcp": { "b": { "enabled": false }, "d": { "enabled": true } } }',
      },
      { environment: { NAME: 'x"y' } },
    );
    expect(servers).toMatchObject({
      a: { command: "npx", args: ["-y", 'x"y'], env: { K: "" } },
      d: { url: "https://d.example.com" },
    });
    expect(Object.keys(servers)).toEqual(["a", "d"]);
    expect(report).toMatchObject([{ kind: "invalid", text: "c" }]);
  });

  const amp = {
    playwright: stdio("npx", "-y", "@playwright/mcp@1.2"),
    other: stdio("npx", "-y", "evil"),
    python: stdio("python", "bad_command.py"),
    remote: http("https://mcp.trusted.com/mcp"),
    malicious: http("https://malicious.com/mcp"),
  };
  it.each([
    ["without entries", [], Object.keys(amp)],
    [
      "the first entry that matches",
      [
        { matches: { command: "npx", args: "* @playwright/mcp@*" }, action: "allow" },
        { matches: { url: "https://mcp.trusted.com/mcp" }, action: "allow" },
        { matches: { command: "*" }, action: "reject" },
        { matches: { url: "*" }, action: "reject" },
      ],
      ["playwright", "remote"],
    ],
    [
      "rejected arguments and addresses",
      [
        { matches: { command: "python", args: "*bad_command*" }, action: "reject" },
        { matches: { url: "*malicious.com*" }, action: "reject" },
      ],
      ["playwright", "other", "remote"],
    ],
    [
      "an expression rejects more",
      [{ matches: { url: "/^x/" }, action: "reject" }],
      ["playwright", "other", "python"],
    ],
    [
      "an expression allows nothing",
      [
        { matches: { command: "/npx/" }, action: "allow" },
        { matches: {}, action: "reject" },
      ],
      [],
    ],
    [
      "an unknown action",
      [{ matches: { command: "npx" }, action: "alow" }],
      ["python", "remote", "malicious"],
    ],
    ["a value that is not a list", {}, []],
  ])("servers of Amp are restricted by amp.mcpPermissions: %s", async (_, permissions, expected) => {
    const files = {
      "home/.config/amp/settings.json": { "amp.mcpServers": amp, "amp.mcpPermissions": permissions },
    };
    expect((await offered(files)).names).toEqual(expected);
  });

  it("count only for the selected programs", async () => {
    const files = {
      "home/.config/amp/settings.json": { "amp.mcpServers": { a: stdio("a") } },
      "home/.codex/config.toml": '[mcp_servers.c]\ncommand = "c"\n',
    };
    expect((await offered(files, { owners: ["codex"] })).names).toEqual(["c"]);
  });
});
