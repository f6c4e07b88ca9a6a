import { withoutUndefined } from "../../values/index.js";
import { codexFolders } from "../codex/index.js";
import type { ConfigReader } from "../load/index.js";
import { booleanOf, member, parseToml } from "../parse/index.js";
import { codexRequirementPolicies } from "./codex-requirements.js";
import { mergedServers, type SourcedValue } from "./merge-values.js";
import {
  type OwnerServers,
  type PlainSettings,
  plainSettings,
  type ServerEntry,
  type ServerEnvironment,
} from "./server-entry.js";

/** Reads the servers of Codex: `mcp_servers` of every `config.toml`, merged by their keys, and of `managed_config.toml`. */
export async function readCodexServers(reader: ConfigReader, env: ServerEnvironment): Promise<OwnerServers> {
  const { systemRoot, notices } = reader.options;
  const folders = await codexFolders(reader);
  const files = [
    ...folders.map(([folder, scope]) => reader.source(`${folder}/config.toml`, scope)),
    reader.source(`${systemRoot.replace(/\/$/, "")}/etc/codex/managed_config.toml`, "managed"),
  ];
  const found: SourcedValue[] = [];
  for (const source of files) {
    const value = member(await reader.value(source, parseToml), "mcp_servers");
    if (value !== undefined) found.push({ source, value });
  }
  const entries: ServerEntry[] = [];
  for (const [name, { source, value }] of mergedServers(found)) {
    if (booleanOf(member(value, "enabled")) === false) continue;
    const origin = { file: source.file, line: value.line, text: name };
    const { settings, missing } = settingsOf(plainSettings(value), env);
    if (missing !== undefined && source.trusted)
      notices.add(
        "invalid",
        origin,
        `The variable ${missing} is not in the environment of the configuration.`,
      );
    else entries.push({ owner: "codex", name, source, line: value.line, settings });
  }
  return { entries, policies: await codexRequirementPolicies(reader) };
}

/** Returns the settings in the form of `mcpServers`, or the first variable that is missing. */
function settingsOf(
  {
    enabled_tools: includeTools,
    disabled_tools: excludeTools,
    http_headers: headers,
    env_http_headers: ofEnvironment,
    bearer_token_env_var: token,
    env_vars: passed,
    ...rest
  }: PlainSettings,
  environment: ServerEnvironment,
): { readonly settings: PlainSettings; readonly missing?: string | undefined } {
  let missing: string | undefined;
  const value = (name: string): string => {
    const found = Object.hasOwn(environment, name) ? environment[name] : undefined;
    if (found === undefined) missing ??= name;
    return found ?? "";
  };
  const all: Record<string, unknown> = { ...(isPlain(headers) ? headers : {}) };
  if (isPlain(ofEnvironment))
    for (const [header, name] of Object.entries(ofEnvironment))
      if (typeof name === "string") all[header] = value(name);
  if (typeof token === "string") all.Authorization = `Bearer ${value(token)}`;
  // Codex passes the variables that are set.
  const inherited = (Array.isArray(passed) ? passed : []).flatMap((each: unknown) => {
    const name = isPlain(each) ? each.name : each;
    if (typeof name !== "string" || !Object.hasOwn(environment, name)) return [];
    return environment[name] === undefined ? [] : [[name, environment[name]] as const];
  });
  const { env, ...others } = rest;
  const variables = { ...Object.fromEntries(inherited), ...(isPlain(env) ? env : {}) };
  const settings = Object.fromEntries(Object.entries(others).filter(([key]) => !OTHER_KEYS.includes(key)));
  return {
    missing,
    settings: {
      ...settings,
      ...(Object.keys(variables).length > 0 && { env: variables }),
      ...(Object.keys(all).length > 0 && { headers: all }),
      ...withoutUndefined({ includeTools, excludeTools }),
    },
  };
}

/** Settings that rules express, or that concern only the start of a server. */
const OTHER_KEYS = [
  "enabled",
  "required",
  "tools",
  "default_tools_approval_mode",
  "name",
  "startup_timeout_sec",
  "startup_timeout_ms",
  "tool_timeout_sec",
];

function isPlain(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}
