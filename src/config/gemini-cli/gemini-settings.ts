import type { ConfigReader, ConfigScope } from "../load/index.js";
import { type ConfigValue, parseJson } from "../parse/index.js";
import type { ConfigSource } from "../policy/index.js";

/** A settings file of Gemini CLI. */
export interface GeminiSettings {
  readonly scope: ConfigScope;
  readonly source: ConfigSource;
  readonly value: ConfigValue;
}

/** The folders of the system on Linux and macOS, below its root. */
const SYSTEM_FOLDERS = ["etc/gemini-cli", "Library/Application Support/GeminiCli"];

/**
 * Reads the settings files of Gemini CLI, from the one with the highest precedence to the lowest: the system, the project,
 * the user, and the defaults of the system.
 */
export async function readGeminiSettings(reader: ConfigReader): Promise<readonly GeminiSettings[]> {
  const { directory, home, systemRoot } = reader.options;
  const system = (name: string) =>
    SYSTEM_FOLDERS.map(
      (folder) => [`${systemRoot.replace(/\/$/, "")}/${folder}/${name}`, "managed"] as const,
    );
  const files: readonly (readonly [string, ConfigScope])[] = [
    ...system("settings.json"),
    ...(directory === home ? [] : [[`${directory}/.gemini/settings.json`, "project"] as const]),
    [`${home}/.gemini/settings.json`, "user"],
    ...system("system-defaults.json"),
  ];
  const found: GeminiSettings[] = [];
  for (const [file, scope] of files) {
    const source = reader.source(file, scope);
    const value = await reader.value(source, parseJson);
    if (value !== undefined) found.push({ scope, source, value });
  }
  return found;
}
