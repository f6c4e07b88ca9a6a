import { defineToolset, type Toolset } from "../toolset.js";
import { bash } from "./bash.js";
import { memoryTool } from "./memory.js";
import { textEditor } from "./text-editor.js";

const makeTools = () => [textEditor(), bash(), memoryTool()] as const;

/** Tools of {@link anthropicToolset}, each with its own types. */
export type AnthropicTools = ReturnType<typeof makeTools>;

/** The tools that Anthropic defines and a client carries out: text editor, bash and memory. */
export const anthropicToolset: Toolset<AnthropicTools> = defineToolset({ name: "anthropic", makeTools });
