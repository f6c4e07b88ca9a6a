import type { ToolKind, Verdict } from "../../contract/index.js";
import { wildcard } from "../../text/index.js";
import {
  type RuleConditions,
  SUBAGENT_TOOLS,
  type Translation,
  translated,
  WEB_SEARCH_TOOLS,
} from "../policy/index.js";
import { commandOfRule } from "./command-rules.js";
import { hostRule } from "./host-rule.js";
import { isKnownTool } from "./known-tools.js";
import { pathOfRule, type RuleFolders } from "./path-rules.js";

/** The kinds of the tools that the path rules of a tool apply to. */
const READING: readonly ToolKind[] = ["read", "search"];
const CHANGING: readonly ToolKind[] = ["edit", "delete", "move"];

/** Tools whose calls Claude Code compares with the path rules of another tool. */
const PATH_TOOLS: ReadonlyMap<string, "Read" | "Edit"> = new Map([
  ["Read", "Read"],
  ["Glob", "Read"],
  ["Grep", "Read"],
  ["LS", "Read"],
  ["NotebookRead", "Read"],
  ["Edit", "Edit"],
  ["Write", "Edit"],
  ["MultiEdit", "Edit"],
  ["NotebookEdit", "Edit"],
]);

/** The conditions for tools that no toolset names as Claude Code does. */
const NAMED_TOOLS: ReadonlyMap<string, readonly RuleConditions[]> = new Map([
  ["WebSearch", WEB_SEARCH_TOOLS],
  ["Task", SUBAGENT_TOOLS],
  ["Agent", SUBAGENT_TOOLS],
]);

const RENAMED_TOOLS = [...PATH_TOOLS.keys(), ...NAMED_TOOLS.keys(), "Bash", "WebFetch"];

/** The main fields of tools, which rules cannot name as parameters. */
const CONTENT_FIELDS: ReadonlyMap<string, readonly string[]> = new Map([
  ["Bash", ["command"]],
  ["PowerShell", ["command"]],
  ["Read", ["file_path"]],
  ["Edit", ["file_path"]],
  ["Write", ["file_path"]],
  ["Grep", ["path"]],
  ["Glob", ["path"]],
  ["NotebookEdit", ["notebook_path"]],
  ["WebFetch", ["url"]],
]);

/** The other parameters of Bash. A name before a colon is otherwise the start of a command. */
const BASH_PARAMETERS: readonly string[] = ["run_in_background", "dangerouslyDisableSandbox", "description"];

/** The parameters of the other tools that have their own rules. */
const OTHER_PARAMETERS: readonly string[] = [
  ...BASH_PARAMETERS,
  "timeout",
  ...[
    "offset",
    "limit",
    "pages",
    "replace_all",
    "pattern",
    "glob",
    "type",
    "output_mode",
    "multiline",
    "head_limit",
  ],
  ...["prompt", "cell_id", "cell_type", "edit_mode", "content", "skill", "args"],
];

/** Translates a permission rule of Claude Code into conditions of the permission engine. */
export function translateClaudeRule(text: string, verdict: Verdict, folders: RuleFolders): Translation {
  const rule = readClaudeRule(text);
  if (rule === undefined)
    return translated([], "never-matches", "It is not of the form Tool or Tool(specifier).");
  const { tool, specifier } = rule;
  const proper = RENAMED_TOOLS.find((name) => name !== tool && name.toLowerCase() === tool.toLowerCase());
  if (proper !== undefined) {
    const message = `Names of tools are case-sensitive: write ${proper}.`;
    if (verdict === "allow") return translated([], "never-matches", message);
    return translated(
      translateTool({ ...rule, tool: proper }, verdict, folders).rules,
      "never-matches",
      message,
    );
  }
  if (tool.includes("*") && !tool.startsWith("mcp__") && verdict === "allow") {
    return translated([], "never-matches", "An allow rule may contain a wildcard only after mcp__server__.");
  }
  if (tool === "*" && specifier === undefined) return translated({});
  const ofParameter = verdict === "allow" ? undefined : parameterRule(rule);
  if (ofParameter !== undefined) return ofParameter;
  const translation = translateTool(rule, verdict, folders);
  if (isKnownTool(tool)) return translation;
  return {
    rules: verdict === "allow" ? [] : translation.rules,
    remarks: [["never-matches", `Claude Code has no tool ${tool}.`]],
  };
}

/** Translates a deny or ask rule for the value of a parameter: `Bash(run_in_background:true)`. */
function parameterRule({ tool, specifier = "" }: ClaudeRule): Translation | undefined {
  const [, name, value] = /^\s*([A-Za-z_]\w*)\s*:\s*(\S?)/.exec(specifier) ?? [];
  if (name === undefined) return undefined;
  if (CONTENT_FIELDS.get(tool)?.includes(name) === true)
    return translated([], "never-matches", `Claude Code ignores rules for ${name}: write the value alone.`);
  // `Bash(timeout:*)` is the earlier form of `Bash(timeout *)`.
  const isTime = tool === "Bash" && name === "timeout" && value !== "*";
  if (!isTime && !(tool === "Bash" ? BASH_PARAMETERS : OTHER_PARAMETERS).includes(name)) return undefined;
  const every = translateTool({ tool }, "deny", NO_FOLDERS);
  return translated(every.rules, "stricter", "The rule applies to every call of the tool.");
}

const NO_FOLDERS: RuleFolders = { directory: "/", home: "/", root: "/" };

