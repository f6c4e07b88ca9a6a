export { allBesides, type BesidesCommands } from "./besides-commands.js";
export { bringsCode } from "./code-variables.js";
export { namesOf, type ProgramList } from "./program-list.js";
