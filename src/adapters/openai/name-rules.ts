import type { NameRule } from "../tool-export/index.js";

/** Rule of both APIs for tool names. Source: the SDK's types. */
export const TOOL_NAMES: NameRule = { pattern: /^[a-zA-Z0-9_-]{1,64}$/, maxCharacters: 64 };
