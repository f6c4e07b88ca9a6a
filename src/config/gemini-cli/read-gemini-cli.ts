import type { Verdict } from "../../contract/index.js";
import { createYield } from "../../values/index.js";
import type { ConfigReader, ConfigScope, OwnerConfig } from "../load/index.js";
import { itemsOf, member, parseToml, textOf } from "../parse/index.js";
import { type ConfigSource, OwnerRules, type Translation, translated } from "../policy/index.js";
import { type GeminiSettings, readGeminiSettings } from "./gemini-settings.js";
import { rulesOfPolicy, translatePolicyRule, translateToolName, verdictOf } from "./translate-policy.js";

/** A rule with its priority: the tier of its file, and the priority that the file states. */
interface RankedRule {
  readonly priority: number;
  readonly verdict: Verdict;
  readonly translation: Translation;
  readonly source: ConfigSource;
  readonly line: number;
  readonly text: string;
  readonly reason?: string | undefined;
}

/** The tiers of Gemini CLI 0.61. */
const TIERS = { project: 3, user: 4, managed: 5 } as const satisfies Record<ConfigScope, number>;

/** Priorities of the lists of servers and tools in the settings of Gemini CLI 0.61. */
const EXCLUDED_SERVER_PRIORITY = 4.9;
const EXCLUDED_PRIORITY = 4.4;
const CONFIRMED_PRIORITY = 4.35;
const ALLOWED_PRIORITY = 4.3;

/** Reads the policies of Gemini CLI, and the lists of tools in its settings. */
export async function readGeminiPermissions(reader: ConfigReader): Promise<OwnerConfig> {
  const { directory, home, systemRoot, files, notices } = reader.options;
  const folders: readonly (readonly [string, ConfigScope])[] = [
    [`${systemRoot.replace(/\/$/, "")}/etc/gemini-cli`, "managed"],
    [`${home}/.gemini`, "user"],
    ...(directory === home ? [] : [[`${directory}/.gemini`, "project"] as const]),
  ];
  const ranked: RankedRule[] = [];
  for (const [folder, scope] of folders) {
    for (const { name } of await files.list(`${folder}/policies`)) {
      if (!name.endsWith(".toml")) continue;
      const source = reader.source(`${folder}/policies/${name}`, scope);
      ranked.push(...(await policyRules(source, TIERS[scope], reader)));
    }
  }
  for (const settings of await readGeminiSettings(reader)) ranked.push(...settingsRules(settings, reader));
  const rules = new OwnerRules("gemini-cli", "last-match", notices);
  // The first rule of the highest priority decides; here the last one does.
  const ordered = ranked.map((rule, index) => ({ rule, index }));
  ordered.sort((one, other) => one.rule.priority - other.rule.priority || other.index - one.index);
  const [first] = ranked;
  if (first !== undefined) {
    // Gemini CLI asks about every command by default.
    rules.add("ask", translated({ command: "*" }), {
      source: first.source,
      line: 1,
      text: "default of Gemini CLI",
    });
  }
  const pause = createYield();
  for (const { rule } of ordered) {
    await pause();
    rules.add(rule.verdict, rule.translation, rule);
  }
  return { rules, asksAboutRedirections: ranked.length > 0 };
}

