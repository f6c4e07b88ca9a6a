import type { ConfigReader, ConfigScope } from "../load/index.js";

/** A file with instructions for the model. */
export interface Guidance {
  readonly file: string;
  readonly text: string;
  /** The file that imports it; absent for one that is read by its name. */
  readonly importedBy?: string;
}

/** Depth of imports in Claude Code and Gemini CLI. */
const MAX_DEPTH = 5;

/** Most files, and most text of all of them in UTF-16 code units: more would fill the context window of a model. */
const MAX_FILES = 100;
const MAX_TEXT = 262_144;

/** Reads CLAUDE.md, AGENTS.md and GEMINI.md of the home folder, of a trusted project and of the folders above it in its repository, each with its imports. */
export async function readGuidance(reader: ConfigReader): Promise<readonly Guidance[]> {
  const { directory, home, trusted, notices, files } = reader.options;
  const folders = await reader.folders();
  const [top = directory] = folders;
  const found = new Map<string, Guidance>();
  let length = 0;
  const add = async (file: string, scope: ConfigScope, depth: number, importedBy?: string): Promise<void> => {
    const origin = { file: importedBy ?? file, text: file };
    const real = await files.realPath(file);
    if (real === undefined || found.has(real)) return;
    const root = scope === "project" ? top : home;
    if (!real.startsWith(`${root}/`)) {
      notices.add("ignored", origin, "The file is outside the folder that may be imported from.");
      return;
    }
    const read = await files.read(real);
    if (read.status !== "read") {
      if (read.status === "refused")
        notices.add("invalid", origin, `The file cannot be read: ${read.reason}.`);
      return;
    }
    if (found.size >= MAX_FILES || length + read.text.length > MAX_TEXT) {
      notices.add("ignored", origin, "There are too many instructions.");
      return;
    }
    length += read.text.length;
    found.set(real, { file: real, text: read.text, ...(importedBy !== undefined && { importedBy }) });
    const imports = importsOf(read.text);
    if (imports.length > 0 && depth >= MAX_DEPTH) {
      notices.add("ignored", { file: real }, `Imports of more than ${MAX_DEPTH} levels are not read.`);
      return;
    }
    const folder = real.slice(0, real.lastIndexOf("/"));
    for (const path of imports) {
      const whole = path.startsWith("~/")
        ? `${home}${path.slice(1)}`
        : path.startsWith("/")
          ? path
          : `${folder}/${path}`;
      await add(whole, scope, depth + 1, real);
    }
  };
  for (const name of [
    ".claude/CLAUDE.md",
    ".codex/AGENTS.md",
    ".gemini/GEMINI.md",
    ".config/amp/AGENTS.md",
    ".config/opencode/AGENTS.md",
  ])
    await add(`${home}/${name}`, "user", 0);
  const names = ["AGENTS.md", "CLAUDE.md", ".claude/CLAUDE.md", "CLAUDE.local.md", "GEMINI.md"];
  for (const file of folders.flatMap((folder) => names.map((name) => `${folder}/${name}`))) {
    if (trusted) await add(file, "project", 0);
    else if ((await files.realPath(file)) !== undefined)
      notices.add("untrusted", { file }, "The folder is not trusted, so its instructions are not read.");
  }
  return [...found.values()];
}

/** Returns the paths after `@` in text outside code. Only words with a slash or a file ending are paths. */
function importsOf(text: string): readonly string[] {
  const found: string[] = [];
  let inCode = false;
  for (const line of text.split("\n")) {
    if (line.trimStart().startsWith("```")) inCode = !inCode;
    if (inCode || !line.includes("@")) continue;
    // Every second part of a line is code.
    for (const [index, part] of line.split("`").entries()) {
      if (index % 2 === 1) continue;
      for (const word of part.split(/\s/)) {
        const path = word.startsWith("@") ? word.slice(1).replace(/[,;:.)]$/, "") : "";
        if (/[/]|\.\w{1,8}$/.test(path) && !path.includes("@")) found.push(path);
      }
    }
  }
  return found.slice(0, MAX_FILES);
}
