import { type GeminiSettings, readGeminiSettings } from "../gemini-cli/index.js";
import type { ConfigReader } from "../load/index.js";
import { booleanOf, type ConfigValue, entriesOf, member, parseJson, textsOf } from "../parse/index.js";
import {
  type OwnerServers,
  type PlainSettings,
  plainSettings,
  refusesAll,
  refusesNames,
  type ServerEntry,
  type ServerPolicy,
} from "./server-entry.js";

/**
 * Reads the servers of Gemini CLI, and its policies: `mcp.allowed`, `mcp.excluded` and `admin.mcp` of the settings, and the
 * servers that the user has switched off.
 */
export async function readGeminiServers(reader: ConfigReader): Promise<OwnerServers> {
  const { home, notices } = reader.options;
  const settings = await readGeminiSettings(reader);
  const entries: ServerEntry[] = [];
  for (const { source, value } of settings) {
    for (const [name, each] of entriesOf(member(value, "mcpServers"))) {
      const trust = member(each, "trust");
      if (booleanOf(trust) === true && source.trusted)
        notices.add(
          "stricter",
          { file: source.file, line: trust?.line ?? each.line, text: `${name}.trust` },
          "The tools of the server still ask: another program may have a server of this name.",
        );
      entries.push({
        owner: "gemini-cli",
        name,
        source,
        line: each.line,
        settings: settingsOf(plainSettings(each)),
      });
    }
  }
  const switches = reader.source(`${home}/.gemini/mcp-server-enablement.json`, "user");
  const read = await reader.data(switches, parseJson);
  const off =
    read === "unreadable"
      ? [refusesAll(`${switches.shown} cannot be read.`)]
      : entriesOf(read)
          .filter(([, each]) => booleanOf(member(each, "enabled")) === false)
          .map(([name, { line }]) =>
            refusesNames(
              (each) => each.toLowerCase() === name.toLowerCase(),
              `${switches.shown}:${line} switches it off.`,
              "own",
            ),
          );
  return { entries, policies: [...settings.flatMap(policiesOf), ...off] };
}

/** The lists of every file count, those of a folder that is not trusted included: they only refuse. */
function policiesOf({ scope, source, value }: GeminiSettings): readonly ServerPolicy[] {
  const mcp = member(value, "mcp");
  const admin = member(member(value, "admin"), "mcp");
  const policies: ServerPolicy[] = [];
  const place = (key: string, each: ConfigValue) => `${key} (${source.shown}:${each.line})`;
  const excluded = member(mcp, "excluded") ?? member(value, "excludeMCPServers");
  if (excluded !== undefined) {
    const names = new Set(textsOf(excluded));
    const reason = `${place("mcp.excluded", excluded)} names it.`;
    policies.push(refusesNames((name) => names.has("*") || names.has(name), reason, "all"));
  }
  const allowed = member(mcp, "allowed") ?? member(value, "allowMCPServers");
  if (allowed !== undefined) {
    const names = new Set(textsOf(allowed));
    const reason = `${place("mcp.allowed", allowed)} does not name it.`;
    policies.push(refusesNames((name) => !names.has("*") && !names.has(name), reason, "own"));
  }
  if (scope !== "managed") return policies;
  const isEnabled = member(admin, "enabled");
  if (isEnabled !== undefined && booleanOf(isEnabled) !== true)
    policies.push(refusesAll(`${place("admin.mcp.enabled", isEnabled)} permits no servers.`));
  const config = member(admin, "config");
  const names = entriesOf(config).map(([name]) => name);
  if (config !== undefined && names.length > 0)
    policies.push(
      refusesNames(
        (name) => !names.includes(name),
        `${place("admin.mcp.config", config)} does not name it.`,
        "own",
      ),
    );
  return policies;
}

/** Gemini CLI prefers `httpUrl` to `url`, and `url` to `command`; its references also have the form `$NAME`. */
function settingsOf({
  trust: _,
  description: __,
  httpUrl,
  url,
  command,
  args,
  env,
  cwd,
  ...rest
}: PlainSettings): PlainSettings {
  const address = httpUrl ?? url;
  const transport = address === undefined ? { command, args, env, cwd } : { url: address };
  const set = Object.entries(transport).filter(([, value]) => value !== undefined);
  return withReferences({ ...Object.fromEntries(set), ...rest }) as PlainSettings;
}

const MAX_DEPTH = 8;

function withReferences(value: unknown, depth = 0): unknown {
  if (typeof value === "string")
    return value.replaceAll(/\$([A-Za-z_]\w*)/g, (_, name: string) => `\${${name}}`);
  if (typeof value !== "object" || value === null || depth > MAX_DEPTH) return value;
  if (Array.isArray(value)) return value.map((each: unknown) => withReferences(each, depth + 1));
  return Object.fromEntries(
    Object.entries(value).map(([key, each]) => [key, withReferences(each, depth + 1)]),
  );
}
