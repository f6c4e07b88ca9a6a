import type { NameRule } from "../tool-export/index.js";

/** Rule of the Messages API for tool names. Source: platform.claude.com, "Define tools". */
export const TOOL_NAMES: NameRule = { pattern: /^[a-zA-Z0-9_-]{1,128}$/, maxCharacters: 128 };

/** Rule of the Messages API for top-level parameter names; nested names are not checked. */
export const PARAMETER_NAME: RegExp = /^[a-zA-Z0-9_.-]{1,64}$/;
