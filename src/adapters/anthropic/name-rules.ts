import type { NameRule } from "../tool-export/index.js";

/** What the Messages API demands of a tool's name. Source: platform.claude.com, "Define tools". */
export const TOOL_NAMES: NameRule = { pattern: /^[a-zA-Z0-9_-]{1,128}$/, maxCharacters: 128 };

/** What it demands of the names of parameters; names further down are not checked. */
export const PARAMETER_NAME: RegExp = /^[a-zA-Z0-9_.-]{1,64}$/;
