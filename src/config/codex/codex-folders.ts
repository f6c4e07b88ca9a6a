import type { ConfigReader, ConfigScope } from "../load/index.js";

/** Returns the folders with files of Codex: that of the system, that of the user, and those of the repository down to the project. */
export async function codexFolders(
  reader: ConfigReader,
): Promise<readonly (readonly [folder: string, scope: ConfigScope])[]> {
  const { directory, home, systemRoot } = reader.options;
  const folders = directory === home ? [] : await reader.folders();
  return [
    [`${systemRoot.replace(/\/$/, "")}/etc/codex`, "managed"],
    [`${home}/.codex`, "user"],
    ...folders.map((folder) => [`${folder}/.codex`, "project"] as const),
  ];
}
