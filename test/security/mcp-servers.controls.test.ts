import { afterAll, beforeAll, describe, vi } from "vitest";
import type { AnyTool, ToolContext } from "../../src/contract/index.js";
import { runControls } from "./run-attacks.js";

// Defences against foreign tools: each is switched off separately, everything else remains real. That a stray or second
// answer (M010d) is passed over is the protocol SDK's own doing.

type Defence =
  | "distinct names"
  | "checks of the registry"
  | "snapshot of a batch"
  | "tame descriptions"
  | "limits of schemas"
  | "tame patterns"
  | "no trust in hints"
  | "no parallel calls"
  | "timeouts"
  | "mark"
  | "media types"
  | "limit of messages";

const off = vi.hoisted(() => ({ defence: undefined as string | undefined }));

function switchOff(defence: Defence): void {
  beforeAll(() => {
    off.defence = defence;
  });
  afterAll(() => {
    off.defence = undefined;
  });
}

vi.mock("../../src/adapters/mcp/client/tool-name.js", async (original) => {
  const real = await original<typeof import("../../src/adapters/mcp/client/tool-name.js")>();
  const isOff = () => off.defence === "distinct names";
  return {
    serverPart: (server: string) => (isOff() ? server : real.serverPart(server)),
    mcpToolNames: (server: string, tools: readonly string[]) =>
      isOff()
        ? new Map(tools.map((tool) => [tool, `mcp__${server}__${tool}`]))
        : real.mcpToolNames(server, tools),
  };
});

vi.mock("../../src/registry/tool-registry.js", async (original) => {
  const real = await original<typeof import("../../src/registry/tool-registry.js")>();
  return {
    ...real,
    createToolRegistry: (...given: Parameters<typeof real.createToolRegistry>) => {
      const registry = real.createToolRegistry(...given);
      if (off.defence === "checks of the registry") return withLastNameWinning(registry);
      return off.defence === "snapshot of a batch" ? withLateLookup(registry) : registry;
    },
  };
});

type Registry = ReturnType<typeof import("../../src/registry/index.js").createToolRegistry>;

/** Whoever comes last has the name. */
function withLastNameWinning(registry: Registry): Registry {
  const owners = new Map<string, AnyTool>();
  return {
    ...registry,
    register: (tools) => {
      for (const tool of [tools].flat() as AnyTool[]) {
        for (const name of registry.names(tool)) owners.set(name, tool);
      }
    },
    resolve: (name) => {
      const tool = owners.get(name);
      return tool === undefined
        ? registry.resolve(name)
        : { status: "found", tool, via: "name", requestedName: name };
    },
  };
}

/** What a call runs is looked up when it runs. */
function withLateLookup(registry: Registry): Registry {
  return {
    ...registry,
    resolve: (name) => {
      const found = registry.resolve(name);
      if (found.status !== "found") return found;
      const execute: AnyTool["execute"] = (...given) => (registry.get(name) ?? found.tool).execute(...given);
      return { ...found, tool: { ...found.tool, execute } };
    },
  };
}

vi.mock("../../src/adapters/mcp/sanitize-schema.js", async (original) => {
  const real = await original<typeof import("../../src/adapters/mcp/sanitize-schema.js")>();
  return {
    ...real,
    sanitizeText: (...given: Parameters<typeof real.sanitizeText>) =>
      off.defence === "tame descriptions" ? String(given[0] ?? "") : real.sanitizeText(...given),
    sanitizeSchema: (schema: unknown) => {
      if (off.defence === "limits of schemas") return { schema, checked: schema };
      const tamed = real.sanitizeSchema(schema);
      return off.defence === "tame patterns" && "schema" in tamed
        ? { ...tamed, checked: tamed.schema }
        : tamed;
    },
  };
});

vi.mock("../../src/adapters/mcp/client/foreign-tool.js", async (original) => {
  const real = await original<typeof import("../../src/adapters/mcp/client/foreign-tool.js")>();
  return {
    ...real,
    foreignTool: (options: Parameters<typeof real.foreignTool>[0]) => {
      const saysItReads = options.listed.annotations?.readOnlyHint === true;
      if (off.defence === "no trust in hints" && saysItReads)
        return real.foreignTool({ ...options, kind: "read" });
      if (off.defence === "no parallel calls" && saysItReads)
        return real.foreignTool({ ...options, parallel: true });
      if (off.defence === "timeouts") return real.foreignTool({ ...options, timeoutMs: false });
      const tool = real.foreignTool(options);
      if (off.defence !== "mark") return tool;
      const execute = (input: unknown, context: ToolContext) =>
        tool.execute(input, { ...context, note: () => undefined });
      return { ...tool, execute };
    },
  };
});

vi.mock("../../src/adapters/mcp/call-content.js", async (original) => {
  const real = await original<typeof import("../../src/adapters/mcp/call-content.js")>();
  return {
    ...real,
    contentParts: (...given: Parameters<typeof real.contentParts>) => {
      const [first] = given[0] as [{ type: string; mimeType: string; data: string }];
      return off.defence === "media types" && first.type === "image"
        ? [{ type: "image", mediaType: first.mimeType, data: first.data }]
        : real.contentParts(...given);
    },
  };
});

vi.mock("@modelcontextprotocol/client/stdio", async (original) => {
  const real = await original<typeof import("@modelcontextprotocol/client/stdio")>();
  class BoundlessTransport extends real.StdioClientTransport {
    constructor(server: ConstructorParameters<typeof real.StdioClientTransport>[0]) {
      super(off.defence === "limit of messages" ? { ...server, maxBufferSize: 2 ** 40 } : server);
    }
  }
  return { ...real, StdioClientTransport: BoundlessTransport };
});

describe("a runtime that allows everything, with a tool that claims to only read", () => {
  runControls({ M009: "check" }, { permissions: "allow-all" });
});

describe("tool names that are only concatenated", () => {
  switchOff("distinct names");
  runControls({ M003: "check" });
});

describe("a registry in which the last tool wins a name", () => {
  switchOff("checks of the registry");
  runControls({ M005: "check" });
});

describe("a registry that is read again when a call runs", () => {
  switchOff("snapshot of a batch");
  runControls({ M019: "check" });
});

describe("unchanged descriptions of servers", () => {
  switchOff("tame descriptions");
  runControls({ M007: "check" });
});

describe("unchanged schemas of servers", () => {
  switchOff("limits of schemas");
  runControls({ M008: "check" });
});

describe("a runtime that runs the patterns of servers", () => {
  switchOff("tame patterns");
  runControls({ M008b: "check" });
});

describe("a runtime that trusts the declarations of a tool", () => {
  switchOff("no trust in hints");
  runControls({ M009: "check" });
});

describe("a scheduler that trusts the declarations of a tool", () => {
  switchOff("no parallel calls");
  runControls({ M009b: "check" });
});

describe("a client without a message limit", () => {
  switchOff("limit of messages");
  runControls({ M010b: "check" });
});

describe("a client without a time limit", () => {
  switchOff("timeouts");
  runControls({ M010c: "check" });
});

describe("a client that trusts the media types of servers", () => {
  switchOff("media types");
  runControls({ M010e: "check" });
});

describe("results of servers without a mark", () => {
  switchOff("mark");
  runControls({ M011: "check" });
});
