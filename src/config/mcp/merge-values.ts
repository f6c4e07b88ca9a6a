import type { ConfigValue } from "../parse/index.js";
import type { ConfigSource } from "../policy/index.js";

/** A value with the file that it comes from. */
export interface SourcedValue {
  readonly source: ConfigSource;
  readonly value: ConfigValue;
}

/** Merges two values: records by their keys, everything else by replacement. The line is that of the stronger value. */
function mergedValue(weaker: ConfigValue | undefined, stronger: ConfigValue): ConfigValue {
  if (weaker?.type !== "record" || stronger.type !== "record") return stronger;
  const entries = new Map(weaker.entries);
  for (const [key, value] of stronger.entries) entries.set(key, mergedValue(entries.get(key), value));
  return { type: "record", entries, line: stronger.line };
}

/**
 * Merges the servers of several files by their names, from the weakest file to the strongest. Those of folders that are not
 * trusted are returned apart, because they change no other.
 */
export function mergedServers(files: readonly SourcedValue[]): readonly (readonly [string, SourcedValue])[] {
  const merged = new Map<string, SourcedValue>();
  const apart: (readonly [string, SourcedValue])[] = [];
  for (const { source, value } of files) {
    if (value.type !== "record") continue;
    for (const [name, each] of value.entries) {
      if (source.trusted) merged.set(name, { source, value: mergedValue(merged.get(name)?.value, each) });
      else apart.push([name, { source, value: each }]);
    }
  }
  return [...merged, ...apart];
}
