import { describe, expect, it } from "vitest";
import { urlPattern } from "../../../src/config/mcp/url-pattern.js";
import { ConfiguredFolder, judgeWith } from "../configured-folder.js";
import { claude, stdio, user } from "./offered-servers.js";

describe("rules about tools of servers", () => {
  it("deny the shortened names of these tools, too", async () => {
    const long = "plugin_my-plugin_database-tools";
    using folder = new ConfiguredFolder({
      [user]: {
        permissions: {
          deny: [`mcp__${long}__*`, "mcp__my_server", "mcp__files__write.all", "mcp__claude.ai Slack"],
          allow: ["mcp__my_server__read"],
        },
      },
      ...claude({ "my.server": stdio("x") }),
    });
    const { tool } = await judgeWith(await folder.load());
    const names = [
      "mcp__plugin_my-plugin_d-1x2y3z__drop",
      "mcp__my_server-abc123__read",
      "mcp__files__write_all_1q2w3",
    ];
    expect(names.map(tool)).toEqual(["deny", "deny", "deny"]);
    expect(tool("mcp__others__read")).toBe("ask");
  });
});

describe("patterns of addresses", () => {
  it.each([
    ["http://localhost:*/*", "http://localhost:8080/mcp", true],
    ["http://localhost:*/*", "http://localhost/mcp", true],
    ["https://a.example.com/*", "https://a.example.com:8443/x", false],
    ["https://a.example.com:443/*", "https://a.example.com/x", true],
    ["https://A.Example.com/Path/*", "https://a.example.COM/Path/x", true],
    ["https://a.example.com/Path/*", "https://a.example.com/path/x", false],
    ["https://*.example.com/*", "https://evil.org/x.example.com/", false],
    ["https://*.example.com", "https://evil.org#.example.com", false],
    ["https://*.example.com/*", "https://example.com/", false],
    ["https://a.example.com/ok/*", "https://a.example.com/ok/../bad", false],
    ["https://[::1]:*/*", "https://[::1]:9/x", true],
  ])("%s matches %s: %s", (pattern, url, expected) => {
    expect(urlPattern(pattern)?.(url)).toBe(expected);
  });

  it.each(["example.com/*", "*", "https://user@example.com/*", "https:///x", ""])(
    "%s is not a pattern",
    (pattern) => {
      expect(urlPattern(pattern)).toBeUndefined();
    },
  );
});

describe("thousands of servers and lists", () => {
  const many = <Item>(count: number, item: (index: number) => Item) =>
    Array.from({ length: count }, (_, index) => item(index));
  const servers = Object.fromEntries(many(4000, (index) => [`s${index}`, stdio("x")] as const));

  it("offer the first 200 servers", async () => {
    using folder = new ConfiguredFolder(claude(servers));
    const { mcpServers, report } = await folder.load();
    expect(Object.keys(mcpServers)).toHaveLength(200);
    expect(report.map(({ message }) => message)).toEqual(["Only the first 200 servers are offered."]);
  });

  it("offer none if more than a thousand settings refuse servers", async () => {
    using folder = new ConfiguredFolder({
      ...claude(servers),
      [user]: { deniedMcpServers: many(5000, (index) => ({ serverUrl: `https://*a*b*${index}` })) },
    });
    const before = process.cpuUsage();
    const { mcpServers } = await folder.load();
    expect(Object.keys(mcpServers)).toEqual([]);
    // Without the limit, 20 million comparisons take minutes.
    expect(process.cpuUsage(before).user).toBeLessThan(10_000_000);
  });
});
