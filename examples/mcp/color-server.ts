import { McpServer } from "@modelcontextprotocol/server";
import { StdioServerTransport } from "@modelcontextprotocol/server/stdio";
import { z } from "zod";

// An ordinary MCP server, written without Collet.

const NAMED_COLORS: Readonly<Record<string, string>> = {
  coral: "#ff7f50",
  indigo: "#4b0082",
  teal: "#008080",
};

const server = new McpServer({ name: "colors", version: "1.0.0" });

server.registerTool(
  "look_up",
  {
    description: "Returns the hexadecimal value of a named color.",
    inputSchema: z.object({ name: z.string().describe("A name of CSS, such as teal") }),
  },
  ({ name }) => {
    const value = Object.hasOwn(NAMED_COLORS, name) ? NAMED_COLORS[name] : undefined;
    if (value !== undefined) return { content: [{ type: "text", text: value }] };
    const known = Object.keys(NAMED_COLORS).join(", ");
    return { content: [{ type: "text", text: `There is no color ${name}, only ${known}.` }], isError: true };
  },
);

await server.connect(new StdioServerTransport());
