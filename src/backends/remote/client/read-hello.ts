import { SHELL_LANGUAGES, type ShellLanguage } from "../../../contract/index.js";
import { isRecord, isTextList } from "../../../values/index.js";
import { PROTOCOL_VERSION, type WorkerHello } from "../wire/index.js";

/** Most characters of the description of a shell, which becomes a part of tool descriptions: four times the longest of a local one. */
const MAX_DESCRIPTION_CHARACTERS = 1_000;

/** Reads the first frame of a worker; returns a text that states the problem when it cannot be used. */
export function readHello(head: Readonly<Record<string, unknown>> | undefined): WorkerHello | string {
  if (head?.type !== "hello") return "the worker ended before its first message";
  const { version, platform, caseSensitive, homeDirectory, ports, shell, search, trash } = head;
  if (version !== PROTOCOL_VERSION)
    return `the worker has version ${JSON.stringify(version)?.slice(0, 20)} of the protocol, but this host has version ${PROTOCOL_VERSION}: install the same version of collet on both sides`;
  if (typeof platform !== "string" || typeof caseSensitive !== "boolean" || !isTextList(ports))
    return "the worker sent a first message that cannot be read";
  if (platform === "win32") return "workers on Windows are not supported";
  const flag = (value: unknown, name: string) => isRecord(value) && value[name] === true;
  return {
    version,
    platform,
    caseSensitive,
    ...(typeof homeDirectory === "string" && { homeDirectory }),
    ports,
    ...(isRecord(shell) && {
      shell: {
        languages: readLanguages(shell.languages),
        ...(typeof shell.description === "string" && {
          description: shell.description.slice(0, MAX_DESCRIPTION_CHARACTERS),
        }),
        takesInput: flag(shell, "takesInput"),
        confinesCommands: flag(shell, "confinesCommands"),
        runsPrograms: flag(shell, "runsPrograms"),
      },
    }),
    ...(isRecord(search) && { search: { counts: flag(search, "counts") } }),
    ...(isRecord(trash) &&
      typeof trash.entries === "number" &&
      typeof trash.bytes === "number" && { trash: { entries: trash.entries, bytes: trash.bytes } }),
  };
}

/** Returns the known languages, each once, in the order of the worker: the first is that of commands without a language. */
function readLanguages(languages: unknown): readonly ShellLanguage[] {
  if (!isTextList(languages)) return [];
  return [...new Set(languages)].flatMap((each) => SHELL_LANGUAGES.find((known) => known === each) ?? []);
}
