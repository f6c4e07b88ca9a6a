import fc from "fast-check";
import { describe, expect, it } from "vitest";
import type { AnyTool, ToolAlias, ToolSource } from "../../src/contract/index.js";
import { createToolRegistry, ToolRegistryError } from "../../src/registry/index.js";
import { defineTool, jsonSchema } from "../../src/schema/index.js";
import { startStopwatch } from "../processor-time.js";

function tool(name: string, aliases: (string | ToolAlias)[] = [], source: ToolSource = "builtin"): AnyTool {
  return defineTool({
    name,
    description: `The tool ${name}.`,
    source,
    aliases,
    inputSchema: jsonSchema({ type: "object" }),
    execute: () => "",
  });
}

const mapInput = (input: Readonly<Record<string, unknown>>) => ({ path: input.target });
const read = tool("Read", ["read", "read_file"]);
const createFile = tool("create_file", ["Write", "write", "write_file"]);
const editFile = tool("edit_file", ["Edit", "edit"]);
const deleteFile = tool("delete_file", ["Delete", "delete", { name: "remove", mapInput }]);
const bash = tool("Bash", ["run_terminal_command"]);
const AMP_TOOLS = [read, createFile, editFile, deleteFile, bash];

function codeOf(run: () => unknown): string {
  try {
    run();
  } catch (error) {
    if (error instanceof ToolRegistryError) return error.code;
    throw error;
  }
  return "nothing was thrown";
}

describe("resolve", () => {
  const registry = createToolRegistry(AMP_TOOLS);

  it.each([
    ["Read", "Read"],
    ["read", "Read"],
    ["read_file", "Read"],
    ["Write", "create_file"],
    ["write", "create_file"],
    ["write_file", "create_file"],
    ["Edit", "edit_file"],
    ["edit", "edit_file"],
    ["Delete", "delete_file"],
    ["delete", "delete_file"],
    ["run_terminal_command", "Bash"],
  ])("finds by the table of the Amp specification: %s is %s", (requestedName, name) => {
    expect(registry.resolve(requestedName)).toMatchObject({
      status: "found",
      requestedName,
      tool: { name },
      via: requestedName === name ? "name" : "alias",
    });
  });

  it.each([
    ["BASH", "Bash"],
    ["Edit_File", "edit_file"],
    ["READ", "Read"],
    ["READ_FILE", "Read"],
    ["WRITE", "create_file"],
  ])("finds in another case if the tool is unambiguous: %s is %s", (requestedName, name) => {
    expect(registry.resolve(requestedName)).toMatchObject({ tool: { name }, via: "case-insensitive" });
  });

  it("returns the parameter mapping of an alias, even in another case, and for no other name", () => {
    expect(registry.resolve("remove")).toMatchObject({ tool: deleteFile, mapInput });
    expect(registry.resolve("REMOVE")).toMatchObject({ tool: deleteFile, mapInput });
    expect(registry.resolve("delete")).toMatchObject({ mapInput: undefined });
    expect(registry.resolve("delete_file")).toMatchObject({ mapInput: undefined });
  });

  it("prefers the exact case, and otherwise does not choose between two tools", () => {
    const lower = tool("grep");
    const upper = tool("Grep");
    const both = createToolRegistry([lower, upper]);
    expect(both.resolve("grep")).toMatchObject({ tool: lower, via: "name" });
    expect(both.resolve("Grep")).toMatchObject({ tool: upper, via: "name" });
    expect(both.resolve("GREP")).toMatchObject({ status: "unknown", nearest: ["grep", "Grep"] });
  });

  it("prefers a canonical name to an alias in another case", () => {
    const list = tool("LIST");
    const glob = tool("glob", ["list"]);
    expect(createToolRegistry([glob, list]).resolve("List")).toMatchObject({ tool: list });
  });

  it("does not choose between two mappings that differ by case only", () => {
    const odd = tool("odd", [
      { name: "go", mapInput },
      { name: "Go", mapInput: (input) => ({ ...input }) },
    ]);
    expect(createToolRegistry([odd]).resolve("GO").status).toBe("unknown");
  });

  it.each(["constructor", "__proto__", "prototype", "toString", "hasOwnProperty", "valueOf", ""])(
    "finds no tool named %o unless one was registered",
    (name) => {
      expect(registry.resolve(name)).toMatchObject({ status: "unknown", requestedName: name });
      expect(registry.get(name)).toBeUndefined();
    },
  );

  it("finds a tool that is really named constructor or __proto__", () => {
    const hostile = [tool("constructor"), tool("__proto__")];
    const own = createToolRegistry(hostile);
    for (const each of hostile) expect(own.resolve(each.name)).toMatchObject({ tool: each, via: "name" });
  });

  it.each([
    ["Raed", ["Read"]],
    ["ReadFiles", ["Read"]],
    ["edit-file", ["edit_file"]],
    ["delet", ["delete_file"]],
    ["run_terminal_cmd", ["Bash"]],
    ["zzzzzz", []],
  ])("suggests similar names for %s: %o", (name, nearest) => {
    expect(registry.resolve(name)).toMatchObject({ status: "unknown", nearest });
  });

  it("suggests at most three names, the closest first", () => {
    const many = createToolRegistry(
      ["search_a", "search_bb", "search_c", "search_abc"].map((name) => tool(name)),
    );
    expect(many.resolve("search_abb")).toMatchObject({ nearest: ["search_bb", "search_abc", "search_a"] });
  });

  it("answers a name of ten megabytes immediately, and a value that is not a text", () => {
    const elapsedMs = startStopwatch();
    expect(registry.resolve("x".repeat(10_000_000))).toMatchObject({ status: "unknown", nearest: [] });
    expect(elapsedMs()).toBeLessThan(1_000);
    for (const name of [undefined, null, 7, {}, [], Symbol("s")]) {
      expect(registry.resolve(name as string)).toMatchObject({ status: "unknown", nearest: [] });
    }
  });

  it("never throws and finds exactly the registered names", () => {
    const known = new Set(
      registry.list().flatMap((each) => registry.names(each).map((name) => name.toLowerCase())),
    );
    fc.assert(
      fc.property(
        fc.oneof(
          fc.string(),
          fc.constantFrom(...known).map((name) => name.toUpperCase()),
        ),
        (name) => {
          expect(registry.resolve(name).status).toBe(known.has(name.toLowerCase()) ? "found" : "unknown");
        },
      ),
    );
  });
});

