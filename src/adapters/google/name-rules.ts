import { type NameRule, PORTABLE_NAMES } from "../tool-export/index.js";

/** Function names that every version of the API accepts; newer ones accept dots, colons and 128 characters. */
export const TOOL_NAMES: NameRule = PORTABLE_NAMES;

/** Rule of the API for parameter names. Source: the SDK's comment on `FunctionDeclaration.parameters`. */
export const PARAMETER_NAMES: NameRule = { pattern: /^[a-zA-Z_][a-zA-Z0-9_]{0,63}$/, maxCharacters: 64 };
