import { randomBytes } from "node:crypto";
import process from "node:process";
import { serveMcp } from "../adapters/mcp/index.js";
import type { CommandLineStreams, Subcommand } from "./command-line-streams.js";
import { EXIT_CODES } from "./exit-code.js";
import {
  addHostOptions,
  addPortOption,
  addRecordOption,
  addYesOption,
  type HostArguments,
  openRuntime,
  untilAborted,
} from "./host/index.js";
import { ownVersion } from "./own-version.js";
import { startRecording } from "./recording.js";

/** The variable with the token of clients, for hosts that need a fixed one. */
const TOKEN_VARIABLE = "COLLET_MCP_TOKEN";

/** The message when the package of the protocol is not installed. */
const MISSING_SDK =
  "collet mcp needs the package @modelcontextprotocol/server: npm install @modelcontextprotocol/server, " +
  "or npx -p collet -p @modelcontextprotocol/server collet mcp.";

/** Bytes of a generated token. */
const TOKEN_BYTES = 32;

interface McpOptions extends HostArguments {
  readonly http?: number;
  readonly record?: string;
  readonly yes?: true;
}

const EXAMPLES = `
Examples:
  collet mcp --cwd ~/project
  collet mcp --tools Read Grep glob --permissions read-only
  collet mcp --rules rules.json --discover .agent
  collet mcp --http 8080                             with a token, on 127.0.0.1`;

/** The subcommand `collet mcp`: serves the tools of a toolset to any client of the Model Context Protocol. */
export const mcpCommand: Subcommand = {
  addTo(program, { streams, end }) {
    const command = program
      .command("mcp")
      .description("serve the tools to a client of the Model Context Protocol, over the standard streams");
    addPortOption(
      addRecordOption(addYesOption(addHostOptions(command))),
      "serve streamable HTTP on 127.0.0.1 instead; 0 selects a free port",
      "--http <port>",
    )
      .addHelpText("after", EXAMPLES)
      .action(async (options: McpOptions) => {
        await serve(options, streams);
        end(streams.signal.aborted ? EXIT_CODES.interrupted : EXIT_CODES.done);
      });
  },
};

async function serve(
  { http, yes, record, ...options }: McpOptions,
  streams: CommandLineStreams,
): Promise<void> {
  const onApproval = yes === true ? () => true : undefined;
  await using recording = await startRecording(record, streams);
  await using runtime = await openRuntime(options, { streams, onApproval, plugins: recording.plugins });
  const token = process.env[TOKEN_VARIABLE] || randomBytes(TOKEN_BYTES).toString("base64url");
  const transport = http === undefined ? await stdioTransport(streams) : { port: http, token };
  await using serving = await serveMcp(runtime, { transport, version: ownVersion() });
  if (serving.url !== undefined) {
    const secret = process.env[TOKEN_VARIABLE] ? `the token in ${TOKEN_VARIABLE}` : `Bearer ${token}`;
    streams.stderr.write(`Listening on ${serving.url}\nAuthorization: ${secret}\n`);
  }
  await Promise.race([serving.closed, untilAborted(streams.signal)]);
}

async function stdioTransport({ stdin, stdout }: CommandLineStreams) {
  const { StdioServerTransport } = await import("@modelcontextprotocol/server/stdio").catch(
    (cause: unknown) => {
      throw new Error(MISSING_SDK, { cause });
    },
  );
  return new StdioServerTransport(stdin, stdout);
}
