import { type McpServerConfig, readMcpServers } from "../../adapters/mcp/index.js";
import { describeThrown } from "../../contract/index.js";
import { yieldToEventLoop } from "../../values/index.js";
import type { ConfigReader } from "../load/index.js";
import { CONFIG_OWNERS, type ConfigOwner } from "../policy/index.js";
import { readAmpServers } from "./amp-servers.js";
import { readClaudeServers } from "./claude/index.js";
import { readCodexServers } from "./codex-servers.js";
import { readGeminiServers } from "./gemini-servers.js";
import { readOpenCodeServers } from "./opencode-servers.js";
import type { OwnerServers, ServerEntry, ServerEnvironment, ServerPolicy } from "./server-entry.js";

const READERS: Readonly<
  Record<ConfigOwner, (reader: ConfigReader, env: ServerEnvironment) => Promise<OwnerServers>>
> = {
  "claude-code": readClaudeServers,
  codex: readCodexServers,
  "gemini-cli": readGeminiServers,
  opencode: readOpenCodeServers,
  amp: readAmpServers,
};

/** Most servers of all programs. Each is a process or a connection, and a hundred of them already exceed a context window. */
const MAX_SERVERS = 200;

/** Most settings that refuse servers; each is compared with each server. Real lists have a few dozen. */
const MAX_POLICIES = 1000;

/**
 * Reads the MCP servers of the user, of a trusted project and of an administrator, without those that a setting refuses. None
 * is started or connected.
 *
 * If a settings file cannot be read, no server is offered: the file may refuse it.
 */
export async function readServers(
  reader: ConfigReader,
  { owners, env }: { readonly owners: readonly ConfigOwner[]; readonly env: ServerEnvironment },
): Promise<Readonly<Record<string, McpServerConfig>>> {
  const { notices } = reader.options;
  const entries: ServerEntry[] = [];
  const policies: { readonly owner: ConfigOwner; readonly policy: ServerPolicy }[] = [];
  for (const owner of CONFIG_OWNERS) {
    if (!owners.includes(owner)) continue;
    const read = await READERS[owner](reader, env);
    entries.push(...read.entries);
    policies.push(...read.policies.map((policy) => ({ owner, policy })));
  }
  const lost = reader.lost.find(
    ({ file }) => /\.(?:jsonc?|toml)$/.test(file) && !file.includes("/policies/"),
  );
  const isFull = policies.length > MAX_POLICIES;
  const found = new Map<string, McpServerConfig>();
  for (const [index, entry] of entries.entries()) {
    if (index >= MAX_SERVERS) {
      const origin = { file: entry.source.file, line: entry.line };
      notices.add("ignored", origin, `Only the first ${MAX_SERVERS} servers are offered.`);
      break;
    }
    await yieldToEventLoop();
    const origin = { file: entry.source.file, line: entry.line, text: entry.name };
    if (!entry.source.trusted) {
      notices.add("untrusted", origin, "The folder is not trusted, so its servers are not offered.");
      continue;
    }
    const config = configOf(entry, { reader, env });
    if (config === undefined) continue;
    const refusal = isFull
      ? `More than ${MAX_POLICIES} settings refuse servers.`
      : lost === undefined
        ? policies
            .filter(({ owner, policy }) => policy.concerns === "all" || owner === entry.owner)
            .map(({ policy }) => policy.refusal({ entry, config }))
            .find((reason) => reason !== undefined)
        : `The file ${lost.shown} cannot be read, and it may refuse the server.`;
    if (refusal !== undefined) notices.add("ignored", origin, `The server is not offered: ${refusal}`);
    else if (found.has(entry.name)) continue;
    else found.set(entry.name, config);
  }
  return Object.fromEntries(found);
}

function configOf(
  { name, owner, source, line, settings }: ServerEntry,
  { reader, env }: { readonly reader: ConfigReader; readonly env: ServerEnvironment },
): McpServerConfig | undefined {
  const { notices, directory } = reader.options;
  // Codex and OpenCode have no such references, or other ones, which their readers have replaced.
  const variables =
    owner === "claude-code"
      ? { CLAUDE_PROJECT_DIR: directory, ...env }
      : owner === "codex" || owner === "opencode"
        ? {}
        : env;
  try {
    // A name such as `__proto__` is only a name.
    const servers = readMcpServers(
      { mcpServers: Object.fromEntries([[name, settings]]) },
      { env: variables },
    );
    return Object.hasOwn(servers, name) ? servers[name] : undefined;
  } catch (thrown) {
    notices.add("invalid", { file: source.file, line, text: name }, describeThrown(thrown));
    return undefined;
  }
}
