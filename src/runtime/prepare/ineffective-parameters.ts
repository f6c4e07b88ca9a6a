import { type InputMapping, ignoreRejection } from "../../contract/index.js";

/** Maximum number of removed parameters that are tried; each costs two more mappings. */
const MAX_TRIED = 12;

type Parameters = Readonly<Record<string, unknown>>;

/**
 * Returns the names of the parameters that a mapping dropped: without them, and with other values, its result is the same.
 *
 * A value `null` counts as absent, and a text or an object that the result contains under another name is not lost.
 */
export function ineffectiveParameters(
  input: Parameters,
  mapped: Parameters,
  mapInput: InputMapping,
): readonly string[] {
  if (input === mapped) return [];
  const kept = new Set(Object.values(mapped));
  const candidates = Object.keys(input).filter((name) => {
    const value = input[name];
    const isKept = (typeof value === "string" || typeof value === "object") && kept.has(value);
    return value !== null && value !== undefined && !Object.hasOwn(mapped, name) && !isKept;
  });
  const dropped: string[] = [];
  let rest = input;
  for (const name of candidates.slice(0, MAX_TRIED)) {
    const { [name]: _without, ...others } = rest;
    // A default value, such as an offset of 0, changes nothing either, but another value in its place would.
    const tried = [others, { ...rest, [name]: anotherValue(rest[name]) }];
    if (!tried.every((each) => isSame(mappedOrNothing(each, mapInput), mapped))) continue;
    rest = others;
    dropped.push(name);
  }
  return dropped;
}

function anotherValue(value: unknown): unknown {
  if (typeof value === "number") return value + 1;
  if (typeof value === "boolean") return !value;
  return typeof value === "string" ? `${value}x` : value;
}

function mappedOrNothing(input: Parameters, mapInput: InputMapping): unknown {
  try {
    const mapped: unknown = mapInput(input);
    ignoreRejection(mapped);
    return mapped;
  } catch (thrown) {
    ignoreRejection(thrown);
    return undefined;
  }
}

/** Compares two JSON values. Texts that were not converted are the same object, so this takes little time. */
function isSame(one: unknown, other: unknown): boolean {
  if (Object.is(one, other)) return true;
  if (typeof one !== "object" || typeof other !== "object" || one === null || other === null) return false;
  if (Array.isArray(one) !== Array.isArray(other)) return false;
  const names = Object.keys(one);
  return (
    names.length === Object.keys(other).length &&
    names.every(
      (name) => Object.hasOwn(other, name) && isSame((one as Parameters)[name], (other as Parameters)[name]),
    )
  );
}
