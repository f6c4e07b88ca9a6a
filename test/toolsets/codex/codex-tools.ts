import { codexToolset } from "../../../src/toolsets/index.js";

const [shell, applyPatch, updatePlan, viewImage] = codexToolset.tools;

export { applyPatch, shell, updatePlan, viewImage };
