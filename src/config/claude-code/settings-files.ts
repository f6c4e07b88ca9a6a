import type { ConfigReader, ConfigScope } from "../load/index.js";
import { type ConfigValue, parseJson } from "../parse/index.js";
import type { ConfigSource } from "../policy/index.js";

/** A settings file of Claude Code. */
export interface ClaudeSettings {
  readonly scope: ConfigScope;
  readonly source: ConfigSource;
  readonly value: ConfigValue;
  /** The folder at which rules with one leading slash start. */
  readonly root: string;
}

/** The folders of managed settings on Linux, macOS and Windows, below the root of the system. */
export const MANAGED_FOLDERS: readonly string[] = [
  "etc/claude-code",
  "Library/Application Support/ClaudeCode",
  "Program Files/ClaudeCode",
];

/** Reads the settings files of Claude Code, from the one with the highest precedence to the lowest. */
export async function readClaudeSettings(reader: ConfigReader): Promise<readonly ClaudeSettings[]> {
  const { directory, home, systemRoot, files } = reader.options;
  const found: ClaudeSettings[] = [];
  const add = async (file: string, scope: ConfigScope, root: string) => {
    const source = reader.source(file, scope);
    const value = await reader.value(source, parseJson);
    if (value !== undefined) found.push({ scope, source, value, root });
  };
  for (const folder of MANAGED_FOLDERS) {
    const managed = `${systemRoot.replace(/\/$/, "")}/${folder}`;
    for (const { name, type } of [...(await files.list(`${managed}/managed-settings.d`))].reverse()) {
      if (type !== "directory" && name.endsWith(".json") && !name.startsWith("."))
        await add(`${managed}/managed-settings.d/${name}`, "managed", managed);
    }
    await add(`${managed}/managed-settings.json`, "managed", managed);
  }
  // The local file stands at the root of the repository; earlier versions wrote it in the working directory.
  const [top = directory] = await reader.folders();
  for (const folder of new Set([directory, top]))
    await add(`${folder}/.claude/settings.local.json`, "project", directory);
  if (directory !== home) await add(`${directory}/.claude/settings.json`, "project", directory);
  await add(`${home}/.claude/settings.json`, "user", `${home}/.claude`);
  return found;
}
