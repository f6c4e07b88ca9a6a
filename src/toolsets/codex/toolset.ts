import { defineToolset, type Toolset } from "../toolset.js";
import { applyPatch } from "./apply-patch.js";
import { shell } from "./shell.js";
import { updatePlan } from "./update-plan.js";
import { viewImage } from "./view-image.js";

const makeTools = () => [shell(), applyPatch(), updatePlan(), viewImage()] as const;

/** Tools of {@link codexToolset}, each with its own types. */
export type CodexTools = ReturnType<typeof makeTools>;

/** Codex' tools: commands and patches for almost everything, plus a plan and images. */
export const codexToolset: Toolset<CodexTools> = defineToolset({ name: "codex", makeTools });
