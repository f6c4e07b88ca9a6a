import { describeThrown } from "../../contract/index.js";
import type { ConfigReader, ConfigScope } from "../load/index.js";
import { member, parseFrontMatter, textOf } from "../parse/index.js";
import { shortened } from "../report/index.js";

/** A skill: a folder with a `SKILL.md`. Its instructions are not loaded until the model asks for them. */
export interface ConfiguredSkill {
  readonly name: string;
  readonly description: string;
  /** The folder: absolute, symbolic links resolved. */
  readonly folder: string;
}

/** The folders with skills, below the project and below the home folder. */
const SKILL_FOLDERS = [
  ".claude/skills",
  ".agents/skills",
  ".codex/skills",
  ".gemini/skills",
  ".opencode/skills",
];

/** Limits of the Agent Skills specification, in UTF-16 code units. */
const MAX_DESCRIPTION = 1024;
const NAME = /^[A-Za-z0-9][\w.-]{0,63}$/;

/** Finds the skills of a trusted project and of the home folder. If two have one name, that of the project counts. */
export async function readSkills(reader: ConfigReader): Promise<readonly ConfiguredSkill[]> {
  const { directory, home, trusted, files, notices } = reader.options;
  const found = new Map<string, ConfiguredSkill>();
  const scopes: readonly (readonly [string, ConfigScope])[] = [
    ...(directory === home ? [] : [[directory, "project"] as const]),
    [home, "user"],
  ];
  for (const [root, scope] of scopes) {
    for (const skills of SKILL_FOLDERS) {
      for (const { name, type } of await files.list(`${root}/${skills}`)) {
        if (type !== "directory" && type !== "link") continue;
        const file = `${root}/${skills}/${name}/SKILL.md`;
        const folder = await files.realPath(`${root}/${skills}/${name}`);
        if (folder === undefined) continue;
        if (!folder.startsWith(`${root}/`) || `${root}/${skills}/`.startsWith(`${folder}/`)) {
          notices.add("ignored", { file }, "The folder of the skill is a link to a folder outside.");
          continue;
        }
        if (scope === "project" && !trusted) {
          notices.add("untrusted", { file }, "The folder is not trusted, so its skills are not offered.");
          continue;
        }
        const read = await files.read(`${folder}/SKILL.md`);
        if (read.status === "refused")
          notices.add("invalid", { file }, `The file cannot be read: ${read.reason}.`);
        if (read.status !== "read") continue;
        try {
          const header = (await parseFrontMatter(read.text))?.header;
          const description = textOf(member(header, "description"));
          const title = textOf(member(header, "name")) ?? name;
          if (description === undefined || !NAME.test(title)) {
            notices.add("invalid", { file }, "The skill has no valid name and description.");
          } else if (!found.has(title)) {
            if (member(header, "hooks") !== undefined)
              notices.add("ignored", { file, text: "hooks" }, "The hooks of a skill do not run.");
            found.set(title, { name: title, description: shortened(description, MAX_DESCRIPTION), folder });
          }
        } catch (thrown) {
          notices.add("invalid", { file }, `The header cannot be parsed: ${describeThrown(thrown)}`);
        }
      }
    }
  }
  return [...found.values()];
}
