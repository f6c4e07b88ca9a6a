import type { JsonObjectSchema } from "../../src/contract/index.js";
import type { Toolset } from "../../src/toolsets/index.js";

/** The smallest PNG. */
export const PNG = Buffer.from(
  "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==",
  "base64",
);

/** Returns lines with their numbers, from 1. */
export function lines(count: number): string {
  return Array.from({ length: count }, (_, index) => `${index + 1}\n`).join("");
}

/** Returns the schema of a tool as a model sees it. */
export function schemaOf({ tools }: Toolset, name: string): JsonObjectSchema {
  const found = tools.find((tool) => tool.name === name);
  if (found === undefined) throw new Error(`The toolset has no tool ${name}.`);
  return found.inputSchema;
}
