import { aiSdk } from "./ai-sdk.js";
import { bareNode } from "./bare-node.js";
import { collet } from "./collet.js";
import { deepagents } from "./deepagents.js";
import { geminiCli } from "./gemini-cli.js";
import { mcpFilesystem } from "./mcp-filesystem.js";
import type { Peer } from "./peer.js";
import { pi } from "./pi.js";

/** The products that are compared, in the order of the columns. */
export const PEERS: readonly Peer[] = [collet, pi, aiSdk, deepagents, geminiCli, mcpFilesystem, bareNode];
