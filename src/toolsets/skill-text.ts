import { type LoadedSkill, visibleText } from "../tools/index.js";

/** Returns the model's text of a skill: its folder and its instructions. */
export function skillText({ name, folder, instructions }: LoadedSkill): string {
  return `Skill ${name}. Relative paths in it start at ${visibleText(folder)}.\n\n${instructions}`;
}
