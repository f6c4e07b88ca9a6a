import type { AnyTool, ContentPart } from "../../../contract/index.js";
import { ToolError } from "../../../contract/index.js";
import { defineTool, jsonSchema } from "../../../schema/index.js";
import { linkText, resourcePart } from "../call-content.js";
import { callError } from "./foreign-tool.js";
import type { ServerLink } from "./server-link.js";
import { mcpToolNames } from "./tool-name.js";

/** Resources per listing. */
const MAX_LISTED = 500;

/** Creates tools to list and to read the resources of a server, under names that no tool of the server uses. */
export function resourceTools({
  server,
  link,
  taken,
  deferred,
}: {
  readonly server: string;
  readonly link: ServerLink;
  readonly taken: readonly string[];
  readonly deferred: boolean;
}): readonly AnyTool[] {
  const used = new Set(taken.map((name) => name.toLowerCase()));
  const free = (wanted: string): string => {
    for (const tool of [wanted, `mcp_${wanted}`, `mcp_${wanted}_2`]) {
      const name = mcpToolNames(server, [tool]).get(tool);
      if (name !== undefined && !used.has(name.toLowerCase())) return name;
    }
    throw new Error(`no name is free for ${wanted}`);
  };
  const shared = { source: "mcp", kind: "fetch", deferred, metadata: { mcp: { server } } } as const;

  const list = defineTool({
    ...shared,
    name: free("list_resources"),
    description: `Lists the resources of the MCP server '${server}': documents, records and other data it offers, with the URI to read each by. Templates have gaps in braces to fill in.`,
    inputSchema: jsonSchema<Record<string, never>>({ type: "object", properties: {} }),
    execute: async (_input, context): Promise<string> => {
      const options = { signal: context.signal };
      const [listed, templates] = await Promise.all([
        link.request((client, request) => client.listResources(undefined, request), options),
        // Servers without templates reject this request.
        link
          .request((client, request) => client.listResourceTemplates(undefined, request), options)
          .catch(() => ({ resourceTemplates: [] })),
      ]).catch((error: unknown) => {
        throw callError(error, server);
      });
      const entries = [...listed.resources, ...templates.resourceTemplates];
      const lines = entries.slice(0, MAX_LISTED).map((entry) => linkText(asRecord(entry)));
      const left = entries.length - lines.length;
      if (lines.length === 0) return `The MCP server '${server}' has no resources.`;
      return [...lines, ...(left > 0 ? [`(${left} more)`] : [])].join("\n");
    },
  });

  const read = defineTool({
    ...shared,
    name: free("read_resource"),
    description: `Reads a resource of the MCP server '${server}' by its URI, as ${list.name} lists it.`,
    inputSchema: jsonSchema<{ uri: string }>({
      type: "object",
      properties: { uri: { type: "string", description: "The URI of the resource" } },
      required: ["uri"],
    }),
    execute: async ({ uri }, context): Promise<readonly ContentPart[]> => {
      context.note({ mcp: { server, uri }, untrusted: true });
      const { contents } = await link
        .request((client, request) => client.readResource({ uri }, request), { signal: context.signal })
        .catch((error: unknown) => {
          throw callError(error, server);
        });
      if (contents.length === 0) {
        throw new ToolError(`The resource ${JSON.stringify(uri.slice(0, 200))} is empty.`, {
          code: "not-found",
        });
      }
      return contents.map((entry) => resourcePart(asRecord(entry)));
    },
    render: (parts: readonly ContentPart[]) => parts,
  });
  return [list, read];
}

function asRecord(value: unknown): Readonly<Record<string, unknown>> {
  return typeof value === "object" && value !== null ? (value as Record<string, unknown>) : {};
}
