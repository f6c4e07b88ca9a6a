import type { Verdict } from "../../contract/index.js";
import { createYield } from "../../values/index.js";
import type { ConfigMode, ConfigReader, ConfigSandbox, OwnerConfig } from "../load/index.js";
import { booleanOf, type ConfigValue, itemsOf, member, textOf } from "../parse/index.js";
import { OwnerRules, type RulePosition, translated } from "../policy/index.js";
import type { NoticeList } from "../report/index.js";
import { addSandboxPaths } from "./sandbox-paths.js";
import type { ClaudeSettings } from "./settings-files.js";
import { translateClaudeRule } from "./translate-rule.js";

/** The modes of Claude Code. */
const MODES: Readonly<Record<string, ConfigMode>> = {
  default: "default",
  manual: "default",
  acceptEdits: "accept-edits",
  plan: "read-only",
  dontAsk: "deny-questions",
  bypassPermissions: "allow-all",
};

/** Remarks about modes that apply more strictly here. */
const MODE_REMARKS: Readonly<Partial<Record<ConfigMode, string>>> = {
  "accept-edits": "Commands that change files, such as mkdir and cp, still ask.",
  "read-only": "Commands are denied, even those that only read.",
  "allow-all": "The commands rm and rmdir always ask.",
};

const VERDICTS: readonly Verdict[] = ["deny", "ask", "allow"];

/** Reads the permissions of Claude Code's settings: rules, mode, additional folders and sandbox. */
export async function readClaudePermissions(
  settings: readonly ClaudeSettings[],
  reader: ConfigReader,
): Promise<OwnerConfig> {
  const { directory, home, notices } = reader.options;
  const rules = new OwnerRules("claude-code", "strictest", notices);
  const onlyManaged = settings.some(
    ({ scope, value }) =>
      scope === "managed" && booleanOf(member(value, "allowManagedPermissionRulesOnly")) === true,
  );
  const roots: string[] = [];
  const pause = createYield();
  for (const { scope, source, value, root } of settings) {
    const permissions = member(value, "permissions");
    if (permissions !== undefined && permissions.type !== "record") {
      reader.lose(source, "permissions is not an object.", permissions.line);
      continue;
    }
    for (const verdict of VERDICTS) {
      const list = member(permissions, verdict);
      if (list !== undefined && list.type !== "list" && verdict !== "allow") {
        reader.lose(source, `permissions.${verdict} is not a list.`, list.line);
      }
      for (const item of itemsOf(list)) {
        await pause();
        const origin = { file: source.file, line: item.line };
        if (item.type !== "text") {
          notices.add("invalid", origin, `An entry of permissions.${verdict} is not a string.`);
        } else if (verdict === "allow" && onlyManaged && scope !== "managed") {
          notices.add(
            "ignored",
            { ...origin, text: item.value },
            "Only managed settings may allow something.",
          );
        } else {
          const translation = translateClaudeRule(item.value, verdict, { directory, home, root });
          const position = { source, line: item.line, text: item.value };
          rules.add(verdict, translation, position);
          if (verdict === "allow" && source.trusted) addUncovered(item.value, rules, position);
        }
      }
    }
    for (const item of itemsOf(member(permissions, "additionalDirectories"))) {
      if (item.type !== "text") continue;
      const origin = { file: source.file, line: item.line, text: item.value };
      if (!source.trusted)
        notices.add("untrusted", origin, "The folder is not trusted, so it adds no working folders.");
      else roots.push(await absoluteFolder(item.value, reader));
    }
  }
  const mode = modeOf(settings, notices);
  const sandbox = sandboxOf(settings, notices);
  if (sandbox !== undefined) addSandboxPaths(settings, rules, reader);
  return { rules, roots, mode, sandbox };
}

