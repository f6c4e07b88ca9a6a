import { codexFolders } from "../codex/index.js";
import type { ConfigReader } from "../load/index.js";
import { booleanOf, member, parseJson, parseToml } from "../parse/index.js";
import type { ConfiguredHook } from "./configured-hook.js";
import { CODEX_HOOKS } from "./hook-dialect.js";
import { type HookSource, readHooks } from "./read-hooks.js";

/** Reads the hooks of Codex: `hooks` in `config.toml` and `hooks.json`. Nothing is run. */
export async function readCodexHooks(reader: ConfigReader): Promise<readonly ConfiguredHook[]> {
  const { notices } = reader.options;
  const sources: HookSource[] = [];
  let isOff = false;
  const { managed, isOnlyManaged } = await managedHooks(reader);
  for (const [folder, scope] of await codexFolders(reader)) {
    const config = reader.source(`${folder}/config.toml`, scope);
    const settings = await reader.value(config, parseToml);
    const feature = booleanOf(member(member(settings, "features"), "hooks"));
    if (feature !== undefined && config.trusted) isOff = !feature;
    const list = reader.source(`${folder}/hooks.json`, scope);
    const found = [
      { source: list, configured: member(await reader.value(list, parseJson), "hooks") },
      { source: config, configured: member(settings, "hooks") },
    ];
    for (const { source, configured } of found)
      if (configured !== undefined) sources.push({ source, configured });
  }
  // Only an administrator can switch off the hooks of the requirements.
  const isKept = !isOff && !isOnlyManaged;
  const hooks = readHooks([...managed, ...(isKept ? sources : [])], CODEX_HOOKS, reader);
  for (const { source, configured } of isKept ? [] : sources) {
    const origin = { file: source.file, line: configured.line, text: "hooks" };
    notices.add("ignored", origin, "A setting disables these hooks.");
  }
  return hooks;
}

/** Returns the hooks of `requirements.toml`, and whether it permits only them. */
async function managedHooks(
  reader: ConfigReader,
): Promise<{ readonly managed: readonly HookSource[]; readonly isOnlyManaged: boolean }> {
  const file = `${reader.options.systemRoot.replace(/\/$/, "")}/etc/codex/requirements.toml`;
  const source = reader.source(file, "managed");
  const value = await reader.value(source, parseToml);
  const configured = member(value, "hooks");
  return {
    managed: configured === undefined ? [] : [{ source, configured }],
    isOnlyManaged: booleanOf(member(value, "allow_managed_hooks_only")) === true,
  };
}
