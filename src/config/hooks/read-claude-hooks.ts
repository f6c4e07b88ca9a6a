import type { CallHook } from "../../runtime/index.js";
import type { ClaudeSettings } from "../claude-code/index.js";
import type { ConfigReader } from "../load/index.js";
import { booleanOf, type ConfigValue, entriesOf, itemsOf, member, textOf } from "../parse/index.js";
import { type ConfiguredHook, commandHook, HOOK_EVENTS, type HookApprovals } from "./command-hook.js";
import { hookMatcher } from "./hook-matcher.js";

/** Time limit of a hook without one, in seconds: the default of Claude Code. */
const DEFAULT_TIMEOUT_SECONDS = 60;

/** Longest time limit of a hook, in seconds. */
const MAX_TIMEOUT_SECONDS = 3_600;

/** Most hooks of one load. Each of them is a process for every call that it matches. */
const MAX_HOOKS = 64;

/** Reads the hooks of Claude Code's settings. Nothing is run. */
export function readClaudeHooks(
  settings: readonly ClaudeSettings[],
  reader: ConfigReader,
): readonly CallHook[] {
  const { notices } = reader.options;
  const isOff = (key: string, managed: boolean) =>
    settings.some(
      ({ scope, source, value }) =>
        booleanOf(member(value, key)) === true && (managed ? scope === "managed" : source.trusted),
    );
  const onlyManaged = isOff("allowManagedHooksOnly", true);
  const disabled = isOff("disableAllHooks", false);
  const disabledByManaged = isOff("disableAllHooks", true);
  const approvals: HookApprovals = new Map();
  const hooks: CallHook[] = [];
  for (const each of settings) {
    const { scope, source } = each;
    const configured = member(each.value, "hooks");
    if (configured === undefined) continue;
    const origin = { file: source.file, line: configured.line, text: "hooks" };
    if (!source.trusted) {
      notices.add("untrusted", origin, "The folder is not trusted, so its hooks do not run.");
    } else if (
      disabledByManaged ||
      (disabled && scope !== "managed") ||
      (onlyManaged && scope !== "managed")
    ) {
      notices.add("ignored", origin, "A setting disables these hooks.");
    } else {
      for (const hook of hooksOf(each, configured, reader)) {
        if (hooks.length < MAX_HOOKS) hooks.push(commandHook(hook, approvals));
        else notices.add("ignored", { file: source.file }, `More than ${MAX_HOOKS} hooks are not run.`);
      }
    }
  }
  return hooks;
}

function hooksOf(
  { source }: ClaudeSettings,
  configured: ConfigValue,
  { options: { notices, directory: cwd } }: ConfigReader,
): readonly ConfiguredHook[] {
  const found: ConfiguredHook[] = [];
  for (const [name, groups] of entriesOf(configured)) {
    const event = HOOK_EVENTS.find((each) => each === name);
    if (event === undefined) {
      const origin = { file: source.file, line: groups.line, text: name };
      notices.add("ignored", origin, "Hooks of this event are not supported.");
      continue;
    }
    for (const group of itemsOf(groups)) {
      const matcher = hookMatcher(textOf(member(group, "matcher")) ?? "");
      if (matcher.isWidened) {
        const origin = { file: source.file, line: group.line, text: textOf(member(group, "matcher")) ?? "" };
        notices.add("stricter", origin, "This expression is not evaluated: the hooks run for every tool.");
      }
      for (const entry of itemsOf(member(group, "hooks"))) {
        const command = textOf(member(entry, "command"));
        const type = textOf(member(entry, "type"));
        const origin = { file: source.file, line: entry.line, text: command ?? type ?? "" };
        if (type !== "command" || command === undefined || command.trim() === "") {
          notices.add("ignored", origin, "Only hooks of the type command are supported.");
          continue;
        }
        const shown = `${source.shown}:${entry.line}`;
        found.push({ event, matcher, command, timeoutMs: timeoutOf(entry), shown, cwd });
      }
    }
  }
  return found;
}

function timeoutOf(entry: ConfigValue): number {
  const timeout = member(entry, "timeout");
  const seconds = timeout?.type === "number" && timeout.value > 0 ? timeout.value : DEFAULT_TIMEOUT_SECONDS;
  return Math.min(seconds, MAX_TIMEOUT_SECONDS) * 1000;
}
