import type { ConfigReader, ConfigSandbox, ConfigScope, OwnerConfig } from "../load/index.js";
import { booleanOf, type ConfigValue, itemsOf, member, parseToml, textOf } from "../parse/index.js";
import { type ConfigSource, OwnerRules } from "../policy/index.js";
import { addCodexRules, type CodexRulesFile } from "./rules.js";

/** Reads the rules of Codex and the sandbox of its `config.toml`. */
export async function readCodexPermissions(reader: ConfigReader): Promise<OwnerConfig> {
  const { directory, home, systemRoot, files, notices } = reader.options;
  const folders: readonly (readonly [string, ConfigScope])[] = [
    [`${systemRoot.replace(/\/$/, "")}/etc/codex`, "managed"],
    [`${home}/.codex`, "user"],
    ...(directory === home ? [] : [[`${directory}/.codex`, "project"] as const]),
  ];
  const found: CodexRulesFile[] = [];
  const settings: { source: ConfigSource; value: ConfigValue }[] = [];
  for (const [folder, scope] of folders) {
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
  const rules = new OwnerRules("codex", "strictest", notices);
  addCodexRules(found, rules, reader);
  let sandbox: ConfigSandbox | undefined;
  const roots: string[] = [];
  let isReadOnly = false;
  for (const { source, value } of settings) {
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
    if (textOf(mode) === "read-only") isReadOnly = true;
    if (textOf(mode) !== "workspace-write" || !source.trusted || sandbox !== undefined) continue;
    const writing = member(value, "sandbox_workspace_write");
    const network = booleanOf(member(writing, "network_access")) === true ? "on" : "off";
    sandbox = { mode: "prefer", network, autoAllow: false };
    for (const root of itemsOf(member(writing, "writable_roots"))) {
      if (root.type === "text" && root.value.startsWith("/")) roots.push(root.value);
    }
  }
  if (isReadOnly) sandbox = { mode: "prefer", network: "off", autoAllow: false };
  return { rules, roots: isReadOnly ? [] : roots, ...(sandbox !== undefined && { sandbox }) };
}
