import { type ConfigValue, entriesOf, plainValue } from "../parse/index.js";
import type { ConfigOwner, ConfigSource } from "../policy/index.js";
import type { ServerEntry } from "./server-entry.js";

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
