export { allBesides, type BesidesCommands } from "./besides-commands.js";
export { bringsCode } from "./code-variables.js";
export { givenTexts, runsInput } from "./given-texts.js";
export { namesOf, type ProgramList } from "./program-list.js";
