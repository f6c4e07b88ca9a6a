import * as z from "zod";
import { loadSkillOperation } from "../../tools/index.js";
import { face } from "../face.js";
import { skillText } from "../skill-text.js";

/** The folders of skills of a project (OpenCode), and the folder that agents share. */
const FOLDERS = [".opencode/skills", ".claude/skills", ".agents/skills"] as const;

/** OpenCode's skill: loads the instructions of a skill of the project. */
export function skill() {
  return face(loadSkillOperation, {
    name: "skill",
    description: `Loads the instructions of a skill, a folder with a SKILL.md in ${FOLDERS.slice(0, -1).join(", ")} or ${FOLDERS.at(-1)}. Follow them for the task.`,
    inputSchema: z.object({ name: z.string().describe("The name of the skill") }),
    toInput: ({ name }) => ({ name, folders: FOLDERS }),
    toResult: skillText,
  });
}