async function policyRules(
  source: ConfigSource,
  tier: number,
  reader: ConfigReader,
): Promise<readonly RankedRule[]> {
  const value = await reader.value(source, parseToml);
  if (value === undefined) return [];
  const found: RankedRule[] = [];
  const pause = createYield();
  for (const { rule, isChecker } of rulesOfPolicy(value)) {
    await pause();
    const verdict = isChecker ? "ask" : verdictOf(textOf(member(rule, "decision")));
    const set = member(rule, "priority");
    const priority = set?.type === "number" ? set.value : isChecker ? 0 : undefined;
    const translation = verdict === undefined ? undefined : translatePolicyRule(rule, verdict);
    if (
      verdict === undefined ||
      translation === undefined ||
      priority === undefined ||
      !(priority >= 0 && priority <= 999)
    ) {
      reader.lose(source, "A rule has no valid toolName, decision and priority.", rule.line);
      continue;
    }
    const name = isChecker
      ? "safety_checker"
      : (textOf(member(rule, "commandPrefix")) ?? textOf(member(rule, "toolName")) ?? "rule");
    found.push({
      // A checker applies whatever rule decides.
      priority: isChecker ? Number.MAX_SAFE_INTEGER : tier + priority / 1000,
      verdict,
      translation,
      source,
      line: rule.line,
      text: `${name} ${verdict}`,
      reason: textOf(member(rule, "denyMessage")) ?? textOf(member(rule, "deny_message")),
    });
  }
  return found;
}

function settingsRules({ source, value }: GeminiSettings, reader: ConfigReader): readonly RankedRule[] {
  const tools = member(value, "tools");
  const lists = [
    {
      list: member(tools, "exclude") ?? member(value, "excludeTools"),
      verdict: "deny",
      priority: EXCLUDED_PRIORITY,
    },
    { list: member(tools, "confirmationRequired"), verdict: "ask", priority: CONFIRMED_PRIORITY },
    {
      list: member(tools, "allowed") ?? member(value, "allowedTools"),
      verdict: "allow",
      priority: ALLOWED_PRIORITY,
    },
  ] as const;
  const core = member(tools, "core") ?? member(value, "coreTools");
  if (core !== undefined) {
    const origin = { file: source.file, line: core.line, text: "tools.core" };
    reader.options.notices.add(
      "stricter",
      origin,
      "A list of the only tools cannot be expressed: every call asks.",
    );
  }
  const asking: readonly RankedRule[] =
    core === undefined
      ? []
      : [
          {
            priority: Number.MAX_SAFE_INTEGER,
            verdict: "ask",
            translation: translated({}),
            source,
            line: core.line,
            text: "tools.core",
          },
        ];
  const listed = lists.flatMap(({ list, verdict, priority }) =>
    itemsOf(list).flatMap((item): readonly RankedRule[] => {
      if (item.type !== "text") return [];
      const open = item.value.endsWith(")") ? item.value.indexOf("(") : -1;
      const tool = open === -1 ? item.value : item.value.slice(0, open);
      const prefix = open === -1 ? undefined : item.value.slice(open + 1, -1);
      const command = prefix === undefined ? undefined : `${prefix.replace(/["'\\]+/g, "*")} *`;
      const isUnsafe = verdict === "allow" && prefix !== undefined && /[*"'\\]/.test(prefix);
      const isShell = tool === "run_shell_command" || tool === "ShellTool";
      const translation = isUnsafe
        ? translated([], "stricter", "The prefix cannot be expressed, so the entry allows nothing.")
        : command !== undefined && isShell
          ? translated({ command })
          : command !== undefined && verdict === "allow"
            ? translated([], "stricter", "The arguments cannot be expressed, so the entry allows nothing.")
            : translateToolName(tool, verdict);
      return [{ priority, verdict, translation, source, line: item.line, text: item.value }];
    }),
  );
  return [...asking, ...listed, ...excludedServers({ source, value })];
}

/** Rules against the tools of the servers of `mcp.excluded`, which the host may connect by another way. */
function excludedServers({ source, value }: Pick<GeminiSettings, "source" | "value">): readonly RankedRule[] {
  return itemsOf(member(member(value, "mcp"), "excluded")).flatMap((item) =>
    item.type !== "text"
      ? []
      : [
          {
            priority: EXCLUDED_SERVER_PRIORITY,
            verdict: "deny",
            translation: translated({ tool: item.value === "*" ? "mcp__*" : `mcp__${item.value}__*` }),
            source,
            line: item.line,
            text: `mcp.excluded ${item.value}`,
          },
        ],
  );
}
