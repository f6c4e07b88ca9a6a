import { type ToolContext, ToolError } from "../../contract/index.js";
import type { Operation } from "../operation.js";

/** The skill to load. */
export interface LoadSkillInput {
  readonly name: string;
  /** The folders with skills, relative to the working directory; the first that has the skill counts. */
  readonly folders: readonly string[];
}

/** Instructions of a skill. */
export interface LoadedSkill {
  readonly name: string;
  /** Absolute folder of the skill, at which its relative paths start. */
  readonly folder: string;
  /** Text of its `SKILL.md` without the header. */
  readonly instructions: string;
}

/** The file with the instructions of a skill (the Agent Skills specification). */
const SKILL_FILE = "SKILL.md";

/** Names of skills; a name must not lead out of its folder. The specification allows 64 characters. */
const SKILL_NAME = /^[A-Za-z0-9][\w.-]{0,63}$/;

/** Most skills that an error names. */
const MAX_NAMED = 20;

/**
 * Loads the instructions of a skill of the project: a folder with a `SKILL.md`.
 *
 * Errors: `invalid-input` for a name that is not one of a skill, `not-found` for a skill that the project does not have, with
 * the names of those that it has, and those of reading a file.
 */
export const loadSkillOperation: Operation<LoadSkillInput, LoadedSkill> = {
  kind: "read",
  annotations: { readOnlyHint: true },
  executionProfile: {
    resourceKeys: ({ name, folders }) =>
      skillPaths(name, folders).map((path) => ({ key: `file:${path}`, mode: "read" })),
  },
  facts: ({ name, folders }) => ({
    paths: skillPaths(name, folders).map((path) => ({ path, access: "read" })),
  }),
  async run({ name, folders }, context) {
    const paths = skillPaths(name, folders);
    if (paths.length === 0) {
      throw new ToolError(`${JSON.stringify(name.slice(0, MAX_SHOWN))} is not the name of a skill.`, {
        code: "invalid-input",
      });
    }
    for (const path of paths) {
      const { stat } = await context.files.locate(path);
      if (stat?.type !== "file") continue;
      const { text, location } = await context.files.readText(path);
      const folder = location.path.slice(0, -SKILL_FILE.length - 1);
      return { name, folder, instructions: withoutHeader(text) };
    }
    throw await noSuchSkill(name, folders, context);
  },
};

/** Longest part of a wrong name that an error shows, in UTF-16 code units. */
const MAX_SHOWN = 80;

/** Returns the paths where a skill may be; none for a name that cannot be one. */
function skillPaths(name: string, folders: readonly string[]): readonly string[] {
  return SKILL_NAME.test(name) ? folders.map((folder) => `${folder}/${name}/${SKILL_FILE}`) : [];
}

/** Removes the header between two lines of three hyphens, which only describes the skill. */
function withoutHeader(text: string): string {
  const unified = text.replaceAll("\r\n", "\n");
  if (!unified.startsWith("---\n")) return unified;
  const end = unified.indexOf("\n---\n", 3);
  return end < 0 ? unified : unified.slice(end + "\n---\n".length).trimStart();
}

async function noSuchSkill(
  name: string,
  folders: readonly string[],
  context: ToolContext,
): Promise<ToolError> {
  const names = new Set<string>();
  for (const folder of folders) {
    const { stat } = await context.files.locate(folder);
    if (stat?.type !== "directory") continue;
    for (const entry of await context.files.list(folder)) {
      if (entry.type === "directory") names.add(entry.name);
    }
  }
  const shown = [...names].slice(0, MAX_NAMED).join(", ");
  const more = names.size > MAX_NAMED ? ` and ${names.size - MAX_NAMED} more` : "";
  const choice = names.size === 0 ? "The project has no skills." : `The project has these: ${shown}${more}.`;
  return new ToolError(`There is no skill '${name}'. ${choice}`, { code: "not-found" });
}
