import { wildcard } from "../../text/index.js";
import type { SourcedRule } from "./owner-rules.js";

const PREFIX = "mcp__";

/** Longest part of a server in the name of a tool, without the hash that a longer one gets. */
const MAX_SERVER = 16;

/** Longest names of a server and of a tool that stay as they are. */
const MAX_PLAIN_SERVER = 24;
const MAX_NAME = 63;

/** Characters that are replaced in the names of servers and tools, and get a hash. */
const FOREIGN = /[^\w-]+/g;

/**
 * Adds deny and ask rules for the names that tools of servers have in Collet. A long name, or one with other characters than
 * letters, digits, `_` and `-`, is shortened and gets a hash, so that a rule for the name in the settings would not match it.
 *
 * @param servers - names of the servers of the configuration
 */
export function withToolNames(
  rules: readonly SourcedRule[],
  servers: readonly string[],
): readonly SourcedRule[] {
  const renamed = servers.filter((name) => !isPlain(name));
  return rules.flatMap((each) => {
    const { tool, verdict } = each.rule;
    if (verdict === "allow" || tool === undefined || !tool.startsWith(PREFIX)) return [each];
    const more = wideNames(tool, renamed).map((name) => ({ ...each, rule: { ...each.rule, tool: name } }));
    return [each, ...more];
  });
}

function wideNames(pattern: string, renamed: readonly string[]): readonly string[] {
  const rest = pattern.slice(PREFIX.length);
  const end = rest.indexOf("__");
  const server = end === -1 ? rest : rest.slice(0, end);
  const tool = end === -1 ? "*" : rest.slice(end + 2);
  const matches = wildcard(server);
  const names = renamed.filter((name) => matches(name) || matches(name.replace(/[^\w-]/g, "_")));
  const isForeignTool = /[^\w-]/.test(tool.replaceAll("*", "")) || pattern.length > MAX_NAME;
  return [
    ...(server.includes("*") || isPlain(server) ? [] : [wideServer(server)]),
    ...names.map(wideServer),
    ...(isForeignTool && server !== "" ? [`${PREFIX}${server}__*`] : []),
  ];
}

/** Returns whether a server keeps its name in the names of its tools. */
function isPlain(name: string): boolean {
  return /^[\w-]*$/.test(name) && name.length <= MAX_PLAIN_SERVER && !/__|^_|_$/.test(name);
}

/** Returns a pattern for the tools of a server with another name: the start of that name, which no hash changes. */
function wideServer(name: string): string {
  const portable = name
    .replace(FOREIGN, "_")
    .replace(/_{2,}/g, "_")
    .replace(/^_+|(?<!_)_+$/g, "");
  return `${PREFIX}${portable.slice(0, MAX_SERVER).replace(/(?<!_)_+$/, "")}*`;
}
