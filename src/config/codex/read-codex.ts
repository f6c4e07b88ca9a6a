import type { ConfigReader, ConfigSandbox, OwnerConfig } from "../load/index.js";
import { booleanOf, type ConfigValue, itemsOf, member, parseToml, textOf } from "../parse/index.js";
import { type ConfigSource, OwnerRules } from "../policy/index.js";
import { codexFolders } from "./codex-folders.js";
import { readCodexRequirements } from "./requirements.js";
import { addCodexRules, type CodexRulesFile } from "./rules.js";
import { addServerRules } from "./server-rules.js";

/** Reads the rules of Codex and the sandbox of its `config.toml`. */
export async function readCodexPermissions(reader: ConfigReader): Promise<OwnerConfig> {
  const { systemRoot, files, notices } = reader.options;
  const found: CodexRulesFile[] = [];
  const settings: { source: ConfigSource; value: ConfigValue }[] = [];
  for (const [folder, scope] of await codexFolders(reader)) {
    for (const { name } of await files.list(`${folder}/rules`)) {
      if (!name.endsWith(".rules")) continue;
      const source = reader.source(`${folder}/rules/${name}`, scope);
      const text = await reader.text(source);
      if (text !== undefined) found.push({ source, text });
    }
    const source = reader.source(`${folder}/config.toml`, scope);
    const value = await reader.value(source, parseToml);
    if (value !== undefined) settings.unshift({ source, value });
  }
  const managed = reader.source(`${systemRoot.replace(/\/$/, "")}/etc/codex/managed_config.toml`, "managed");
  const defaults = await reader.value(managed, parseToml);
  if (defaults !== undefined) settings.unshift({ source: managed, value: defaults });
  const rules = new OwnerRules("codex", "strictest", notices);
  const executables = await addCodexRules(found, rules, reader);
  const { sandboxModes } = await readCodexRequirements(rules, executables, reader);
  let sandbox: ConfigSandbox | undefined;
  const roots: string[] = [];
  let isReadOnly = false;
  for (const { source, value } of settings) {
    addServerRules(source, value, { rules, reader });
    const mode = member(value, "sandbox_mode");
    const policy = member(value, "approval_policy");
    if (textOf(policy) === "never" || textOf(policy) === "on-failure") {
      const origin = { file: source.file, line: policy?.line ?? 1, text: "approval_policy" };
      notices.add(
        "stricter",
        origin,
        "Commands still ask: only rules and a required sandbox run them without a question.",
      );
    }
    const isRefused = sandboxModes?.includes(textOf(mode) ?? "") === false && mode !== undefined;
    if (textOf(mode) === "read-only" || isRefused) isReadOnly = true;
    if (textOf(mode) !== "workspace-write" || isRefused || !source.trusted || sandbox !== undefined) continue;
    const writing = member(value, "sandbox_workspace_write");
    const network = booleanOf(member(writing, "network_access")) === true ? "on" : "off";
    sandbox = { mode: "prefer", network, autoAllow: false };
    for (const root of itemsOf(member(writing, "writable_roots"))) {
      if (root.type === "text" && root.value.startsWith("/")) roots.push(root.value);
    }
  }
  if (isReadOnly) sandbox = { mode: "prefer", network: "off", autoAllow: false };
  return { rules, roots: isReadOnly ? [] : roots, sandbox };
}
