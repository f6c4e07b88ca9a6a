export {
  type AmpCreateResult,
  type AmpDiagnosticsResult,
  type AmpDocument,
  type AmpEditResult,
  type AmpFinderResult,
  type AmpFormatResult,
  type AmpGlobResult,
  type AmpImage,
  type AmpJob,
  type AmpKrakenResult,
  type AmpLibrarianResult,
  type AmpMultiEditResult,
  type AmpPatchResult,
  type AmpStatus,
  type AmpTask,
  type AmpTaskListResult,
  type AmpTaskResult,
  type AmpThreadMatch,
  type AmpThreadResult,
  type AmpTools,
  type AmpUndoResult,
  ampToolset,
} from "./amp/index.js";
export {
  type AnthropicTools,
  anthropicToolset,
  type MemoryToolOptions,
  memoryTool,
} from "./anthropic/index.js";
export {
  type ClaudeCodeBackgroundResult,
  type ClaudeCodeBashResult,
  type ClaudeCodeEditResult,
  type ClaudeCodeSpawnedTask,
  type ClaudeCodeTaskResult,
  type ClaudeCodeTools,
  claudeCodeToolset,
} from "./claude-code/index.js";
export {
  type CodexAgentResult,
  type CodexAgentStatus,
  type CodexExecResult,
  type CodexImage,
  type CodexTools,
  type CodexUserInput,
  codexToolset,
} from "./codex/index.js";
export type { DiffResult } from "./edited-text.js";
export { type Face, type FaceEnvironment, face } from "./face.js";
export { type GeminiCliReplaceResult, type GeminiCliTools, geminiCliToolset } from "./gemini-cli/index.js";
export {
  type OpenAILocalShellResult,
  type OpenAIShellResult,
  type OpenAITools,
  openaiToolset,
} from "./openai/index.js";
export {
  type OpenCodeAttachment,
  type OpenCodeBashResult,
  type OpenCodeEditMetadata,
  type OpenCodeGlobResult,
  type OpenCodeGrepResult,
  type OpenCodeListResult,
  type OpenCodePatchResult,
  type OpenCodeReadResult,
  type OpenCodeResult,
  type OpenCodeTaskResult,
  type OpenCodeTodoResult,
  type OpenCodeTools,
  type OpenCodeWriteResult,
  opencodeToolset,
} from "./opencode/index.js";
export { toolGuidance } from "./tool-guidance.js";
export { defineToolset, type Toolset, type ToolsetDefinition } from "./toolset.js";
export {
  TOOLSETS,
  type ToolsetName,
  type ToolsetReference,
  type ToolsOf,
  toolsetNamed,
} from "./toolset-named.js";
