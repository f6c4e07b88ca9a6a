import type { ConfigReader } from "../load/index.js";
import { type ConfigValue, entriesOf, itemsOf, member, textOf } from "../parse/index.js";
import type { ConfigSource } from "../policy/index.js";
import type { ConfiguredHook } from "./configured-hook.js";
import type { HookDialect } from "./hook-dialect.js";
import type { HookEventName } from "./hook-event.js";
import { EVERY, hookMatcher } from "./matching/index.js";
import { readHandler } from "./read-handler.js";

/** Most hooks of one program. Each of them is a process for every call that it matches. */
const MAX_HOOKS = 64;

/** Keys beside the events that are not events. */
const SETTINGS: ReadonlySet<string> = new Set([
  "enabled",
  "disabled",
  "notifications",
  "state",
  "managed_dir",
  "windows_managed_dir",
]);

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
  let isFull = false;
  for (const { source, configured, disabled = [] } of sources) {
    if (!source.trusted) {
      const origin = { file: source.file, line: configured.line, text: "hooks" };
      notices.add("untrusted", origin, "The folder is not trusted, so its hooks do not run.");
      continue;
    }
    for (const hook of hooksOf({ source, configured, disabled }, dialect, reader)) {
      if (hooks.length < MAX_HOOKS) hooks.push(hook);
      else {
        const message = `More than ${MAX_HOOKS} hooks are not run.`;
        notices.add("stricter", { file: source.file }, message);
        // One question for all of them: the calls that any of them may concern ask.
        if (!isFull) hooks.push({ ...hook, event: "PreToolUse", matcher: EVERY, unsupported: message });
        isFull = true;
      }
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
  const malformed = (value: ConfigValue, event: HookEventName, eventName: string) => {
    const message = "The hooks of this event cannot be read.";
    notices.add("invalid", { file: source.file, line: value.line, text: eventName }, message);
    const shown = `${source.shown}:${value.line}`;
    const base = { dialect, event, eventName, matcher: EVERY, command: "", timeoutMs: 0, shown, cwd };
    found.push({ ...base, unsupported: message });
  };
  if (configured.type !== "record") {
    const origin = { file: source.file, line: configured.line, text: "hooks" };
    notices.add("invalid", origin, "The hooks are not an object by events.");
  }
  for (const [eventName, groups] of entriesOf(configured)) {
    if (SETTINGS.has(eventName)) continue;
    const event = dialect.events.get(eventName);
    if (event === undefined) {
      const origin = { file: source.file, line: groups.line, text: eventName };
      notices.add("ignored", origin, "Hooks of this event are not supported.");
      continue;
    }
    if (groups.type !== "list") malformed(groups, event, eventName);
    for (const group of itemsOf(groups)) {
      const entries = member(group, "hooks");
      if (entries?.type !== "list") {
        malformed(group, event, eventName);
        continue;
      }
      const pattern = textOf(member(group, "matcher")) ?? "";
      const matcher = UNMATCHED.has(event) ? EVERY : hookMatcher(pattern, dialect.owner);
      if (matcher.isWidened) {
        const origin = { file: source.file, line: group.line, text: pattern };
        notices.add(
          "stricter",
          origin,
          "This expression is not evaluated: the hooks run for every tool, and approve nothing.",
        );
      }
      for (const entry of entries.items) {
        const { remarks, isOmitted, ...handler } = readHandler(entry, event, dialect, cwd);
        const origin = { file: source.file, line: entry.line, text: handler.command };
        const name = textOf(member(entry, "name"));
        if (disabled.includes(handler.command) || (name !== undefined && disabled.includes(name))) continue;
        for (const [kind, message] of remarks) notices.add(kind, origin, message);
        if (isOmitted) continue;
        const shown = `${source.shown}:${entry.line}`;
        found.push({ dialect, event, eventName, matcher, shown, cwd, ...handler });
      }
    }
  }
  return found;
}
