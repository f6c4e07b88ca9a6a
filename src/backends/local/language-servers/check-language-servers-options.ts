import {
  isRecord,
  type KeysOf,
  requireKnownKeys,
  requireKnownValue,
  shownValue,
} from "../../../values/index.js";
import type { LanguageServerDefinition } from "./language-server-definition.js";
import type { LanguageServersOptions } from "./language-servers-options.js";
import { BUILT_IN_SERVERS } from "./servers/index.js";

const OPTION_NAMES = {
  start: true,
  servers: true,
  builtIn: true,
} as const satisfies KeysOf<LanguageServersOptions>;

const DEFINITION_KEYS = {
  name: true,
  languages: true,
  markers: true,
  project: true,
  fits: true,
  command: true,
  programFolders: true,
  initializationOptions: true,
  settings: true,
  dialogue: true,
  importsOf: true,
  remedy: true,
} as const satisfies KeysOf<LanguageServerDefinition>;

type Fields = Readonly<Record<string, unknown>>;

const isText = (value: unknown) => typeof value === "string" && value !== "";
const areTexts = (value: unknown) => Array.isArray(value) && value.every(isText);

/**
 * Checks the option `languageServers` of a host.
 *
 * @throws TypeError for a value of the wrong kind and for an unknown key, RangeError for an unknown word
 */
export function checkLanguageServersOptions(options: unknown): void {
  if (!isRecord(options)) {
    throw new TypeError(
      `languageServers must be "off", "on-request", "ask", "trusted" or { start, servers, builtIn }, but it is ${shownValue(options)}.`,
    );
  }
  requireKnownKeys("languageServers", options, OPTION_NAMES);
  const { start, servers = [], builtIn = [] } = options;
  if (start !== undefined)
    requireKnownValue("languageServers.start", start, ["on-request", "ask", "trusted"]);
  if (!Array.isArray(builtIn))
    throw new TypeError(`languageServers.builtIn must be a list of names, but it is ${shownValue(builtIn)}.`);
  const known = BUILT_IN_SERVERS.map(({ name }) => name);
  for (const name of builtIn) requireKnownValue("A name in languageServers.builtIn", name, known);
  if (!Array.isArray(servers))
    throw new TypeError(`languageServers.servers must be a list, but it is ${shownValue(servers)}.`);
  servers.forEach((server: unknown, index) => {
    checkDefinition(server, `languageServers.servers[${index}]`);
  });
}

function checkDefinition(server: unknown, what: string): void {
  if (!isRecord(server)) throw new TypeError(`${what} must be an object, but it is ${shownValue(server)}.`);
  requireKnownKeys(what, server, DEFINITION_KEYS, "key");
  const problem = definitionProblem(server);
  if (problem !== undefined) throw new TypeError(`${what}${problem}`);
  const { project, dialogue } = server;
  if (project !== undefined) requireKnownValue(`${what}.project`, project, ["nearest", "outermost"]);
  if (dialogue !== undefined) requireKnownValue(`${what}.dialogue`, dialogue, ["standard", "tsserver"]);
}

function definitionProblem({ name, languages, markers, command, programFolders, fits, importsOf }: Fields) {
  if (!isText(name)) return ".name must be a string that is not empty.";
  if (!isRecord(languages) || !Object.values(languages).every(isText))
    return '.languages must be an object like { ".ts": "typescript" }.';
  if (!areTexts(markers)) return ".markers must be a list of names of files.";
  if (!areTexts(command) || (command as readonly unknown[]).length === 0)
    return ".command must be a list: the program, then its parameters.";
  if (programFolders !== undefined && !areTexts(programFolders))
    return ".programFolders must be a list of folders.";
  for (const [key, value] of Object.entries({ fits, importsOf })) {
    if (value !== undefined && typeof value !== "function") return `.${key} must be a function.`;
  }
  return undefined;
}
