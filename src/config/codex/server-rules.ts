import type { ConfigReader } from "../load/index.js";
import { type ConfigValue, entriesOf, member, textOf } from "../parse/index.js";
import { type ConfigSource, type OwnerRules, translated } from "../policy/index.js";

/** Adds a question about the tools of servers whose approval mode is `prompt`. The mode `approve` cannot be expressed. */
export function addServerRules(
  source: ConfigSource,
  settings: ConfigValue,
  { rules, reader }: { readonly rules: OwnerRules; readonly reader: ConfigReader },
): void {
  for (const [server, each] of entriesOf(member(settings, "mcp_servers"))) {
    const modes = [
      { tool: "*", mode: member(each, "default_tools_approval_mode") },
      ...entriesOf(member(each, "tools")).map(([tool, set]) => ({
        tool,
        mode: member(set, "approval_mode"),
      })),
    ];
    for (const { tool, mode } of modes) {
      if (mode === undefined || textOf(mode) === "auto") continue;
      const text = `mcp_servers.${server} ${tool}: ${textOf(mode) ?? ""}`;
      const position = { source, line: mode.line, text };
      if (textOf(mode) !== "approve")
        rules.add("ask", translated({ tool: `mcp__${server}__${tool}` }), position);
      else if (source.trusted)
        reader.options.notices.add(
          "stricter",
          { file: source.file, line: mode.line, text },
          "Its tools still ask: another program may have a server of this name.",
        );
    }
  }
}
