import { judge, loadCommandReader, normalizePermissions } from "../../../permissions/index.js";
import type { HookCall } from "../../../runtime/index.js";
import { isRecord } from "../../../values/index.js";
import { translateClaudeRule } from "../../claude-code/index.js";

/** Rules that name commands. */
const COMMAND_RULE = /^\s*(?:Bash|PowerShell)\b/;

/**
 * Returns whether the condition of a hook may hold for a call: the permission rule of `if`. Only rules for commands are
 * evaluated, and not for commands with references or parts that cannot be read.
 */
export async function mayConcern(
  condition: string,
  { tool, input }: HookCall,
  cwd: string,
): Promise<boolean> {
  if (!COMMAND_RULE.test(condition)) return true;
  if (tool.kind !== "execute") return false;
  const command = isRecord(input) ? (input.command ?? input.cmd) : undefined;
  if (typeof command !== "string" || /[$`]/.test(command)) return true;
  const readCommand = await loadCommandReader();
  const { certain = [] } = readCommand(command);
  const { rules } = translateClaudeRule(condition, "deny", { directory: cwd, home: cwd, root: cwd });
  if (certain.length === 0 || rules.length === 0) return true;
  const permissions = normalizePermissions(rules.map((rule) => ({ ...rule, verdict: "deny" as const })));
  const request = { names: ["Bash"], kind: "execute", source: "builtin", facts: { command } } as const;
  return judge(request, { ...permissions, cwd }, { readCommand }).verdict === "deny";
}