function translateTool(rule: ClaudeRule, verdict: Verdict, folders: RuleFolders): Translation {
  const { tool, specifier } = rule;
  if (tool.startsWith("mcp__")) return serverTool(rule, verdict);
  if (tool === "Bash" || tool === "PowerShell") return command(rule, verdict);
  const pathTool = PATH_TOOLS.get(tool);
  if (pathTool !== undefined) return paths(rule, pathTool, verdict, folders);
  if (tool === "WebFetch") return hostRule(specifier, verdict);
  if (tool === "Skill" && specifier !== undefined) return skill(specifier, verdict);
  if (verdict === "allow") {
    if (specifier !== undefined)
      return translated([], "stricter", "The specifier cannot be expressed, so the rule allows nothing.");
    const names = NAMED_TOOLS.get(tool);
    if (names === undefined) return translated([], "ignored", "No tool of Collet needs this rule.");
    return translated(names);
  }
  const rules = NAMED_TOOLS.get(tool) ?? [
    { tool: tool.includes("*") ? tool : `${tool}*` },
    ...coveredTools(tool).flatMap((each) => translateTool({ tool: each }, verdict, folders).rules),
  ];
  if (specifier === undefined) return translated(rules);
  return translated(rules, "stricter", "The rule applies to every call of the tool.");
}

/** Returns the tools that a pattern covers and that have other names in other toolsets. */
function coveredTools(pattern: string): readonly string[] {
  if (!pattern.includes("*")) return [];
  const matches = wildcard(pattern);
  return RENAMED_TOOLS.filter(matches);
}

function serverTool({ tool, specifier }: ClaudeRule, verdict: Verdict): Translation {
  if (verdict === "allow") {
    if (specifier !== undefined)
      return translated([], "never-matches", "Rules for tools of servers have no specifier.");
    const [, server = "", name = "*"] = tool.split("__");
    if (server.includes("*") || server === "")
      return translated([], "never-matches", "An allow rule must name its server.");
    return translated({ tool: name === "*" ? `mcp__${server}__*` : tool });
  }
  const whole = tool.split("__").length === 2 && !tool.includes("*") ? `${tool}__*` : tool;
  if (specifier === undefined) return translated({ tool: whole });
  return translated({ tool: whole }, "stricter", "The rule applies to every call of the tool.");
}

function command({ tool, specifier }: ClaudeRule, verdict: Verdict): Translation {
  if (tool === "PowerShell" && verdict === "allow") {
    if (specifier === undefined) return translated({ tool });
    if (!specifier.includes("*")) return translated({ tool, command: specifier });
    return translated([], "stricter", "Commands of PowerShell are not examined, so the rule allows nothing.");
  }
  if (specifier === undefined) {
    return translated(verdict === "allow" ? { kind: "execute", command: "*" } : { kind: "execute" });
  }
  const result = commandOfRule(specifier, verdict);
  if ("never" in result)
    return translated(
      result.command === undefined ? [] : { command: result.command },
      "never-matches",
      result.never,
    );
  if (result.stricter !== undefined)
    return translated({ command: result.command }, "stricter", result.stricter);
  return translated({ command: result.command });
}

function paths(
  { tool, specifier }: ClaudeRule,
  of: "Read" | "Edit",
  verdict: Verdict,
  folders: RuleFolders,
): Translation {
  const allowed: readonly ToolKind[] = of === "Read" ? READING : ["edit"];
  const restricted = of === "Read" ? READING : CHANGING;
  if (specifier === undefined) {
    // Without a path condition an allow would open nothing outside the working folders.
    if (verdict === "allow") return translated(allowed.map((kind) => ({ kind, path: "/**" })));
    return translated(restricted.map((kind) => ({ kind })));
  }
  const misplaced = `Claude Code compares paths only with rules for Read and Edit: write ${of}(${specifier}).`;
  if (tool !== of && verdict === "allow") return translated([], "never-matches", misplaced);
  const path = pathOfRule(specifier, verdict, folders);
  if (path === undefined)
    return translated([], "never-matches", "A pattern that starts with ! or # matches nothing.");
  if (verdict === "allow") return translated(allowed.map((kind) => ({ kind, path })));
  const rules: readonly RuleConditions[] =
    of === "Read" ? [{ path }] : [...CHANGING, "execute" as const].map((kind) => ({ kind, path }));
  if (tool !== of) return translated(rules, "never-matches", misplaced);
  if (of === "Read") return translated(rules);
  return translated(rules, "stricter", "The rule also applies to commands that only read the path.");
}

function skill(specifier: string, verdict: Verdict): Translation {
  if (verdict === "allow")
    return translated([], "ignored", "Skills in the working folders load without a rule.");
  const name = specifier.replace(/(?::| )\*$/, "*").replaceAll("{", "[{]");
  return translated({ path: `**/skills/${name}/SKILL.md` });
}

/** A permission rule of Claude Code: `Tool`, or `Tool(specifier)`. */
interface ClaudeRule {
  readonly tool: string;
  readonly specifier?: string;
}

/** Reads a permission rule; returns `undefined` for one that Claude Code never matches, such as `Bash(ls`. */
function readClaudeRule(text: string): ClaudeRule | undefined {
  const open = text.indexOf("(");
  if (open === -1) return /^[^\s()]+$/.test(text) ? { tool: text } : undefined;
  const tool = text.slice(0, open);
  if (!/^[A-Za-z_][\w*.-]*$/.test(tool) || !text.endsWith(")")) return undefined;
  const specifier = text.slice(open + 1, -1);
  // `Bash()` and `Bash(*)` mean every call of the tool.
  return specifier.trim() === "" || specifier.trim() === "*" ? { tool } : { tool, specifier };
}
