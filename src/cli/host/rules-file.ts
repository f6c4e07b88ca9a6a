import { readFile } from "node:fs/promises";
import { describeThrown } from "../../contract/index.js";
import {
  normalizePermissions,
  type PermissionPreset,
  type PermissionsInput,
} from "../../permissions/index.js";
import { isRecord } from "../../values/index.js";
import { UsageError } from "../exit-code.js";

/** The most bytes of a file with rules: 10,000 rules of 100 bytes. */
const MAX_RULES_BYTES = 1_048_576;

/** The settings of the options that decide what runs without a question. */
export interface PermissionArguments {
  /** The preset of `--permissions`, if the user gave one. */
  readonly preset: PermissionPreset | undefined;
  /** The absolute path of `--rules`, if the user gave one. */
  readonly rulesFile: string | undefined;
}

/**
 * Returns the permissions of a command line: a preset, and the rules of a JSON file added to it.
 *
 * The file holds a list of rules or `{ preset, rules, trustedFolders, autoAllow }`, as `permissions` of
 * `createToolRuntime`.
 *
 * @throws UsageError for a file that cannot be read, is not JSON, or holds a wrong rule
 */
export async function readPermissions({ preset, rulesFile }: PermissionArguments): Promise<PermissionsInput> {
  if (rulesFile === undefined) return preset ?? "default";
  const given = parseJson(await readText(rulesFile), rulesFile);
  const input = Array.isArray(given) ? { rules: given } : given;
  if (!isRecord(input)) {
    throw new UsageError(
      `--rules: ${rulesFile} must hold a list of rules or an object { preset, rules, trustedFolders }.`,
    );
  }
  if (preset !== undefined && input.preset !== undefined && input.preset !== preset) {
    throw new UsageError(
      `--permissions is ${JSON.stringify(preset)}, but ${rulesFile} has the preset ${JSON.stringify(input.preset)}. Remove one of them.`,
    );
  }
  const permissions = { ...(preset !== undefined && { preset }), ...input } as PermissionsInput;
  try {
    normalizePermissions(permissions);
  } catch (error) {
    throw new UsageError(`--rules: ${rulesFile}: ${describeThrown(error)}`, { cause: error });
  }
  return permissions;
}

async function readText(path: string): Promise<string> {
  const content = await readFile(path).catch((error: NodeJS.ErrnoException) => {
    throw new UsageError(`--rules: ${path} ${reasonOf(error)}.`, { cause: error });
  });
  if (content.length <= MAX_RULES_BYTES) return content.toString("utf8");
  throw new UsageError(`--rules: ${path} has ${content.length} bytes; at most ${MAX_RULES_BYTES} are read.`);
}

function reasonOf({ code, message }: NodeJS.ErrnoException): string {
  if (code === "ENOENT") return "does not exist";
  if (code === "EISDIR") return "is a folder, not a file";
  if (code === "EACCES") return "cannot be read: permission denied";
  return `cannot be read: ${message}`;
}

function parseJson(text: string, path: string): unknown {
  try {
    return JSON.parse(text.replace(/^\uFEFF/, ""));
  } catch (error) {
    throw new UsageError(`--rules: ${path} is not JSON: ${describeThrown(error)}`, { cause: error });
  }
}
