import { type ClaudeSettings, MANAGED_FOLDERS } from "../../claude-code/index.js";
import type { ConfigReader } from "../../load/index.js";
import { type ConfigValue, entriesOf, member, parseJson } from "../../parse/index.js";
import {
  type OwnerServers,
  type PlainSettings,
  plainSettings,
  refusesAll,
  type ServerEntry,
  type ServerPolicy,
  serversIn,
} from "../server-entry.js";

/** The types of a provided server. */
const REMOTE_TYPES: readonly unknown[] = ["http", "sse", "streamable-http"];

/** Members that name a program, which a provided server may not have. */
const PROGRAM_MEMBERS: readonly string[] = ["command", "args", "env", "headersHelper"];

/**
 * Reads the servers of an administrator: `managed-mcp.json`, whose presence excludes the servers of the user and the
 * project, and `managedMcpServers` of managed settings.
 */
export async function readManagedServers(
  settings: readonly ClaudeSettings[],
  reader: ConfigReader,
): Promise<OwnerServers> {
  const { systemRoot } = reader.options;
  const entries: ServerEntry[] = [];
  const policies: ServerPolicy[] = [];
  for (const folder of MANAGED_FOLDERS) {
    const source = reader.source(`${systemRoot.replace(/\/$/, "")}/${folder}/managed-mcp.json`, "managed");
    const read = await reader.data(source, parseJson);
    if (read === undefined) continue;
    if (read === "unreadable") policies.push(refusesAll(`${source.shown} cannot be read.`));
    else {
      const found = serversIn("claude-code", member(read, "mcpServers"), source);
      entries.push(...found.map((each) => ({ ...each, isProvided: !usesVariables(each.settings) })));
    }
    policies.push({
      concerns: "own",
      refusal: ({ entry }) =>
        entry.isProvided || entry.source.file === source.file
          ? undefined
          : `${source.shown} permits only its own servers.`,
    });
  }
  for (const { scope, source, value } of settings) {
    const servers = member(value, "managedMcpServers");
    if (servers === undefined) continue;
    const refuse = (each: ConfigValue, text: string, message: string) =>
      reader.options.notices.add("ignored", { file: source.file, line: each.line, text }, message);
    if (scope !== "managed" || servers.type !== "record") {
      refuse(servers, "managedMcpServers", "Only an object of managed settings provides servers.");
      continue;
    }
    for (const [name, each] of entriesOf(servers)) {
      const problem = problemOf(name, plainSettings(each));
      if (problem === undefined)
        entries.push({
          owner: "claude-code",
          name,
          source,
          line: each.line,
          settings: plainSettings(each),
          isProvided: true,
        });
      else refuse(each, name, problem);
    }
  }
  return { entries, policies };
}

/** Returns why Claude Code does not load a provided server; `undefined` if it does. */
function problemOf(name: string, settings: PlainSettings): string | undefined {
  const program = PROGRAM_MEMBERS.find((key) => Object.hasOwn(settings, key));
  if (program !== undefined) return `A provided server has no ${program}.`;
  if (!REMOTE_TYPES.includes(settings.type)) return "The type of a provided server is http or sse.";
  if (typeof settings.url !== "string" || !settings.url.startsWith("https://"))
    return "The url of a provided server starts with https://.";
  if (usesVariables(settings)) return "A provided server contains no variables.";
  return /^[\w-]+$/.test(name) ? undefined : "Its name has other characters than letters, digits, _ and -.";
}

function usesVariables(settings: PlainSettings): boolean {
  return JSON.stringify(settings).includes("${");
}
