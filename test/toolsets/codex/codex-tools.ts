import { codexToolset } from "../../../src/toolsets/index.js";

const [, , applyPatch, updatePlan, viewImage] = codexToolset.tools;

export { applyPatch, updatePlan, viewImage };
