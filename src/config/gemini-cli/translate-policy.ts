import type { Verdict } from "../../contract/index.js";
import { booleanOf, type ConfigValue, itemsOf, member, textOf, textsOf } from "../parse/index.js";
import {
  changing,
  everyCommand,
  everyPage,
  type RuleConditions,
  type Translation,
  translated,
  WEB_SEARCH_TOOLS,
} from "../policy/index.js";

/** Names of the shell tool, with those of earlier versions. */
const SHELL_TOOLS: readonly string[] = ["run_shell_command", "ShellTool"];

/** Characters that end the literal start of a regular expression. A quantifier makes the character before it optional. */
const LITERAL_START = /^[\w /:=@%,-]*/;

/** Translates a `[[rule]]` of a policy file; returns `undefined` for one without valid tool names. */
export function translatePolicyRule(rule: ConfigValue, verdict: Verdict): Translation | undefined {
  const names = textsOf(member(rule, "toolName"));
  if (names.length === 0) return undefined;
  const modes = member(rule, "modes");
  if (modes !== undefined && !textsOf(modes).includes("default"))
    return translated([], "ignored", "The rule applies in other modes only.");
  const narrowed = ["subagent", "toolAnnotations", "argsPattern"].filter(
    (key) => member(rule, key) !== undefined,
  );
  if (verdict === "allow" && booleanOf(member(rule, "interactive")) === false)
    return translated([], "stricter", "A rule for sessions without a user allows nothing.");
  if (verdict === "allow" && narrowed.length > 0)
    return translated([], "stricter", `${narrowed[0]} cannot be expressed, so the rule allows nothing.`);
  const translations = names.map((name) => translateTool(name, rule, verdict));
  const rules = translations.flatMap((each) => each.rules);
  const remarks = translations.flatMap(({ remarks: own = [] }) => own);
  if (narrowed.length === 0) return { rules, remarks };
  const message = `${narrowed[0]} cannot be expressed, so the rule applies to every call of the tool.`;
  return { rules, remarks: [...remarks, ["stricter", message]] };
}

function translateTool(name: string, rule: ConfigValue, verdict: Verdict): Translation {
  const server = textOf(member(rule, "mcpName"));
  if (server !== undefined) return translated({ tool: `mcp__${server}__${name}` });
  if (SHELL_TOOLS.includes(name)) return translateCommand(rule, verdict);
  return translateToolName(name, verdict);
}

/** Translates the name of a tool of Gemini CLI. */
export function translateToolName(name: string, verdict: Verdict): Translation {
  switch (name) {
    case "*":
      return translated(verdict === "allow" ? [{ tool: "*" }, everyCommand("allow")] : {});
    case "run_shell_command":
    case "ShellTool":
      return translated(everyCommand(verdict));
    case "read_file":
    case "read_many_files":
      return translated({ kind: "read" });
    case "glob":
    case "grep_search":
    case "search_file_content":
    case "list_directory":
      return translated({ kind: "search" });
    case "replace":
    case "write_file":
    case "edit":
      return translated(changing(verdict));
    case "web_fetch":
      return translated(everyPage(verdict));
    case "google_web_search":
      return translated(WEB_SEARCH_TOOLS);
    default:
      return translated(serverToolNames(name, verdict));
  }
}

/** Names of tools of servers are `mcp_server_tool`, or `server__tool` in earlier versions. */
function serverToolNames(name: string, verdict: Verdict): readonly RuleConditions[] {
  const separator = name.indexOf("__");
  if (separator > 0) return [{ tool: `mcp__${name.slice(0, separator)}__${name.slice(separator + 2)}` }];
  const parts = name.startsWith("mcp_") ? name.slice("mcp_".length).split("_") : [];
  if (name === "mcp_*") return verdict === "allow" ? [] : [{ tool: "mcp__*" }];
  // The name does not show where that of the server ends.
  const found = parts.slice(1).map((_, index) => ({
    tool: `mcp__${parts.slice(0, index + 1).join("_")}__${parts.slice(index + 1).join("_")}`,
  }));
  if (parts.length > 0) return verdict === "allow" && found.length > 1 ? [] : found;
  return verdict === "allow" ? [] : [{ tool: name.includes("*") ? name : `${name}*` }];
}

function translateCommand(rule: ConfigValue, verdict: Verdict): Translation {
  const prefixes = member(rule, "commandPrefix");
  const regex = textOf(member(rule, "commandRegex"));
  if (prefixes !== undefined) {
    const words = textsOf(prefixes).filter((each) => each.trim() !== "");
    if (verdict === "allow" && words.some((each) => /[*"'\\]/.test(each)))
      return translated(
        [],
        "stricter",
        "A prefix with quotes or wildcards cannot be expressed, so the rule allows nothing.",
      );
    return translated(words.map((each) => ({ command: `${each.trim().replace(/["'\\]+/g, "*")} *` })));
  }
  if (regex === undefined) return translated(everyCommand(verdict));
  if (verdict === "allow")
    return translated(
      [],
      "stricter",
      "A regular expression cannot be expressed, so the rule allows nothing.",
    );
  // An alternative anywhere may start differently.
  const start = regex.includes("|") ? "" : (LITERAL_START.exec(regex)?.[0] ?? "");
  const isWhole = start.length === regex.length;
  const certain = isWhole || start === "" ? start : start.slice(0, -1);
  const message =
    "A regular expression cannot be expressed, so the rule applies to every command with its literal start.";
  return translated({ command: `${certain}*` }, "stricter", message);
}

/** Returns the verdict of a decision. */
export function verdictOf(decision: string | undefined): Verdict | undefined {
  if (decision === "allow" || decision === "deny") return decision;
  return decision === "ask_user" ? "ask" : undefined;
}

/** Returns the rules of a policy file, with those that its safety checkers stand for: a question about the tool. */
export function rulesOfPolicy(
  value: ConfigValue,
): readonly { readonly rule: ConfigValue; readonly isChecker: boolean }[] {
  return [
    ...itemsOf(member(value, "rule")).map((rule) => ({ rule, isChecker: false })),
    ...itemsOf(member(value, "safety_checker")).map((rule) => ({ rule, isChecker: true })),
  ];
}
