/** A permission rule of Claude Code: `Tool`, or `Tool(specifier)`. */
export interface ClaudeRule {
  readonly tool: string;
  readonly specifier?: string;
}

/** Reads a permission rule; returns `undefined` for one that Claude Code never matches, such as `Bash(ls`. */
export function readClaudeRule(text: string): ClaudeRule | undefined {
  const open = text.indexOf("(");
  if (open === -1) return /^[^\s()]+$/.test(text) ? { tool: text } : undefined;
  const tool = text.slice(0, open);
  if (!/^[A-Za-z_][\w*.-]*$/.test(tool) || !text.endsWith(")")) return undefined;
  const specifier = text.slice(open + 1, -1);
  // `Bash()` and `Bash(*)` mean every call of the tool.
  return specifier.trim() === "" || specifier.trim() === "*" ? { tool } : { tool, specifier };
}
