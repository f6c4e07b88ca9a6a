import type { ResourceKey } from "../../contract/index.js";

/** Keys of one call that are looked at. A call with more conflicts with everything: bounded work for any input. */
export const MAX_RESOURCE_KEYS = 10_000;

/**
 * What a call touches.
 *
 * `"all"` stands for a call that conflicts with every other: a serial tool, or one without an execution profile (seed
 * 001). The long form says why, in a clause for people: `Bash runs alone`.
 */
export type CallProfile =
  | "all"
  | { readonly keys: "all"; readonly reason: string }
  | { readonly keys: readonly ResourceKey[] };

/**
 * The profile of what a key function gave back, whatever that is.
 *
 * Anything but a list of at most {@link MAX_RESOURCE_KEYS} resource keys becomes an `"all"` profile whose reason says
 * what is wrong: a tool that cannot tell what it touches is taken to touch everything.
 *
 * @param keys - the value that the tool's `resourceKeys` returned
 * @param toolName - for the reason
 */
export function profileOfKeys(keys: unknown, toolName: string): CallProfile {
  if (!Array.isArray(keys)) {
    return everything(`the resource keys of ${toolName} are not a list but ${describe(keys)}`);
  }
  if (keys.length > MAX_RESOURCE_KEYS) return everything(tooManyKeys(toolName, keys.length));
  // Copies: a key is compared again when the call ends, and the list is the tool's own.
  const read: ResourceKey[] = [];
  for (let index = 0; index < keys.length; index += 1) {
    const key = readKey(keys[index]);
    if (typeof key === "string") return everything(`resource key ${index + 1} of ${toolName} ${key}`);
    read.push(key);
  }
  return { keys: read };
}

/** The keys of a profile that are compared; `undefined` for a call that conflicts with every other. */
export function comparedKeys(profile: CallProfile): readonly ResourceKey[] | undefined {
  if (profile === "all" || profile.keys === "all") return undefined;
  return profile.keys.length > MAX_RESOURCE_KEYS ? undefined : profile.keys;
}

/** Why a call conflicts with every other; asked only when it does. */
export function reasonOfAll(profile: CallProfile): string {
  if (profile === "all") return "one of them may touch anything";
  if (profile.keys === "all") return profile.reason;
  return tooManyKeys("one of them", profile.keys.length);
}

function everything(reason: string): CallProfile {
  return { keys: "all", reason };
}

function tooManyKeys(who: string, count: number): string {
  return `${who} has ${count} resource keys, more than the ${MAX_RESOURCE_KEYS} that are told apart`;
}

/** A copy of a key, or what is wrong with it. */
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
