import * as z from "zod";
import { loadSkillOperation } from "../../tools/index.js";
import { face } from "../face.js";
import { skillText } from "../skill-text.js";

/** The folders of skills of a project (gemini-cli). */
const FOLDERS = [".gemini/skills", ".agents/skills"] as const;

/** The activate_skill of gemini-cli: loads the instructions of a skill of the project. */
export function activateSkill() {
  return face(loadSkillOperation, {
    name: "activate_skill",
    description: `Loads the instructions of a skill, a folder with a SKILL.md in ${FOLDERS.join(" or ")}. Follow them for the task.`,
    inputSchema: z.object({ name: z.string().describe("The name of the skill") }),
    toInput: ({ name }) => ({ name, folders: FOLDERS }),
    toResult: skillText,
  });
}
