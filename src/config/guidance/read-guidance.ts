import { describeThrown } from "../../contract/index.js";
import { withoutUndefined } from "../../values/index.js";
import type { ConfigReader, ConfigScope } from "../load/index.js";
import { member, parseFrontMatter, textsOf } from "../parse/index.js";
import { managedGuidance, projectFiles, userFiles } from "./guidance-files.js";

/** A file with instructions for the model. */
export interface Guidance {
  readonly file: string;
  readonly text: string;
  /** The file that imports it; absent for one that is read by its name. */
  readonly importedBy?: string;
  /**
   * Glob patterns, relative to the folder with `.claude`, of the files that it concerns: a host includes it when the model
   * works with one of them. Absent if it always applies.
   */
  readonly paths?: readonly string[];
}

/** Depth of imports in Claude Code and Gemini CLI. */
const MAX_DEPTH = 5;

/** Most files, and most text of all of them in UTF-16 code units: more would fill the context window of a model. */
const MAX_FILES = 100;
const MAX_TEXT = 262_144;

/**
 * Reads CLAUDE.md, AGENTS.md, GEMINI.md and the rules of `.claude/rules`: of the system, of the home folder, of a trusted project
 * and of the folders above it in its repository, each with its imports.
 */
export async function readGuidance(reader: ConfigReader): Promise<readonly Guidance[]> {
  const { directory, home, trusted, notices, files } = reader.options;
  const folders = await reader.folders();
  const [top = directory] = folders;
  const found = new Map<string, Guidance>();
  let length = 0;
  const add = async (file: string, scope: ConfigScope, depth: number, importer?: Guidance): Promise<void> => {
    const importedBy = importer?.file;
    const origin = { file: importedBy ?? file, text: file };
    const real = await files.realPath(file);
    if (real === undefined || found.has(real)) return;
    const root = scope === "project" ? top : home;
    if (scope !== "managed" && !real.startsWith(`${root}/`)) {
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
    const part = real.includes("/.claude/rules/") ? await ruleOf(read.text, real) : { text: read.text };
    const paths = part.paths ?? importer?.paths;
    const guidance: Guidance = {
      file: real,
      text: part.text,
      ...withoutUndefined({ paths, importedBy }),
    };
    found.set(real, guidance);
    const imports = importsOf(part.text);
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
      await add(whole, scope, depth + 1, guidance);
    }
  };
  for (const each of await managedGuidance(reader)) {
    if (typeof each === "string") await add(each, "managed", 0);
    else if (length + each.text.length <= MAX_TEXT) {
      length += each.text.length;
      found.set(`${each.file}#claudeMd`, each);
    }
  }
  for (const file of await userFiles(reader)) await add(file, "user", 0);
  for (const file of await projectFiles(reader)) {
    if (trusted) await add(file, "project", 0);
    else if ((await files.realPath(file)) !== undefined)
      notices.add("untrusted", { file }, "The folder is not trusted, so its instructions are not read.");
  }
  return [...found.values()];

  /** Returns the text of a rule without its header, and the paths that it concerns. */
  async function ruleOf(
    text: string,
    file: string,
  ): Promise<{ readonly text: string; readonly paths?: readonly string[] }> {
    try {
      const parsed = await parseFrontMatter(text);
      const paths = textsOf(member(parsed?.header, "paths"));
      return { text: parsed?.body ?? text, ...(paths.length > 0 && { paths }) };
    } catch (thrown) {
      notices.add("invalid", { file }, `The header cannot be parsed: ${describeThrown(thrown)}`);
      return { text };
    }
  }
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