/** Adds an ask about `find -delete`, which a rule with a wildcard does not cover in Claude Code. */
function addUncovered(text: string, rules: OwnerRules, position: RulePosition): void {
  const specifier = /^Bash\((.*)\)$/s.exec(text)?.[1]?.trim() ?? "";
  const start = specifier.replace(/:\*$/, " *").split("*")[0] as string;
  if (
    !specifier.includes("*") ||
    specifier === "*" ||
    !("find ".startsWith(start) || start.startsWith("find "))
  )
    return;
  const commands = ["find -delete *", "find * -delete *"].map((command) => ({ command }));
  const reason = "A rule with a wildcard does not cover find with -delete.";
  rules.add("ask", translated(commands), { ...position, reason });
}

async function absoluteFolder(folder: string, { options }: ConfigReader): Promise<string> {
  const { directory, home, files } = options;
  const path = folder.startsWith("/")
    ? folder
    : folder === "~" || folder.startsWith("~/")
      ? `${home}${folder.slice(1)}`
      : `${directory}/${folder}`;
  return (await files.realPath(path)) ?? path;
}

/** Returns the mode of the strongest settings that name one. Files of a project cannot choose the modes without questions. */
function modeOf(settings: readonly ClaudeSettings[], notices: NoticeList): ConfigMode | undefined {
  const noBypass = settings.some(
    ({ value }) =>
      textOf(member(member(value, "permissions"), "disableBypassPermissionsMode")) === "disable" ||
      textOf(member(value, "disableBypassPermissionsMode")) === "disable",
  );
  for (const { scope, source, value } of settings) {
    const set = member(member(value, "permissions"), "defaultMode");
    const text = textOf(set);
    if (set === undefined || text === undefined) continue;
    const origin = { file: source.file, line: set.line, text };
    const mode = Object.hasOwn(MODES, text) ? MODES[text] : undefined;
    if (mode === undefined) {
      notices.add("stricter", origin, "This mode cannot be expressed: the default mode applies.");
      return "default";
    }
    if (!source.trusted && mode !== "read-only" && mode !== "deny-questions") {
      if (mode !== "default")
        notices.add("untrusted", origin, "The folder is not trusted, so its mode does not count.");
      continue;
    }
    if (mode === "allow-all" && (scope === "project" || noBypass)) {
      notices.add(
        "ignored",
        origin,
        noBypass ? "A setting disables this mode." : "Files of a project cannot choose this mode.",
      );
      continue;
    }
    const remark = MODE_REMARKS[mode];
    if (remark !== undefined) notices.add("stricter", origin, remark);
    return mode;
  }
  return undefined;
}

/** Returns the sandbox of the strongest settings that enable or disable it. */
function sandboxOf(settings: readonly ClaudeSettings[], notices: NoticeList): ConfigSandbox | undefined {
  const first = (key: string): { value: ConfigValue; settings: ClaudeSettings } | undefined => {
    for (const each of settings) {
      const value = member(member(each.value, "sandbox"), key);
      // A folder that is not trusted may only add restrictions.
      if (
        value !== undefined &&
        (each.source.trusted || (key !== "autoAllowBashIfSandboxed" && booleanOf(value) === true))
      )
        return { value, settings: each };
    }
    return undefined;
  };
  const enabled = first("enabled");
  if (enabled === undefined || booleanOf(enabled.value) !== true) return undefined;
  const network = first("network");
  if (network !== undefined) {
    const origin = { file: network.settings.source.file, line: network.value.line, text: "sandbox.network" };
    notices.add("stricter", origin, "Commands in the sandbox have no network, even for the listed domains.");
  }
  const excluded = first("excludedCommands");
  if (excluded !== undefined) {
    const origin = {
      file: excluded.settings.source.file,
      line: excluded.value.line,
      text: "sandbox.excludedCommands",
    };
    notices.add("stricter", origin, "These commands also run in the sandbox.");
  }
  const require = booleanOf(first("failIfUnavailable")?.value) === true;
  const autoAllow = booleanOf(first("autoAllowBashIfSandboxed")?.value) !== false;
  if (autoAllow && !require) {
    const origin = { file: enabled.settings.source.file, line: enabled.value.line, text: "sandbox.enabled" };
    notices.add(
      "stricter",
      origin,
      "Commands in the sandbox still ask: set failIfUnavailable, so that they never run without it.",
    );
  }
  return { mode: require ? "require" : "prefer", network: "off", autoAllow: autoAllow && require };
}
