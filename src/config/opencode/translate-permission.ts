import type { Verdict } from "../../contract/index.js";
import {
  changing,
  everyCommand,
  everyPage,
  literalPath,
  type RuleConditions,
  SUBAGENT_TOOLS,
  type Translation,
  translated,
  WEB_SEARCH_TOOLS,
} from "../policy/index.js";

/** Most wildcards of a path pattern that are expanded; every one doubles the rules. */
const MAX_WILDCARDS = 3;

/** Permissions that no tool of Collet uses. */
const UNUSED: readonly string[] = [
  "todowrite",
  "todoread",
  "doom_loop",
  "question",
  "lsp",
  "plan_enter",
  "plan_exit",
];

/** Translates one entry of OpenCode's `permission`: `{ bash: { "git *": "allow" } }`. The pattern `*` covers everything. */
export function translatePermission(
  permission: string,
  pattern: string,
  verdict: Verdict,
  folders: { readonly directory: string; readonly home: string },
): Translation {
  const isWhole = pattern === "*";
  switch (permission) {
    case "*":
      if (!isWhole)
        return translated(verdict === "allow" ? [] : {}, "stricter", "The pattern cannot be expressed.");
      return translated(verdict === "allow" ? [{ tool: "*" }, everyCommand("allow")] : {});
    case "bash":
      return isWhole ? translated(commands(verdict)) : command(pattern, verdict);
    case "edit":
      if (isWhole) return translated(changing(verdict));
      return paths(pattern, verdict, folders, (path) => changing(verdict, { path }));
    case "read":
      if (isWhole) return translated({ kind: "read" });
      return paths(pattern, verdict, folders, (path) =>
        verdict === "allow" ? [{ kind: "read", path }] : [{ path }],
      );
    case "glob":
    case "grep":
    case "list":
      if (isWhole) return translated({ kind: "search" });
      if (verdict === "allow")
        return translated([], "stricter", "The pattern cannot be expressed, so it allows nothing.");
      return translated(
        { kind: "search" },
        "stricter",
        "The pattern cannot be expressed: the rule applies to every search.",
      );
    case "webfetch":
      return isWhole ? translated(everyPage(verdict)) : page(pattern, verdict);
    case "websearch":
    case "codesearch":
      return translated(verdict === "allow" && !isWhole ? [] : WEB_SEARCH_TOOLS);
    case "task":
      if (isWhole) return translated(SUBAGENT_TOOLS);
      if (verdict === "allow")
        return translated([], "stricter", "Names of subagents cannot be expressed, so it allows nothing.");
      return translated(
        SUBAGENT_TOOLS,
        "stricter",
        "Names of subagents cannot be expressed: the rule applies to all.",
      );
    case "skill":
      if (verdict === "allow")
        return translated([], "ignored", "Skills in the working folders load without a rule.");
      return translated({ path: `**/${isWhole ? "*" : pattern.replaceAll("{", "[{]")}/SKILL.md` });
    case "external_directory":
      return outside(pattern, verdict, folders);
    default:
      if (UNUSED.includes(permission))
        return translated([], "ignored", "No tool of Collet needs this permission.");
      return serverTool(permission, { isWhole, verdict });
  }
}

/** A rule without a tool condition is a default that other programs' rules can override. */
function commands(verdict: Verdict): RuleConditions {
  return verdict === "allow" ? everyCommand(verdict) : { command: "*" };
}

/** `?` means any character; only `*` can be expressed. */
function command(pattern: string, verdict: Verdict): Translation {
  if (!pattern.includes("?")) return translated({ command: pattern });
  if (verdict === "allow")
    return translated([], "stricter", "? cannot be expressed, so the rule allows nothing.");
  return translated({ command: pattern.replaceAll("?", "*") }, "stricter", "? also matches any text.");
}

/** In OpenCode `*` also matches slashes. */
function paths(
  pattern: string,
  verdict: Verdict,
  { directory, home }: { readonly directory: string; readonly home: string },
  conditions: (path: string) => readonly RuleConditions[],
): Translation {
  const whole = pattern.startsWith("/")
    ? pattern
    : /^(?:~|\$HOME)\//.test(pattern)
      ? `${literalPath(home)}/${pattern.slice(pattern.indexOf("/") + 1)}`
      : `${literalPath(directory)}/${pattern}`;
  const pieces = whole.replaceAll("{", "[{]").split("*");
  const isMany = pieces.length - 1 > MAX_WILDCARDS;
  if (isMany && verdict === "allow")
    return translated([], "stricter", "It has too many wildcards, so it allows nothing.");
  if (isMany) {
    const first = pieces[0] ?? "";
    const start = first.slice(0, first.lastIndexOf("/") + 1);
    return translated(
      conditions(`${start}**`),
      "stricter",
      "It has too many wildcards: the rule applies to the whole folder.",
    );
  }
  let expanded: readonly string[] = [pieces[0] ?? ""];
  for (const piece of pieces.slice(1)) {
    expanded = expanded.flatMap((start) => [
      `${start}*${piece}`,
      `${start}${start.endsWith("/") ? "" : "*/"}**/*${piece}`,
    ]);
  }
  return translated(expanded.flatMap(conditions));
}

function page(pattern: string, verdict: Verdict): Translation {
  const scheme = /^(?:https?|\*):\/\//.exec(pattern)?.[0] ?? "";
  const host = /^[\w.*-]+/.exec(pattern.slice(scheme.length))?.[0];
  if (host === undefined)
    return translated(
      verdict === "allow" ? [] : everyPage(verdict),
      "stricter",
      "The pattern cannot be expressed.",
    );
  const rest = pattern.slice(scheme.length + host.length);
  const isWholeHost = rest === "/*" || (rest === "" && !host.endsWith("*"));
  if (verdict === "allow") {
    if (isWholeHost && !/^\*(?!\.)/.test(host)) return translated({ kind: "fetch", host });
    return translated([], "stricter", "Only whole hosts can be expressed, so it allows nothing.");
  }
  return isWholeHost
    ? translated({ host })
    : translated({ host }, "stricter", "The rule applies to the whole host.");
}

function outside(
  pattern: string,
  verdict: Verdict,
  folders: { readonly directory: string; readonly home: string },
): Translation {
  if (pattern !== "*") return paths(pattern, verdict, folders, (path) => [{ path }]);
  if (verdict === "ask") return translated([]);
  if (verdict === "allow") return translated([], "stricter", "Paths outside the working folders still ask.");
  // The reader adds rules that open the project again.
  return translated({ path: "/**" });
}

/** Tools of servers are named `server_tool`, which does not show where the name of the server ends. */
function serverTool(
  name: string,
  { isWhole, verdict }: { readonly isWhole: boolean; readonly verdict: Verdict },
): Translation {
  const parts = name.split("_");
  const found = parts.slice(1).map((_, index) => ({
    tool: `mcp__${parts.slice(0, index + 1).join("_")}__${parts.slice(index + 1).join("_")}`,
  }));
  if (verdict !== "allow") return translated([...found, { tool: name.includes("*") ? name : `${name}*` }]);
  if (found.length === 1 && isWhole && !(parts[0] ?? "").includes("*")) return translated(found);
  return translated([], "stricter", "The name of the server is not certain, so it allows nothing.");
}
