import { defineToolset, type Toolset } from "../toolset.js";
import { applyPatch } from "./apply-patch.js";
import { localShell } from "./local-shell.js";
import { shell } from "./shell.js";

const makeTools = () => [applyPatch(), shell(), localShell()] as const;

/** Tools of {@link openaiToolset}, each with its own types. */
export type OpenAITools = ReturnType<typeof makeTools>;

/** The tools that OpenAI's Responses API defines and a client carries out: apply_patch, shell and local_shell. */
export const openaiToolset: Toolset<OpenAITools> = defineToolset({ name: "openai", makeTools });