describe("register", () => {
  it("registers one tool or several and lists them in that order", () => {
    const registry = createToolRegistry();
    registry.register(bash);
    registry.register([read, editFile]);
    expect(registry.list()).toEqual([bash, read, editFile]);
    expect(registry.get("Read")).toBe(read);
    expect(registry.get("read")).toBeUndefined();
    expect(registry.names(read)).toEqual(["Read", "read", "read_file"]);
  });

  it.each<[string, AnyTool[], string, string[]]>([
    ["a name that is taken", [tool("Read", [], "host")], "duplicate-name", ["Read", "host", "builtin"]],
    ["one name twice in a list", [tool("New"), tool("New")], "duplicate-name", ["New"]],
    ["an alias that is a name", [tool("New", ["Bash"])], "alias-clash", ["New", "Bash"]],
    ["an alias that is an alias", [tool("New", ["edit"])], "alias-clash", ["New", "edit_file"]],
    ["a name that is an alias", [tool("Write")], "alias-clash", ["Write", "create_file"]],
    ["an MCP tool without prefix", [tool("search", [], "mcp")], "wrong-prefix", ["search", "mcp__"]],
    ["an MCP alias without prefix", [tool("mcp__a__b", ["b"], "mcp")], "wrong-prefix", ['"b"', "mcp__"]],
    ["a toolbox tool without prefix", [tool("mcp__x", [], "toolbox")], "wrong-prefix", ["mcp__x", "tb__"]],
    ["a host tool with a foreign prefix", [tool("mcp__x", [], "host")], "wrong-prefix", ["mcp__x", "host"]],
    ["a built-in alias with a foreign prefix", [tool("x", ["tb__x"])], "wrong-prefix", ["tb__x", "builtin"]],
    ["a value that is not a tool", [{ name: "x" } as AnyTool], "not-a-tool", ["x", "defineTool"]],
    ["nothing", [undefined as unknown as AnyTool], "not-a-tool", ["defineTool"]],
  ])("refuses %s, names the conflict, and registers nothing of the list", (_case, added, code, words) => {
    const registry = createToolRegistry(AMP_TOOLS);
    expect(codeOf(() => registry.register([tool("innocent"), ...added]))).toBe(code);
    for (const word of words) expect(() => registry.register(added)).toThrow(word);
    expect(registry.list()).toEqual(AMP_TOOLS);
    expect(registry.resolve("innocent").status).toBe("unknown");
  });

  it("accepts the prefixes that belong to the source", () => {
    const registry = createToolRegistry([
      tool("mcp__github__search_code", [], "mcp"),
      tool("tb__custom_script", [], "toolbox"),
    ]);
    expect(registry.list()).toHaveLength(2);
  });

  it("replaces a tool in its position with its aliases", () => {
    const registry = createToolRegistry(AMP_TOOLS);
    const mine = tool("create_file", ["put"], "host");
    registry.register(mine, { replace: true });
    expect(registry.list().map((each) => each.name)).toEqual(AMP_TOOLS.map((each) => each.name));
    expect(registry.resolve("put")).toMatchObject({ tool: mine });
    expect(registry.resolve("Write").status).toBe("unknown");
  });

  it("does not let a replacement take the names of another tool", () => {
    const registry = createToolRegistry(AMP_TOOLS);
    expect(codeOf(() => registry.register(tool("Read", ["Bash"]), { replace: true }))).toBe("alias-clash");
    expect(registry.get("Read")).toBe(read);
  });
});

describe("unregister", () => {
  it("removes a tool with all its names, by name or by object, and returns whether it was registered", () => {
    const registry = createToolRegistry(AMP_TOOLS);
    expect(registry.unregister("Read")).toBe(true);
    expect(registry.unregister("Read")).toBe(false);
    expect(registry.resolve("read_file").status).toBe("unknown");
    expect(registry.unregister(bash)).toBe(true);
    expect(registry.list()).toEqual([createFile, editFile, deleteFile]);
    registry.register(read);
    expect(registry.list().at(-1)).toBe(read);
  });

  it("matches canonical names and the identical tool object", () => {
    const registry = createToolRegistry(AMP_TOOLS);
    expect(registry.unregister("write")).toBe(false);
    expect(registry.unregister(tool("Read"))).toBe(false);
    expect(registry.unregister("constructor")).toBe(false);
    expect(registry.list()).toEqual(AMP_TOOLS);
  });

  it("does not change a list that was returned before", () => {
    const registry = createToolRegistry(AMP_TOOLS);
    const before = registry.list();
    registry.unregister("Read");
    expect(before).toEqual(AMP_TOOLS);
    expect(Object.isFrozen(before)).toBe(true);
  });
});
