export { type ConfiguredSkill, readSkills } from "./read-skills.js";
