import { opencodeToolset } from "../../../src/toolsets/index.js";

const [read, write, edit, multiedit, grep, glob, list, bash, applyPatch, todowrite, todoread] =
  opencodeToolset.tools;

export { applyPatch, bash, edit, glob, grep, list, multiedit, read, todoread, todowrite, write };
