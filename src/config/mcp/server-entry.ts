import type { McpServerConfig } from "../../adapters/mcp/index.js";
import { type ConfigValue, entriesOf, plainValue } from "../parse/index.js";
import type { ConfigOwner, ConfigSource } from "../policy/index.js";

/** Environment variables that replace references in settings. */
export type ServerEnvironment = Readonly<Record<string, string | undefined>>;

/** A server of a configuration file. */
export interface ServerEntry {
  readonly owner: ConfigOwner;
  readonly name: string;
  readonly source: ConfigSource;
  readonly line: number;
  /** The settings in the form of `mcpServers`. */
  readonly settings: Readonly<Record<string, unknown>>;
  /** Whether an administrator provides it, so that allow-lists do not concern it. */
  readonly isProvided?: boolean;
}

/** A server that a policy decides about. */
export interface JudgedServer {
  readonly entry: ServerEntry;
  readonly config: McpServerConfig;
}

/** A setting that refuses servers. */
export interface ServerPolicy {
  /** Whether it concerns the servers of all programs (a deny-list) or only those of the same program (an allow-list). */
  readonly concerns: "all" | "own";
  /** Returns why a server is refused; `undefined` if it is not. */
  readonly refusal: (server: JudgedServer) => string | undefined;
}

/** The servers of one program, from the strongest to the weakest, and the settings that refuse servers. */
export interface OwnerServers {
  readonly entries: readonly ServerEntry[];
  readonly policies: readonly ServerPolicy[];
}

/** Returns a policy that refuses every server, because a setting cannot be read. */
export function refusesAll(reason: string, concerns: ServerPolicy["concerns"] = "own"): ServerPolicy {
  return { concerns, refusal: () => reason };
}

/** Returns a policy that refuses the servers of the names that a predicate accepts. */
export function refusesNames(
  isRefused: (name: string) => boolean,
  reason: string,
  concerns: ServerPolicy["concerns"],
): ServerPolicy {
  return { concerns, refusal: ({ entry }) => (isRefused(entry.name) ? reason : undefined) };
}

/** Plain settings of a server. */
export type PlainSettings = Readonly<Record<string, unknown>>;

/** Returns the servers of an object of a file, with their settings as they are. */
export function serversIn(
  owner: ConfigOwner,
  servers: ConfigValue | undefined,
  source: ConfigSource,
): readonly ServerEntry[] {
  return entriesOf(servers).map(([name, each]) => ({
    owner,
    name,
    source,
    line: each.line,
    settings: plainSettings(each),
  }));
}

/** Returns the settings of a server; of a value that is not an object an empty one, which is reported as invalid. */
export function plainSettings(value: ConfigValue): PlainSettings {
  return value.type === "record" ? (plainValue(value) as PlainSettings) : {};
}
