import type { ResourceKey } from "../../contract/index.js";

/**
 * Maximum number of keys of one call that are compared. A call with more conflicts with everything, so that
 * the work is bounded for any input.
 */
export const MAX_RESOURCE_KEYS = 10_000;

/**
 * The resources that a call accesses.
 *
 * `"all"` stands for a call that conflicts with every other: a serial tool, or one without an execution
 * profile (the Amp specification). The long form contains the reason as a clause for people: `Bash runs
 * alone`.
 */
export type CallProfile =
  | "all"
  | { readonly keys: "all"; readonly reason: string }
  | { readonly keys: readonly ResourceKey[] };

/**
 * Returns the profile for the return value of a key function, whatever that value is.
 *
 * Any value except a list of at most {@link MAX_RESOURCE_KEYS} resource keys becomes an `"all"` profile whose
 * reason states the defect: a tool whose resources are unknown is assumed to touch everything.
 *
 * @param keys - the value that the tool's `resourceKeys` returned
 * @param toolName - used in the reason
 */
export function profileOfKeys(keys: unknown, toolName: string): CallProfile {
  if (!Array.isArray(keys)) {
    return everything(`the resource keys of ${toolName} are not a list but ${describe(keys)}`);
  }
  if (keys.length > MAX_RESOURCE_KEYS) return everything(tooManyKeys(toolName, keys.length));
  // Copies the keys: they are compared again when the call ends, and the tool may change its list.
  const read: ResourceKey[] = [];
  for (let index = 0; index < keys.length; index += 1) {
    const key = readKey(keys[index]);
    if (typeof key === "string") return everything(`resource key ${index + 1} of ${toolName} ${key}`);
    read.push(key);
  }
  return { keys: read };
}

/**
 * Returns the keys of a profile that are compared; `undefined` for a call that conflicts with every other.
 */
export function comparedKeys(profile: CallProfile): readonly ResourceKey[] | undefined {
  if (profile === "all" || profile.keys === "all") return undefined;
  return profile.keys.length > MAX_RESOURCE_KEYS ? undefined : profile.keys;
}

/** Returns why a call conflicts with every other; called only when it does. */
export function reasonOfAll(profile: CallProfile): string {
  if (profile === "all") return "one of them may touch anything";
  if (profile.keys === "all") return profile.reason;
  return tooManyKeys("one of them", profile.keys.length);
}

function everything(reason: string): CallProfile {
  return { keys: "all", reason };
}

function tooManyKeys(who: string, count: number): string {
  return `${who} has ${count} resource keys, more than the maximum of ${MAX_RESOURCE_KEYS}`;
}

/** Returns a copy of a key, or its defect. */
function readKey(key: unknown): ResourceKey | string {
  if (typeof key !== "object" || key === null) return `is not an object but ${describe(key)}`;
  const { key: name, mode, scope } = key as Partial<Record<keyof ResourceKey, unknown>>;
  if (typeof name !== "string" || name === "") {
    return `needs a non-empty string as key, but has ${describe(name)}`;
  }
  if (mode !== "read" && mode !== "write") return `needs the mode read or write, but has ${describe(mode)}`;
  if (scope !== undefined && scope !== "self" && scope !== "subtree") {
    return `needs the scope self or subtree, but has ${describe(scope)}`;
  }
  return scope === undefined ? { key: name, mode } : { key: name, mode, scope };
}

function describe(value: unknown): string {
  if (typeof value === "string") return JSON.stringify(value.slice(0, 40));
  return value === null || typeof value !== "object" ? String(value) : "an object";
}
