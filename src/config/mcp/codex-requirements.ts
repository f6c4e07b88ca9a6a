import type { McpServerConfig } from "../../adapters/mcp/index.js";
import type { ConfigReader } from "../load/index.js";
import { type ConfigValue, member, parseToml, textOf } from "../parse/index.js";
import { refusesAll, type ServerPolicy } from "./server-entry.js";

type Matches = (text: string) => boolean;

/**
 * Returns the allow-list of servers in Codex's `requirements.toml`: `mcp_servers`, each name with its command or address. A
 * server that it does not name is refused, and every one if the list is empty.
 *
 * A regular expression is not evaluated: it matches nothing.
 */
export async function codexRequirementPolicies(reader: ConfigReader): Promise<readonly ServerPolicy[]> {
  const file = `${reader.options.systemRoot.replace(/\/$/, "")}/etc/codex/requirements.toml`;
  const source = reader.source(file, "managed");
  const value = await reader.value(source, parseToml);
  return ["mcp_servers", "mcp_server_matchers"].flatMap((key): readonly ServerPolicy[] => {
    const list = member(value, key);
    if (list === undefined) return [];
    const place = (each: ConfigValue) => `${key} (${source.shown}:${each.line})`;
    if (list.type !== "record") return [refusesAll(`${place(list)} is not a table.`)];
    const identities = new Map(
      [...list.entries].map(([name, each]) => [name, { each, isServer: identityOf(each) }] as const),
    );
    // The list of matchers constrains only the servers that it names; the other list names all.
    const isWhole = key === "mcp_servers" || member(value, "mcp_servers") === undefined;
    return [
      {
        concerns: "own",
        refusal: ({ entry: { name }, config }) => {
          const identity = identities.get(name);
          if (identity === undefined) return isWhole ? `${place(list)} does not name it.` : undefined;
          return identity.isServer(config) ? undefined : `${place(identity.each)} states another server.`;
        },
      },
    ];
  });
}

function identityOf(requirement: ConfigValue): (config: McpServerConfig) => boolean {
  const identity = member(requirement, "identity") ?? requirement;
  const url = matcherOf(member(identity, "url"));
  const command = member(identity, "command");
  const program =
    textOf(command) ?? textOf(member(command, "executable")) ?? textOf(member(command, "command"));
  const list = member(command, "args") ?? member(identity, "args");
  if (url !== undefined && command !== undefined) return () => false;
  if (url !== undefined) return (config) => "url" in config && url(String(config.url));
  if (program === undefined || (list !== undefined && list.type !== "list")) return () => false;
  const matchers = list?.items.map((item) => matcherOf(item) ?? (() => false));
  // Only a table with matchers states the arguments.
  const isTable = command?.type === "record";
  return (config) => {
    if (!("command" in config) || config.command !== program) return false;
    const args = config.args ?? [];
    if (matchers === undefined) return !isTable || args.length === 0;
    return (
      args.length === matchers.length && matchers.every((matches, index) => matches(args[index] as string))
    );
  };
}

function matcherOf(value: ConfigValue | undefined): Matches | undefined {
  if (value === undefined) return undefined;
  const text = textOf(value);
  if (text !== undefined) return (each) => each === text;
  const wanted = textOf(member(value, "value"));
  switch (textOf(member(value, "match"))) {
    case "exact":
      return (each) => each === wanted;
    case "prefix":
      return (each) => wanted !== undefined && each.startsWith(wanted);
    default:
      return () => false;
  }
}
