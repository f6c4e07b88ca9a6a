import type { NameRule } from "../tool-export/index.js";

/** What both APIs demand of a tool's name. Source: the SDK's types. */
export const TOOL_NAMES: NameRule = { pattern: /^[a-zA-Z0-9_-]{1,64}$/, maxCharacters: 64 };
