import type { ConfigReader } from "../load/index.js";
import { type ConfigValue, entriesOf, itemsOf, member, textOf } from "../parse/index.js";
import type { ConfigSource } from "../policy/index.js";
import type { ConfiguredHook } from "./configured-hook.js";
import type { HookDialect } from "./hook-dialect.js";
import type { HookEventName } from "./hook-event.js";
import { EVERY, hookMatcher } from "./hook-matcher.js";

/** Longest time limit of a hook, in milliseconds. */
const MAX_TIMEOUT_MS = 3_600_000;

/** Most hooks of one program. Each of them is a process for every call that it matches. */
const MAX_HOOKS = 64;

/** Keys beside the events that are not events. */
const SETTINGS: ReadonlySet<string> = new Set(["enabled", "disabled", "notifications", "state"]);

/** Events whose matcher has no effect. */
const UNMATCHED: ReadonlySet<HookEventName> = new Set(["UserPromptSubmit", "Stop"]);

/** The hooks of one file, by events. */
export interface HookSource {
  readonly source: ConfigSource;
  readonly configured: ConfigValue;
  /** Names and commands of hooks that do not run. */
  readonly disabled?: readonly string[];
}

/** Reads the hooks of the files of one program. Nothing is run. */
export function readHooks(
  sources: readonly HookSource[],
  dialect: HookDialect,
  reader: ConfigReader,
): readonly ConfiguredHook[] {
  const { notices } = reader.options;
  const hooks: ConfiguredHook[] = [];
  for (const { source, configured, disabled = [] } of sources) {
    if (!source.trusted) {
      const origin = { file: source.file, line: configured.line, text: "hooks" };
      notices.add("untrusted", origin, "The folder is not trusted, so its hooks do not run.");
      continue;
    }
    for (const hook of hooksOf({ source, configured, disabled }, dialect, reader)) {
      if (hooks.length < MAX_HOOKS) hooks.push(hook);
      else notices.add("ignored", { file: source.file }, `More than ${MAX_HOOKS} hooks are not run.`);
    }
  }
  return hooks;
}

function hooksOf(
  { source, configured, disabled = [] }: HookSource,
  dialect: HookDialect,
  { options: { notices, directory: cwd } }: ConfigReader,
): readonly ConfiguredHook[] {
  const found: ConfiguredHook[] = [];
  for (const [eventName, groups] of entriesOf(configured)) {
    if (SETTINGS.has(eventName)) continue;
    const event = dialect.events.get(eventName);
    if (event === undefined) {
      const origin = { file: source.file, line: groups.line, text: eventName };
      notices.add("ignored", origin, "Hooks of this event are not supported.");
      continue;
    }
    for (const group of itemsOf(groups)) {
      const pattern = textOf(member(group, "matcher")) ?? "";
      const matcher = UNMATCHED.has(event) ? EVERY : hookMatcher(pattern);
      if (matcher.isWidened) {
        const origin = { file: source.file, line: group.line, text: pattern };
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
        const name = textOf(member(entry, "name"));
        if (disabled.includes(command) || (name !== undefined && disabled.includes(name))) continue;
        const shown = `${source.shown}:${entry.line}`;
        const timeoutMs = timeoutOf(entry, dialect);
        found.push({ dialect, event, eventName, matcher, command, timeoutMs, shown, cwd });
      }
    }
  }
  return found;
}

function timeoutOf(entry: ConfigValue, { timeoutUnitMs, defaultTimeoutMs }: HookDialect): number {
  const timeout = member(entry, "timeout");
  const isSet = timeout?.type === "number" && timeout.value > 0;
  return Math.min(isSet ? timeout.value * timeoutUnitMs : defaultTimeoutMs, MAX_TIMEOUT_MS);
}
