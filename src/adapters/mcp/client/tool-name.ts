import { fnv1a } from "../../../text/index.js";
import { McpError } from "../mcp-error.js";

/** What stands before the name of the server, and between it and the tool's (seed 001). */
const PREFIX = "mcp__";
const SEPARATOR = "__";

/** The longest name that every provider accepts. */
const MAX_NAME_LENGTH = 63;

/** The longest part that stands for the server: at least 32 characters are left for the tool. */
const MAX_SERVER_LENGTH = 24;

/** What a name may be made of. */
const FOREIGN_CHARACTERS = /[^A-Za-z0-9_-]+/g;

/**
 * The part of tool names that stands for a server: its name as it is, or made portable with a hash of the whole behind it.
 *
 * Never holds the separator and never ends with half of one, so that no two pairs of server and tool share a name.
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
 * The names under which a model sees the tools of a server: `mcp__server__tool`, by the names the server uses.
 *
 * A name that is too long or holds other characters is cut and gets a hash; so does one that equals another in all but
 * letter case. Which tool is meant is looked up and never parsed out of a name. The same list gives the same names; a name
 * that the server lists twice is there once.
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
  // The plain ones first: no made-up name may take the place of one that is already right.
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

/** FNV-1a in 32 bits, in base 36: tells names apart; nothing rests on it being hard to invert, because clashes are looked for. */
function shortHash(text: string): string {
  return fnv1a(text).toString(36);
}
