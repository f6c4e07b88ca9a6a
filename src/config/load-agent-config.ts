import { type KeysOf, requireKnownKeys, requireKnownValue } from "../values/index.js";
import { AgentConfig } from "./agent-config.js";
import { readAgents } from "./agents/index.js";
import { readAmpPermissions } from "./amp/index.js";
import { readClaudePermissions, readClaudeSettings } from "./claude-code/index.js";
import { readCodexPermissions } from "./codex/index.js";
import { type ConfigFiles, localConfigFiles } from "./files/index.js";
import { readGeminiPermissions } from "./gemini-cli/index.js";
import { readGuidance } from "./guidance/index.js";
import {
  type ConfiguredHook,
  hooksOf,
  readClaudeHooks,
  readCodexHooks,
  readGeminiHooks,
} from "./hooks/index.js";
import { ConfigReader, type OwnerConfig } from "./load/index.js";
import { readServers } from "./mcp/index.js";
import { readOpenCodePermissions } from "./opencode/index.js";
import { permissionsOf } from "./permissions-of.js";
import { CONFIG_OWNERS, type ConfigOwner } from "./policy/index.js";
import { NoticeList } from "./report/index.js";
import { readSkills } from "./skills/index.js";

/** Options of {@link loadAgentConfig}. */
export interface LoadAgentConfigOptions {
  /** The home folder of the user: absolute. */
  readonly home: string;
  /**
   * Whether the user trusts the folder. Without trust, its files can ask and deny, and allow or add nothing. Default:
   * false.
   */
  readonly trusted?: boolean;
  /** The programs whose files are read. Default: all. */
  readonly owners?: readonly ConfigOwner[];
  /** The folder that contains `etc` and the other folders of the system. Default `"/"`. */
  readonly systemRoot?: string;
  /** Environment variables that replace `${NAME}` in the settings of MCP servers. Default: none. */
  readonly environment?: Readonly<Record<string, string | undefined>>;
  /** Read access to the files. Default: this machine. */
  readonly files?: ConfigFiles;
}

/** Readers of the permissions of each program. */
const READERS: Readonly<Record<ConfigOwner, (reader: ConfigReader) => Promise<OwnerConfig>>> = {
  "claude-code": async (reader) => readClaudePermissions(await readClaudeSettings(reader), reader),
  codex: readCodexPermissions,
  "gemini-cli": readGeminiPermissions,
  opencode: readOpenCodePermissions,
  amp: readAmpPermissions,
};

/** Readers of the hooks of the programs that have them. */
const HOOK_READERS: Readonly<
  Partial<Record<ConfigOwner, (reader: ConfigReader) => Promise<readonly ConfiguredHook[]>>>
> = {
  "claude-code": async (reader) => readClaudeHooks(await readClaudeSettings(reader), reader),
  codex: readCodexHooks,
  "gemini-cli": readGeminiHooks,
};

const OPTION_NAMES = {
  home: true,
  trusted: true,
  owners: true,
  systemRoot: true,
  environment: true,
  files: true,
} as const satisfies KeysOf<LoadAgentConfigOptions>;

/**
 * Loads the configuration files of other agents that apply in a folder. Loading runs nothing and changes nothing.
 *
 * A rule that cannot be expressed exactly becomes stricter, and `report` lists it with its file and line. If a file
 * with rules cannot be read, every call asks.
 *
 * @throws TypeError or RangeError for invalid options; never for the content of a file
 *
 * @example
 * const config = await loadAgentConfig(process.cwd(), { home: homedir(), trusted: true });
 * await using runtime = createToolRuntime({ ...config, toolset: "claude-code" });
 */
export async function loadAgentConfig(
  directory: string,
  options: LoadAgentConfigOptions,
): Promise<AgentConfig> {
  requireKnownKeys("loadAgentConfig", options, OPTION_NAMES);
  const {
    home,
    trusted = false,
    owners = CONFIG_OWNERS,
    systemRoot = "/",
    files = localConfigFiles(),
    environment = {},
  } = options;
  for (const [name, folder] of Object.entries({ directory, home, systemRoot })) {
    if (typeof folder !== "string" || !/^(?:\/|[A-Za-z]:[\\/])/.test(folder))
      throw new TypeError(`loadAgentConfig: ${name} must be an absolute path.`);
  }
  if (typeof trusted !== "boolean") throw new TypeError("loadAgentConfig: trusted must be true or false.");
  for (const owner of owners) requireKnownValue("loadAgentConfig: an owner", owner, CONFIG_OWNERS);
  const notices = new NoticeList();
  const reader = new ConfigReader({
    files,
    directory: (await files.realPath(directory)) ?? directory,
    home: (await files.realPath(home)) ?? home,
    trusted,
    systemRoot,
    notices,
  });
  const configs: OwnerConfig[] = [];
  const hooks: ConfiguredHook[] = [];
  for (const owner of CONFIG_OWNERS) {
    if (!owners.includes(owner)) continue;
    configs.push(await READERS[owner](reader));
    hooks.push(...((await HOOK_READERS[owner]?.(reader)) ?? []));
  }
  const cwd = reader.options.directory;
  const mcpServers = await readServers(reader, { owners, env: environment });
  const permissions = await permissionsOf(configs, reader, Object.keys(mcpServers));
  const parts = {
    ...hooksOf(hooks),
    guidance: await readGuidance(reader),
    skills: await readSkills(reader),
    agents: await readAgents(reader),
    mcpServers,
  };
  return new AgentConfig({
    ...permissions,
    ...parts,
    cwd,
    roots: [...new Set([cwd, ...configs.flatMap(({ roots = [] }) => roots)])],
    report: notices.list(),
  });
}
