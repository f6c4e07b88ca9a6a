import type { ConfigReader } from "../load/index.js";
import { readOpenCodeFiles } from "../opencode/index.js";
import { booleanOf, member } from "../parse/index.js";
import { mergedServers, type SourcedValue } from "./merge-values.js";
import {
  type OwnerServers,
  type PlainSettings,
  plainSettings,
  type ServerEntry,
  type ServerEnvironment,
} from "./server-entry.js";

/** References of OpenCode: `{env:NAME}` and `{file:path}`. */
const REFERENCE = /\{(env|file):([^{}]*)\}/g;

/** Reads the servers of OpenCode: `mcp` of every configuration file, merged by their keys. */
export async function readOpenCodeServers(
  reader: ConfigReader,
  env: ServerEnvironment,
): Promise<OwnerServers> {
  const { notices } = reader.options;
  const found: SourcedValue[] = [];
  for (const { source, value } of await readOpenCodeFiles(reader)) {
    const servers = member(value, "mcp");
    if (servers !== undefined) found.push({ source, value: servers });
  }
  const entries: ServerEntry[] = [];
  for (const [name, { source, value }] of mergedServers(found)) {
    if (booleanOf(member(value, "enabled")) === false || booleanOf(member(value, "disabled")) === true)
      continue;
    const origin = { file: source.file, line: value.line, text: name };
    const { text, missing } = expanded(JSON.stringify(settingsOf(plainSettings(value))), env);
    if (missing === undefined)
      entries.push({
        owner: "opencode",
        name,
        source,
        line: value.line,
        settings: JSON.parse(text) as PlainSettings,
      });
    else if (source.trusted) notices.add("invalid", origin, missing);
    else notices.add("untrusted", origin, "The folder is not trusted, so its servers are not offered.");
  }
  return { entries, policies: [] };
}

/** Returns the settings in the form of `mcpServers`: the command is a list, and the variables are `environment`. */
function settingsOf({
  command,
  environment,
  enabled: _,
  timeout: __,
  oauth: ___,
  ...rest
}: PlainSettings): PlainSettings {
  const [program, ...args] = Array.isArray(command) ? (command as readonly unknown[]) : [command];
  return {
    ...rest,
    ...(program !== undefined && { command: program, args }),
    ...(environment !== undefined && { env: environment }),
  };
}

/** Replaces the references in JSON, or returns why one cannot be. */
function expanded(
  json: string,
  env: ServerEnvironment,
): { readonly text: string; readonly missing?: string | undefined } {
  let missing: string | undefined;
  const text = json.replaceAll(REFERENCE, (_, kind: string, name: string) => {
    // OpenCode replaces a variable that is not set by an empty text.
    if (kind === "env")
      return JSON.stringify((Object.hasOwn(env, name) ? env[name] : undefined) ?? "").slice(1, -1);
    missing = `The file ${name} is not read, so the server is not offered.`;
    return "";
  });
  return { text, missing };
}
