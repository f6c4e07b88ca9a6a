import { MANAGED_FOLDERS, readClaudeSettings } from "../claude-code/index.js";
import { readGeminiSettings } from "../gemini-cli/index.js";
import type { ConfigReader } from "../load/index.js";
import { member, textOf, textsOf } from "../parse/index.js";

/** Deepest folder of rules that is searched, and most rules of one folder. */
const MAX_RULE_DEPTH = 5;
const MAX_RULES = 100;

/** Returns the files of an administrator, and the instructions in managed settings. */
export async function managedGuidance(
  reader: ConfigReader,
): Promise<readonly (string | { readonly file: string; readonly text: string })[]> {
  const system = reader.options.systemRoot.replace(/\/$/, "");
  const settings = (await readClaudeSettings(reader)).filter(({ scope }) => scope === "managed");
  return [
    ...MANAGED_FOLDERS.map((folder) => `${system}/${folder}/CLAUDE.md`),
    ...settings.flatMap(({ source, value }) => {
      const text = textOf(member(value, "claudeMd"));
      return text === undefined ? [] : [{ file: source.file, text }];
    }),
  ];
}

/** Returns the files of the user that may contain instructions, in the order in which they are read. */
export async function userFiles(reader: ConfigReader): Promise<readonly string[]> {
  const { home } = reader.options;
  return [
    `${home}/.claude/CLAUDE.md`,
    ...(await rulesIn(`${home}/.claude/rules`, reader)),
    ...(await codexNames(`${home}/.codex`, reader)),
    ...(await geminiNames(reader)).map((name) => `${home}/.gemini/${name}`),
    `${home}/.config/amp/AGENTS.md`,
    `${home}/.config/opencode/AGENTS.md`,
  ];
}

/** Returns the files of the folders from the root of the repository to the project that may contain instructions. */
export async function projectFiles(reader: ConfigReader): Promise<readonly string[]> {
  const gemini = await geminiNames(reader);
  const found: string[] = [];
  for (const folder of await reader.folders()) {
    found.push(
      ...(await codexNames(folder, reader)),
      `${folder}/CLAUDE.md`,
      `${folder}/.claude/CLAUDE.md`,
      ...(await rulesIn(`${folder}/.claude/rules`, reader)),
      `${folder}/CLAUDE.local.md`,
      ...gemini.map((name) => `${folder}/${name}`),
    );
  }
  return found;
}

/** Codex reads one file of a folder: `AGENTS.override.md` if it is not empty, and otherwise `AGENTS.md`. */
async function codexNames(folder: string, { options: { files } }: ConfigReader): Promise<readonly string[]> {
  const override = `${folder}/AGENTS.override.md`;
  const read = await files.read(override);
  return [read.status === "read" && read.text.trim() !== "" ? override : `${folder}/AGENTS.md`];
}

/** Returns the names of the context files of Gemini CLI: `context.fileName` of the strongest settings, or `GEMINI.md`. */
async function geminiNames(reader: ConfigReader): Promise<readonly string[]> {
  for (const { source, value } of await readGeminiSettings(reader)) {
    const set = member(member(value, "context"), "fileName") ?? member(value, "contextFileName");
    if (set === undefined || !source.trusted) continue;
    return textsOf(set).filter((name) => {
      const isName = /^[^/\\]+$/.test(name) && !/^\.+$/.test(name);
      const origin = { file: source.file, line: set.line, text: name };
      if (!isName) reader.options.notices.add("ignored", origin, "It is not the name of a file.");
      return isName;
    });
  }
  return ["GEMINI.md"];
}

/** Returns the rules of a folder and of those in it, sorted by name. Links to folders are not followed. */
async function rulesIn(folder: string, reader: ConfigReader, depth = 0): Promise<readonly string[]> {
  const found: string[] = [];
  for (const { name, type } of await reader.options.files.list(folder)) {
    const path = `${folder}/${name}`;
    if (type === "directory" && depth < MAX_RULE_DEPTH)
      found.push(...(await rulesIn(path, reader, depth + 1)));
    else if (type !== "directory" && name.endsWith(".md")) found.push(path);
    if (found.length > MAX_RULES) {
      reader.options.notices.add("ignored", { file: folder }, `More than ${MAX_RULES} rules are not read.`);
      return found.slice(0, MAX_RULES);
    }
  }
  return found;
}
