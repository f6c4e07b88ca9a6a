import type { ClaudeSettings } from "../../claude-code/index.js";
import { booleanOf, type ConfigValue, itemsOf, member, textOf, textsOf } from "../../parse/index.js";
import type { ConfigSource } from "../../policy/index.js";
import { refusesNames, type ServerPolicy } from "../server-entry.js";

/** The choices of the user about the servers of `.mcp.json`, and about single servers of a project. */
export interface ProjectChoices {
  readonly policies: readonly ServerPolicy[];
  /** Returns whether the user has approved a server of `.mcp.json`. */
  readonly isApproved: (name: string) => boolean;
}

/**
 * Reads `disabledMcpjsonServers`, `enabledMcpjsonServers` and `enableAllProjectMcpServers` of the settings, and the same lists
 * and `disabledMcpServers` of the projects in `~/.claude.json`.
 */
export function projectChoices(
  settings: readonly ClaudeSettings[],
  { projects, state }: { readonly projects: readonly ConfigValue[]; readonly state: ConfigSource },
): ProjectChoices {
  const all = [
    ...settings.map(({ source, value }) => ({ source, value })),
    ...projects.map((value) => ({ source: state, value })),
  ];
  const policies = [
    ...all.flatMap(({ source, value }) => refused("disabledMcpjsonServers", value, source)),
    ...projects.flatMap((value) => refused("disabledMcpServers", value, state)),
  ];
  const trusted = all.filter(({ source }) => source.trusted);
  const isAll = trusted.some(({ value }) => booleanOf(member(value, "enableAllProjectMcpServers")) === true);
  const names = new Set(trusted.flatMap(({ value }) => textsOf(member(value, "enabledMcpjsonServers"))));
  return { policies, isApproved: (name) => isAll || names.has(name) };
}

function refused(key: string, value: ConfigValue, source: ConfigSource): readonly ServerPolicy[] {
  return itemsOf(member(value, key)).flatMap((item) => {
    const name = textOf(item);
    if (name === undefined) return [];
    const reason = `${key} (${source.shown}:${item.line}) switches it off.`;
    const policy = refusesNames((each) => each === name, reason, "own");
    // The list for .mcp.json does not concern a server of the same name in another file.
    if (key !== "disabledMcpjsonServers") return [policy];
    const { refusal } = policy;
    return [
      {
        ...policy,
        refusal: (server) => (server.entry.source.file.endsWith("/.mcp.json") ? refusal(server) : undefined),
      },
    ];
  });
}
