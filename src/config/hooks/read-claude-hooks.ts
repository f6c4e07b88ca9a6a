import type { ClaudeSettings } from "../claude-code/index.js";
import type { ConfigReader } from "../load/index.js";
import { booleanOf, member } from "../parse/index.js";
import type { ConfiguredHook } from "./configured-hook.js";
import { CLAUDE_HOOKS } from "./hook-dialect.js";
import { type HookSource, readHooks } from "./read-hooks.js";

/** Reads the hooks of Claude Code's settings. Nothing is run. */
export function readClaudeHooks(
  settings: readonly ClaudeSettings[],
  reader: ConfigReader,
): readonly ConfiguredHook[] {
  const isOff = (key: string, managed: boolean) =>
    settings.some(
      ({ scope, source, value }) =>
        booleanOf(member(value, key)) === true && (managed ? scope === "managed" : source.trusted),
    );
  const onlyManaged = isOff("allowManagedHooksOnly", true) || isOff("disableAllHooks", false);
  const disabledByManaged = isOff("disableAllHooks", true);
  const sources: HookSource[] = [];
  for (const { scope, source, value } of settings) {
    const configured = member(value, "hooks");
    if (configured === undefined) continue;
    const isDisabled = disabledByManaged || (onlyManaged && scope !== "managed");
    if (!isDisabled || !source.trusted) sources.push({ source, configured });
    else {
      const origin = { file: source.file, line: configured.line, text: "hooks" };
      reader.options.notices.add("ignored", origin, "A setting disables these hooks.");
    }
  }
  return readHooks(sources, CLAUDE_HOOKS, reader);
}
