import type { ConfigReader, ConfigScope } from "../load/index.js";
import { type ConfigValue, parseJson } from "../parse/index.js";
import type { ConfigSource } from "../policy/index.js";

/** A settings file with its content. */
export interface AmpFile {
  readonly source: ConfigSource;
  readonly value: ConfigValue;
}

/** Reads the settings files of Amp, from the one with the highest precedence to the lowest. */
export async function readAmpFiles(reader: ConfigReader): Promise<readonly AmpFile[]> {
  const { directory, home, systemRoot } = reader.options;
  const project = directory === home ? [] : await reader.folders();
  const system = systemRoot.replace(/\/$/, "");
  const names = (folder: string, scope: ConfigScope) =>
    ["settings.json", "settings.jsonc"].map((name) => [`${folder}/${name}`, scope] as const);
  const files: readonly (readonly [string, ConfigScope])[] = [
    [`${system}/etc/ampcode/managed-settings.json`, "managed"],
    [`${system}/Library/Application Support/ampcode/managed-settings.json`, "managed"],
    ...[...project].reverse().flatMap((folder) => names(`${folder}/.amp`, "project")),
    ...names(`${home}/.config/amp`, "user"),
  ];
  const found: AmpFile[] = [];
  for (const [file, scope] of files) {
    const source = reader.source(file, scope);
    const value = await reader.value(source, parseJson);
    if (value !== undefined) found.push({ source, value });
  }
  return found;
}
