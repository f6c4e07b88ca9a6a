import { fnv1a } from "../../../text/index.js";
import { McpError } from "../mcp-error.js";

/** Prefix of MCP tool names, and separator between server and tool (as in Claude Code). */
const PREFIX = "mcp__";
const SEPARATOR = "__";

/** Longest name that every provider accepts. */
const MAX_NAME_LENGTH = 63;

/** Longest server part of a name: at least 32 characters are left for the tool. */
const MAX_SERVER_LENGTH = 24;

/** Characters that are not allowed in a name. */
const FOREIGN_CHARACTERS = /[^A-Za-z0-9_-]+/g;

/**
 * Returns the server part of tool names: the server's name, or a portable form of it followed by a hash of the original.
 *
 * Never contains the separator and never ends with half of it, so that no two pairs of server and tool share a name.
 *
 * @throws McpError `invalid-server-name` for an empty name and for one with `__` in it
 */
export function serverPart(server: string): string {
  if (typeof server !== "string" || server.trim() === "") {
    throw new McpError("A server needs a name: connectMcp(runtime, server, { name: 'files' }).", {
      code: "invalid-server-name",
    });
  }
  if (server.includes(SEPARATOR)) {
    const remedy = server.replace(/_{2,}/g, "-");
    throw new McpError(
      `The server name ${JSON.stringify(server.slice(0, 80))} contains "__", which separates server and tool in names of ` +
        `tools. Call it ${JSON.stringify(remedy.slice(0, 80))}, for example.`,
      { code: "invalid-server-name" },
    );
  }
  const portable = server
    .replace(FOREIGN_CHARACTERS, "_")
    .replace(/_{2,}/g, "_")
    .replace(/^_+|(?<!_)_+$/g, "");
  if (portable === server && server.length <= MAX_SERVER_LENGTH) return server;
  const hash = shortHash(server);
  return [portable.slice(0, MAX_SERVER_LENGTH - hash.length - 1).replace(/(?<!_)_+$/, ""), hash]
    .filter((part) => part !== "")
    .join("-");
}

/**
 * Returns the names under which a model sees the tools of a server: `mcp__server__tool`, by the server's names.
 *
 * A name that is too long or has other characters is shortened and gets a hash; so does a name that differs from another one
 * only in case. Names are looked up, never parsed. Equal lists produce equal names; a duplicate in the server's list occurs
 * once.
 */
export function mcpToolNames(server: string, tools: readonly string[]): ReadonlyMap<string, string> {
  const start = `${PREFIX}${serverPart(server)}${SEPARATOR}`;
  const room = MAX_NAME_LENGTH - start.length;
  const names = new Map<string, string>();
  const taken = new Set<string>();
  const take = (tool: string, name: string): boolean => {
    if (taken.has(name.toLowerCase())) return false;
    taken.add(name.toLowerCase());
    names.set(tool, `${start}${name}`);
    return true;
  };
  const distinct = [...new Set(tools)];
  const isPlain = (tool: string) => tool !== "" && tool.length <= room && portableTool(tool) === tool;
  // Valid names come first: a generated name must not replace one of them.
  const rest = distinct.filter((tool) => !(isPlain(tool) && take(tool, tool)));
  for (const tool of rest) {
    for (let attempt = 0; !names.has(tool); attempt += 1) {
      const hash = shortHash(attempt === 0 ? tool : `${attempt}:${tool}`);
      take(tool, `${portableTool(tool).slice(0, room - hash.length - 1)}_${hash}`);
    }
  }
  return names;
}

function portableTool(tool: string): string {
  return tool.replace(FOREIGN_CHARACTERS, "_");
}

/**
 * Returns FNV-1a (32 bits) in base 36 to distinguish names. It need not be hard to invert, because collisions are checked.
 */
function shortHash(text: string): string {
  return fnv1a(text).toString(36);
}
