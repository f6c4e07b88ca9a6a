import type { Verdict } from "../../contract/index.js";
import type { ConfigReader } from "../load/index.js";
import { type ConfigValue, itemsOf, member, parseToml, textOf, textsOf } from "../parse/index.js";
import { type ConfigSource, literalPath, type OwnerRules, translated } from "../policy/index.js";
import { addPrefix, type Executables } from "./prefix-rule.js";

/** The decisions that requirements may state. They cannot allow anything. */
const VERDICTS: ReadonlyMap<string | undefined, Verdict> = new Map<string | undefined, Verdict>([
  ["prompt", "ask"],
  ["forbidden", "deny"],
]);

/** The requirements of an administrator, which no other file of Codex loosens. */
export interface CodexRequirements {
  /** The values of `sandbox_mode` that may be chosen; absent if all may. */
  readonly sandboxModes?: readonly string[] | undefined;
}

/** Reads `requirements.toml` of Codex: its rules, paths that may not be read, and sandbox modes. */
export async function readCodexRequirements(
  rules: OwnerRules,
  executables: Executables,
  reader: ConfigReader,
): Promise<CodexRequirements> {
  const { systemRoot, home, notices } = reader.options;
  const file = `${systemRoot.replace(/\/$/, "")}/etc/codex/requirements.toml`;
  const source = reader.source(file, "managed");
  const value = await reader.value(source, parseToml);
  if (value === undefined) return {};
  for (const rule of itemsOf(member(member(value, "rules"), "prefix_rules"))) addRule(rule, source);
  for (const path of itemsOf(member(member(member(value, "permissions"), "filesystem"), "deny_read"))) {
    const text = textOf(path);
    if (text === undefined || !/^(?:\/|~\/)/.test(text)) {
      reader.lose(source, "A path of deny_read is not absolute.", path.line);
      continue;
    }
    const whole = text.startsWith("~/") ? `${literalPath(home)}${text.slice(1)}` : text;
    const pattern = whole.replace(/\/(?:\*\*)?$/, "").replaceAll("{", "[{]");
    const position = { source, line: path.line, text: `deny_read ${text}` };
    rules.add(
      "deny",
      translated([{ path: pattern === "" ? "/" : pattern }, { path: `${pattern}/**` }]),
      position,
    );
  }
  for (const key of ["allowed_permissions", "experimental_network"]) {
    const set = member(value, key);
    const origin = { file, line: set?.line ?? 1, text: key };
    if (set !== undefined) notices.add("ignored", origin, "The host decides about this requirement.");
  }
  const modes = member(value, "allowed_sandbox_modes");
  return { sandboxModes: modes === undefined ? undefined : textsOf(modes) };

  function addRule(rule: ConfigValue, from: ConfigSource): void {
    const verdict = VERDICTS.get(textOf(member(rule, "decision")));
    const pattern = itemsOf(member(rule, "pattern")).map((token) => {
      const single = textOf(member(token, "token"));
      return single === undefined ? textsOf(member(token, "any_of")) : [single];
    });
    if (verdict === undefined || pattern.length === 0 || pattern.some((words) => words.length === 0)) {
      reader.lose(from, "A rule of the requirements has no valid pattern and decision.", rule.line);
      return;
    }
    const text = `prefix_rules ${JSON.stringify(pattern)} ${textOf(member(rule, "decision"))}`;
    const reason = textOf(member(rule, "justification"));
    addPrefix({ pattern, verdict, executables }, rules, { source: from, line: rule.line, text, reason });
  }
}
