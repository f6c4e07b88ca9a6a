import type { Verdict } from "../../contract/index.js";
import { createYield } from "../../values/index.js";
import type { ConfigReader, OwnerConfig } from "../load/index.js";
import { booleanOf, type ConfigValue, entriesOf, itemsOf, member, textOf, textsOf } from "../parse/index.js";
import {
  changing,
  everyCommand,
  everyPage,
  OwnerRules,
  SUBAGENT_TOOLS,
  type Translation,
  translated,
  WEB_SEARCH_TOOLS,
} from "../policy/index.js";
import { readAmpFiles } from "./amp-files.js";

const VERDICTS: ReadonlyMap<string | undefined, Verdict> = new Map<string | undefined, Verdict>([
  ["allow", "allow"],
  ["ask", "ask"],
  ["reject", "deny"],
  ["delegate", "ask"],
]);

/** Reads the permissions of Amp. In a file the first entry that matches decides; files of the workspace come first. */
export async function readAmpPermissions(reader: ConfigReader): Promise<OwnerConfig> {
  const { notices } = reader.options;
  const found = await readAmpFiles(reader);
  const rules = new OwnerRules("amp", "last-match", notices);
  const pause = createYield();
  for (const { source, value } of [...found].reverse()) {
    const everything = member(value, "amp.dangerouslyAllowAll");
    if (booleanOf(everything) === true) {
      const position = { source, line: everything?.line ?? 1, text: "amp.dangerouslyAllowAll" };
      rules.add("allow", translated([{ tool: "*" }, everyCommand("allow"), ...changing("allow")]), position);
    }
    const list = member(value, "amp.permissions");
    if (list !== undefined && list.type !== "list")
      reader.lose(source, "amp.permissions is not a list.", list.line);
    for (const entry of [...itemsOf(list)].reverse()) {
      await pause();
      const tool = textOf(member(entry, "tool"));
      const action = textOf(member(entry, "action"));
      const verdict = VERDICTS.get(action);
      if (tool === undefined || verdict === undefined) {
        reader.lose(source, "An entry of amp.permissions has no valid tool and action.", entry.line);
        continue;
      }
      const position = {
        source,
        line: entry.line,
        text: `${tool} ${action}`,
        reason: textOf(member(entry, "message")),
      };
      rules.add(
        verdict,
        translateEntry(entry, tool, verdict, { isDelegated: action === "delegate" }),
        position,
      );
    }
  }
  for (const { source, value } of found) {
    const disabled = member(value, "amp.tools.disable");
    for (const item of itemsOf(disabled)) {
      const name = textOf(item)?.replace(/^builtin:/, "");
      if (name === undefined) continue;
      rules.add("deny", translateTool(name, "deny"), {
        source,
        line: item.line,
        text: `amp.tools.disable ${name}`,
      });
    }
  }
  return { rules };
}

function translateEntry(
  entry: ConfigValue,
  tool: string,
  verdict: Verdict,
  { isDelegated }: { readonly isDelegated: boolean },
): Translation {
  const context = textOf(member(entry, "context"));
  if (verdict === "allow" && context === "subagent")
    return translated(
      [],
      "stricter",
      "A rule for subagents alone cannot be expressed, so it allows nothing.",
    );
  const whole = translateMatches(entry, tool, verdict);
  if (!isDelegated) return whole;
  return { rules: whole.rules, remarks: [["stricter", "No program is asked: the user is."]] };
}

function translateMatches(entry: ConfigValue, tool: string, verdict: Verdict): Translation {
  const matches = member(entry, "matches");
  if (matches === undefined) return translateTool(tool, verdict);
  const [first, ...others] = entriesOf(matches);
  const patterns = textsOf(first?.[1]);
  const isExpressible =
    tool === "Bash" &&
    first?.[0] === "cmd" &&
    others.length === 0 &&
    patterns.length > 0 &&
    patterns.every((each) => !/[?[\]{}\\]/.test(each) && !each.startsWith("/"));
  if (isExpressible) return translated(patterns.map((command) => ({ command })));
  if (verdict === "allow")
    return translated([], "stricter", "The condition cannot be expressed, so the entry allows nothing.");
  const { rules } = translateTool(tool, verdict);
  return translated(
    rules,
    "stricter",
    "The condition cannot be expressed: the entry applies to every call of the tool.",
  );
}

function translateTool(tool: string, verdict: Verdict): Translation {
  switch (tool) {
    case "*":
      return translated(verdict === "allow" ? [{ tool: "*" }, everyCommand("allow")] : {});
    case "Bash":
      return translated(verdict === "allow" ? everyCommand(verdict) : { command: "*" });
    case "edit_file":
    case "create_file":
    case "apply_patch":
      return translated(changing(verdict));
    case "Read":
      return translated({ kind: "read" });
    case "Grep":
    case "glob":
      return translated({ kind: "search" });
    case "read_web_page":
      return translated(everyPage(verdict));
    case "web_search":
      return translated(WEB_SEARCH_TOOLS);
    case "Task":
      return translated(SUBAGENT_TOOLS);
    default:
      if (verdict !== "allow")
        return translated({ tool: tool.includes("*") || tool.startsWith("mcp__") ? tool : `${tool}*` });
      if (tool.startsWith("mcp__") && !/^mcp__[^*]*\*(?!$)/.test(tool)) return translated({ tool });
      return translated([], "stricter", "The name cannot be expressed, so the entry allows nothing.");
  }
}
