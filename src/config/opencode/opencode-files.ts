import type { ConfigReader, ConfigScope } from "../load/index.js";
import { type ConfigValue, parseJson } from "../parse/index.js";
import type { ConfigSource } from "../policy/index.js";

/** The names of a configuration file. */
const NAMES: readonly string[] = ["opencode.json", "opencode.jsonc"];

/** A configuration file with its content. */
export interface OpenCodeFile {
  readonly source: ConfigSource;
  readonly value: ConfigValue;
}

/** Reads the configuration files of OpenCode, from the one with the lowest precedence to the highest. */
export async function readOpenCodeFiles(reader: ConfigReader): Promise<readonly OpenCodeFile[]> {
  const { directory, home, systemRoot } = reader.options;
  const project = directory === home ? [] : await reader.folders();
  const system = systemRoot.replace(/\/$/, "");
  const folders: readonly (readonly [string, ConfigScope])[] = [
    [`${home}/.config/opencode`, "user"],
    [`${home}/.opencode`, "user"],
    ...project.map((folder) => [folder, "project"] as const),
    ...project.map((folder) => [`${folder}/.opencode`, "project"] as const),
    // Managed files are read last, so they decide.
    [`${system}/Library/Application Support/opencode`, "managed"],
    [`${system}/etc/opencode`, "managed"],
  ];
  const found: OpenCodeFile[] = [];
  for (const [folder, scope] of folders) {
    for (const name of folder.endsWith("/.config/opencode") ? ["config.json", ...NAMES] : NAMES) {
      const source = reader.source(`${folder}/${name}`, scope);
      const value = await reader.value(source, parseJson);
      if (value !== undefined) found.push({ source, value });
    }
  }
  return found;
}
