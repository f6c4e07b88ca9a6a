import { isRecord } from "../../values/index.js";

/**
 * Converts the branches of a `oneOf` to those of an `anyOf`; equivalent only if no value matches two of them. Throws
 * otherwise.
 */
export function disjoint(branches: unknown, at: string): unknown {
  if (!Array.isArray(branches) || !(differByType(branches) || differByConstant(branches))) {
    throw new Error(`${at} has a oneOf whose branches may overlap`);
  }
  return branches;
}

function differByType(branches: readonly unknown[]): boolean {
  const types = branches.map((branch) => (isRecord(branch) ? branch.type : undefined));
  const named = types.every((type) => typeof type === "string");
  return (
    named && new Set(types).size === types.length && !(types.includes("integer") && types.includes("number"))
  );
}

function differByConstant(branches: readonly unknown[]): boolean {
  const [first] = branches;
  if (!isRecord(first) || !isRecord(first.properties)) return false;
  return Object.keys(first.properties).some((name) => {
    const values = branches.map((branch) => constantOf(branch, name));
    return values.every((value) => value !== undefined) && new Set(values).size === values.length;
  });
}

/** Returns the single value of a required parameter, as JSON. */
function constantOf(branch: unknown, name: string): string | undefined {
  if (!isRecord(branch) || !isRecord(branch.properties)) return undefined;
  if (!Array.isArray(branch.required) || !branch.required.includes(name)) return undefined;
  const property = branch.properties[name];
  if (!isRecord(property)) return undefined;
  if (Object.hasOwn(property, "const")) return JSON.stringify(property.const);
  return Array.isArray(property.enum) && property.enum.length === 1
    ? JSON.stringify(property.enum[0])
    : undefined;
}
