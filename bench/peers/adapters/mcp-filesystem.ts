import { resolve } from "node:path";
import { importPackage } from "./import-package.js";
import type { Peer } from "./peer.js";

interface McpResult {
  readonly content: readonly { readonly text?: string }[];
  readonly isError?: boolean;
}

interface McpClient {
  connect(transport: object): Promise<void>;
  callTool(call: { readonly name: string; readonly arguments: object }, options?: object): Promise<McpResult>;
  close(): Promise<void>;
}

const SERVER = resolve(
  import.meta.dirname,
  "../node_modules/@modelcontextprotocol/server-filesystem/dist/index.js",
);
/** The limit of one request, as large as that of a row. */
const REQUEST_TIMEOUT_MS = 120_000;

/** The reference server for files of the Model Context Protocol, in its own process. */
export const mcpFilesystem: Peer = {
  id: "mcp-filesystem",
  title: "MCP filesystem server",
  package: "@modelcontextprotocol/server-filesystem",
  needs: ["@modelcontextprotocol/client"],
  notImported: "it is a separate process",
  open: async (folder) => {
    const { Client } = await importPackage<{ Client: new (info: object) => McpClient }>(
      "@modelcontextprotocol/client",
    );
    const { StdioClientTransport } = await importPackage<{
      StdioClientTransport: new (options: object) => { readonly pid: number | null };
    }>("@modelcontextprotocol/client/stdio");
    const transport = new StdioClientTransport({
      command: process.execPath,
      args: [SERVER, folder],
      stderr: "ignore",
    });
    const client = new Client({ name: "collet-bench", version: "1.0.0" });
    await client.connect(transport);
    const call = async (name: string, input: object) => {
      const result = await client.callTool({ name, arguments: input }, { timeout: REQUEST_TIMEOUT_MS });
      const text = result.content.map((part) => part.text ?? "").join("");
      if (result.isError === true) throw new Error(text);
      return text;
    };
    return {
      readsNoRanges: true,
      // To the tail belongs the empty line after the last line break.
      read: ({ path, lines, atEnd = false }) =>
        call("read_text_file", {
          path: `${folder}/${path}`,
          ...(atEnd ? { tail: lines + 1 } : { head: lines }),
        }),
      edit: ({ path, old, next }) =>
        call("edit_file", { path: `${folder}/${path}`, edits: [{ oldText: old, newText: next }] }),
      glob: (pattern) => call("search_files", { path: folder, pattern }),
      processIds: transport.pid === null ? [] : [transport.pid],
      close: () => client.close(),
    };
  },
};
