import * as z from "zod";
import { loadSkillOperation } from "../../../tools/index.js";
import { face } from "../../face.js";
import { skillText } from "../../skill-text.js";

/** The folders of skills of a project (Claude Code), and the folder that agents share. */
const FOLDERS = [".claude/skills", ".agents/skills"] as const;

/** Claude Code's Skill: loads the instructions of a skill of the project. */
export function skill() {
  return face(loadSkillOperation, {
    name: "Skill",
    description: `Loads the instructions of a skill, a folder with a SKILL.md in ${FOLDERS.join(" or ")}. Follow them for the task; args are what the user passes to the skill.`,
    inputSchema: z.object({
      skill: z.string().describe("The name of the skill"),
      args: z.string().describe("Further instructions for the skill").optional(),
    }),
    // Earlier versions of Claude Code.
    parameterAliases: { skill: ["command"] },
    toInput: ({ skill }) => ({ name: skill, folders: FOLDERS }),
    toResult: (loaded, { args }) =>
      args === undefined || args === "" ? skillText(loaded) : `${skillText(loaded)}\n\nArguments: ${args}`,
  });
}
