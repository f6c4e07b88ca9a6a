export { localSyntax, type SyntaxGrammar, type SyntaxOptions } from "./local-syntax.js";
export { requireSyntaxOptions } from "./require-syntax-options.js";
