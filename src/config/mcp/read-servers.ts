import { type McpServerConfig, readMcpServers } from "../../adapters/mcp/index.js";
import { describeThrown } from "../../contract/index.js";
import type { ConfigReader, ConfigScope } from "../load/index.js";
import { type ConfigValue, entriesOf, member, parseJson, parseToml, plainValue } from "../parse/index.js";

/** The files with MCP servers, and the key that contains them. */
const SERVER_FILES: readonly (readonly [string, ConfigScope, string])[] = [
  [".mcp.json", "project", "mcpServers"],
  [".gemini/settings.json", "project", "mcpServers"],
  [".gemini/settings.json", "user", "mcpServers"],
  [".codex/config.toml", "user", "mcp_servers"],
  [".config/amp/settings.json", "user", "amp.mcpServers"],
];

/** Reads the MCP servers of the user and of a trusted project. None is started or connected. */
export async function readServers(
  reader: ConfigReader,
  env: Readonly<Record<string, string | undefined>>,
): Promise<Readonly<Record<string, McpServerConfig>>> {
  const { directory, home, notices } = reader.options;
  const found = new Map<string, McpServerConfig>();
  for (const [name, scope, key] of SERVER_FILES) {
    if (scope === "project" && directory === home) continue;
    const source = reader.source(`${scope === "project" ? directory : home}/${name}`, scope);
    const read = await reader.options.files.read(source.file);
    if (read.status !== "read") continue;
    let value: ConfigValue | undefined;
    try {
      value = await (name.endsWith(".toml") ? parseToml : parseJson)(read.text);
    } catch (thrown) {
      // A file without rules: nothing becomes looser.
      if (name === ".mcp.json")
        notices.add("invalid", { file: source.file }, `The file cannot be parsed: ${describeThrown(thrown)}`);
      continue;
    }
    for (const [server, settings] of entriesOf(member(value, key))) {
      const origin = { file: source.file, line: settings.line, text: server };
      if (!source.trusted) {
        notices.add("untrusted", origin, "The folder is not trusted, so its servers are not offered.");
        continue;
      }
      try {
        const servers = readMcpServers(
          { mcpServers: Object.fromEntries([[server, plainValue(settings)]]) },
          { env },
        );
        for (const [each, config] of Object.entries(servers)) if (!found.has(each)) found.set(each, config);
      } catch (thrown) {
        notices.add("invalid", origin, describeThrown(thrown));
      }
    }
  }
  return Object.fromEntries(found);
}
