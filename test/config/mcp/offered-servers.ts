import type { LoadAgentConfigOptions } from "../../../src/config/index.js";
import { ConfiguredFolder } from "../configured-folder.js";

/** The managed settings and the settings of the user of Claude Code. */
export const managed = "system/etc/claude-code/managed-settings.json";
export const user = "home/.claude/settings.json";

/** Returns a server that is a command. */
export const stdio = (...words: readonly string[]) => ({ command: words[0], args: words.slice(1) });

/** Returns a server that is an address. */
export const http = (url: string) => ({ type: "http", url });

/** Returns the servers that are offered, and the report. */
export async function offered(
  files: Readonly<Record<string, string | object>>,
  options: Partial<LoadAgentConfigOptions> = {},
) {
  using folder = new ConfiguredFolder(files);
  const { mcpServers, report } = await folder.load(options);
  return { names: Object.keys(mcpServers), servers: mcpServers, report };
}

/** Returns the file with servers of the user of Claude Code. */
export const claude = (servers: Readonly<Record<string, object>>) => ({
  "home/.claude.json": { mcpServers: servers },
});
