import type { ClaudeSettings } from "../claude-code/index.js";
import type { ConfigReader } from "../load/index.js";
import { booleanOf, entriesOf, member } from "../parse/index.js";
import type { ConfiguredHook } from "./configured-hook.js";
import { CLAUDE_HOOKS } from "./hook-dialect.js";
import { type HookSource, readHooks } from "./read-hooks.js";

/** Reads the hooks of Claude Code's settings. Nothing is run. */
export function readClaudeHooks(
  settings: readonly ClaudeSettings[],
  reader: ConfigReader,
): readonly ConfiguredHook[] {
  const managed = settings.filter(({ scope }) => scope === "managed");
  const value = (of: readonly ClaudeSettings[], key: string) =>
    of.map((each) => booleanOf(member(each.value, key))).find((each) => each !== undefined);
  // The value of the strongest file counts, so that a project can also switch the hooks of the user on again. A folder that is
  // not trusted can only do that.
  const counted = settings.filter(
    ({ source, value: each }) => source.trusted || booleanOf(member(each, "disableAllHooks")) === false,
  );
  const onlyManaged =
    value(managed, "allowManagedHooksOnly") === true || value(counted, "disableAllHooks") === true;
  const disabledByManaged = value(managed, "disableAllHooks") === true;
  const sources: HookSource[] = [];
  for (const { scope, source, value: content } of settings) {
    const configured = member(content, "hooks");
    if (configured === undefined) continue;
    const isDisabled = disabledByManaged || (onlyManaged && scope !== "managed");
    if (!isDisabled || !source.trusted) sources.push({ source, configured });
    else {
      const origin = { file: source.file, line: configured.line, text: "hooks" };
      reader.options.notices.add("ignored", origin, "A setting disables these hooks.");
    }
  }
  reportPlugins(settings, reader);
  return readHooks(sources, CLAUDE_HOOKS, reader);
}

/** Reports the plugins that are switched on: their hooks, skills, subagents and servers are not read. */
function reportPlugins(settings: readonly ClaudeSettings[], reader: ConfigReader): void {
  for (const { source, value } of settings) {
    for (const [name, set] of entriesOf(member(value, "enabledPlugins"))) {
      if (booleanOf(set) !== true) continue;
      const origin = { file: source.file, line: set.line, text: name };
      const message = "Plugins are not read: their hooks, skills, subagents and servers are missing.";
      reader.options.notices.add("ignored", origin, message);
    }
  }
}
