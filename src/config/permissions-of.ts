import type { LocalShellOptions } from "../backends/local/index.js";
import type { PermissionRule } from "../contract/index.js";
import { yieldToEventLoop } from "../values/index.js";
import type { AgentConfigParts } from "./agent-config.js";
import { type ConfigReader, type ConfigSandbox, MODE_PRESETS, type OwnerConfig } from "./load/index.js";
import { combineRules, findConflicts, literalPath, type SourcedRule, withToolNames } from "./policy/index.js";

/**
 * Combines the rules, modes and sandboxes of all programs; the strictest counts.
 *
 * @param servers - names of the MCP servers, whose tools may get other names
 */
export async function permissionsOf(
  configs: readonly OwnerConfig[],
  reader: ConfigReader,
  servers: readonly string[] = [],
): Promise<Pick<AgentConfigParts, "permissions" | "shell" | "rules" | "sandbox">> {
  const { notices, directory } = reader.options;
  const combined = combineRules(
    configs.flatMap(({ rules }) => [rules, ...(rules.untrusted === undefined ? [] : [rules.untrusted])]),
    notices,
  );
  await yieldToEventLoop();
  await findConflicts(combined, notices);
  await yieldToEventLoop();
  const modes = new Set(configs.flatMap(({ mode }) => (mode === undefined ? [] : [mode])));
  const lost = reader.lost;
  const before: SourcedRule[] = [];
  const after: SourcedRule[] = [];
  const sourced = (rule: PermissionRule): SourcedRule => ({ rule, origin: { file: directory } });
  if (modes.has("accept-edits") && modes.size === 1) {
    const path = `${literalPath(directory)}/**`;
    before.push(
      sourced({ kind: "edit", path, verdict: "allow", reason: "The mode of the settings accepts edits." }),
    );
  }
  for (const { file, shown } of lost) {
    const reason = `The rules of ${shown} are unknown, because the file cannot be read.`;
    after.push({ rule: { verdict: "ask", reason }, origin: { file } });
  }
  const isOpen = modes.has("allow-all") && modes.size === 1 && lost.length === 0;
  // Claude Code asks before a command removes a critical folder, which rules cannot tell from any other.
  const reason = "No mode removes folders without a question.";
  if (isOpen)
    for (const command of ["rm *", "rmdir *"]) after.push(sourced({ command, verdict: "ask", reason }));
  const rules = [...before, ...withToolNames(combined, servers), ...after];
  const preset = modes.has("read-only")
    ? MODE_PRESETS["read-only"]
    : isOpen
      ? MODE_PRESETS["allow-all"]
      : undefined;
  const sandbox = sandboxOf(configs);
  const autoAllow = sandbox?.autoAllow === true && lost.length === 0;
  const shell: LocalShellOptions | undefined =
    sandbox === undefined ? undefined : { sandbox: sandbox.mode, network: sandbox.network };
  return {
    permissions: {
      ...(preset !== undefined && { preset }),
      rules: rules.map(({ rule }) => rule),
      ...(configs.some(({ asksAboutRedirections }) => asksAboutRedirections) && {
        redirections: "ask" as const,
      }),
      ...(modes.has("deny-questions") && { questions: "deny" as const }),
      ...(autoAllow && { autoAllow: "sandboxed" as const }),
    },
    ...(shell !== undefined && { shell }),
    rules,
    sandbox,
  };
}

function sandboxOf(configs: readonly OwnerConfig[]): ConfigSandbox | undefined {
  const sandboxes = configs.flatMap(({ sandbox }) => (sandbox === undefined ? [] : [sandbox]));
  if (sandboxes.length === 0) return undefined;
  const mode = sandboxes.some((each) => each.mode === "require") ? "require" : "prefer";
  const network = sandboxes.some((each) => each.network === "off") ? "off" : "on";
  const autoAllow = sandboxes.every((each) => each.autoAllow) && mode === "require" && network === "off";
  return { mode, network, autoAllow };
}
