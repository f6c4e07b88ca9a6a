import { type NameRule, PORTABLE_NAMES } from "../tool-export/index.js";

/** What every version of the API takes as a function's name; newer ones take dots, colons and 128 characters. */
export const TOOL_NAMES: NameRule = PORTABLE_NAMES;

/** What the API demands of the name of a parameter. Source: the SDK's comment on `FunctionDeclaration.parameters`. */
export const PARAMETER_NAMES: NameRule = { pattern: /^[a-zA-Z_][a-zA-Z0-9_]{0,63}$/, maxCharacters: 64 };
