export { allBesides, type BesidesCommands, besidesCommands } from "./besides-commands.js";
export { bringsCode } from "./code-variables.js";
export { namesOf, type ProgramList } from "./program-list.js";
