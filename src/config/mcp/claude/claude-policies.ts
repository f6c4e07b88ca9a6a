import type { ClaudeSettings } from "../../claude-code/index.js";
import type { ConfigReader } from "../../load/index.js";
import { booleanOf, type ConfigValue, itemsOf, member, textsOf } from "../../parse/index.js";
import { type JudgedServer, refusesAll, type ServerPolicy } from "../server-entry.js";
import { allowedServer, deniedServer, type ListedServer } from "./listed-server.js";

type Environment = Readonly<Record<string, string | undefined>>;

/** Returns the policies of Claude Code's settings: `deniedMcpServers`, `allowedMcpServers` and `strictPluginOnlyCustomization`. */
export function claudePolicies(
  settings: readonly ClaudeSettings[],
  reader: ConfigReader,
  env: Environment,
): readonly ServerPolicy[] {
  return [
    ...settings.flatMap((each) => deniedBy(each, env)),
    ...allowedBy(settings, reader, env),
    ...settings.flatMap(pluginsOnly),
  ];
}

/** Deny-lists count from all files, those of a folder that is not trusted included. */
function deniedBy({ source, value }: ClaudeSettings, env: Environment): readonly ServerPolicy[] {
  const list = member(value, "deniedMcpServers");
  if (list === undefined) return [];
  const place = (each: ConfigValue) => `deniedMcpServers (${source.shown}:${each.line})`;
  if (list.type !== "list") return [refusesAll(`${place(list)} is not a list.`, "all")];
  return list.items.map((item): ServerPolicy => {
    const denied = deniedServer(item, env);
    if (denied === undefined)
      return refusesAll(
        `${place(item)} needs exactly one of serverName, serverUrl and serverCommand.`,
        "all",
      );
    return {
      concerns: "all",
      refusal: (server) => (denied.matches(server) ? `${place(item)} blocks it.` : undefined),
    };
  });
}

/** The allow-lists of all files count together, or only those of managed settings. */
function allowedBy(
  settings: readonly ClaudeSettings[],
  { options: { notices } }: ConfigReader,
  env: Environment,
): readonly ServerPolicy[] {
  const onlyManaged = settings.some(
    ({ scope, value }) =>
      scope === "managed" && booleanOf(member(value, "allowManagedMcpServersOnly")) === true,
  );
  const counted = settings.filter(({ scope }) => !onlyManaged || scope === "managed");
  const listed: ListedServer[] = [];
  const places: string[] = [];
  for (const { source, value } of counted) {
    const list = member(value, "allowedMcpServers");
    if (list === undefined) continue;
    places.push(`${source.shown}:${list.line}`);
    const origin = (each: ConfigValue) => ({ file: source.file, line: each.line, text: "allowedMcpServers" });
    if (list.type !== "list") notices.add("invalid", origin(list), "It is not a list, so it allows nothing.");
    for (const item of itemsOf(list)) {
      const allowed = source.trusted ? allowedServer(item, env) : undefined;
      if (allowed !== undefined) listed.push(allowed);
      else if (source.trusted)
        notices.add("stricter", origin(item), "The entry cannot be evaluated, so it allows nothing.");
      else notices.add("untrusted", origin(item), "The folder is not trusted, so the entry allows nothing.");
    }
  }
  if (places.length === 0) return [];
  const reason = `it is not on the list allowedMcpServers (${places.join(", ")}).`;
  return [
    {
      concerns: "own",
      refusal: (server) => (server.entry.isProvided || isAllowed(server, listed) ? undefined : reason),
    },
  ];
}

/** A name counts only if no entry of the list states an address or a command, whichever the server has. */
function isAllowed(server: JudgedServer, listed: readonly ListedServer[]): boolean {
  const key = "command" in server.config ? "serverCommand" : "serverUrl";
  const strict = listed.filter((each) => each.key === key);
  const counted = strict.length > 0 ? strict : listed.filter((each) => each.key === "serverName");
  return counted.some(({ matches }) => matches(server));
}

function pluginsOnly({ scope, source, value }: ClaudeSettings): readonly ServerPolicy[] {
  const set = member(value, "strictPluginOnlyCustomization");
  if (scope !== "managed" || set === undefined) return [];
  if (booleanOf(set) !== true && !textsOf(set).includes("mcp")) return [];
  const reason = `strictPluginOnlyCustomization (${source.shown}:${set.line}) permits only servers of plugins.`;
  return [{ concerns: "own", refusal: ({ entry }) => (entry.isProvided ? undefined : reason) }];
}
