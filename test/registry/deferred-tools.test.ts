import { describe, expect, it } from "vitest";
import { toTools } from "../../src/adapters/anthropic/index.js";
import { createToolRuntime, defineTool, jsonSchema } from "../../src/core.js";
import type { AnyTool, RuntimeOptions, ToolResult, ToolRuntime } from "../../src/index.js";
import { createToolRegistry } from "../../src/registry/index.js";
import { startStopwatch } from "../processor-time.js";

function tool(
  name: string,
  description = `Does ${name}.`,
  rest: { source?: "mcp"; deferred?: boolean } = {},
): AnyTool {
  return defineTool({
    name,
    description,
    inputSchema: jsonSchema({
      type: "object",
      properties: { channel: { type: "string", description: "Where to" } },
      required: ["channel"],
    }),
    deferred: true,
    executionProfile: { resourceKeys: () => [] },
    execute: () => `ran ${name}`,
    ...rest,
  });
}

const SERVICES = [
  "slack",
  "github",
  "jira",
  "mail",
  "calendar",
  "drive",
  "wiki",
  "metrics",
  "deploy",
  "billing",
];
const ACTS = ["send", "list", "get", "create", "delete", "update", "search", "archive", "share", "export"];

/** Five hundred tools of ten servers, a realistic number for hosts. */
const MANY = SERVICES.flatMap((service) =>
  ACTS.flatMap((act) =>
    ["message", "item", "user", "report", "comment"].map((thing) =>
      tool(`mcp__${service}__${act}_${thing}`, `${act} a ${thing} with ${service}, on behalf of the user.`, {
        source: "mcp",
      }),
    ),
  ),
);

function runtimeWith(tools: readonly AnyTool[], options: RuntimeOptions = {}): ToolRuntime {
  return createToolRuntime({ permissions: "allow-all", ...options, tools }) as ToolRuntime;
}

const search = (
  runtime: ToolRuntime,
  query: string,
  rest: object = {},
  session = runtime.defaultSession,
): Promise<ToolResult> =>
  runtime.execute({ id: query, name: "ToolSearch", input: { query, ...rest } }, { session });
const names = (tools: readonly AnyTool[]) => tools.map(({ name }) => name);
const found = (result: ToolResult) =>
  (result.result as { tools: { name: string }[] }).tools.map(({ name }) => name);

describe("deferred tools", () => {
  it("appear in ToolSearch, which is present while one is registered", () => {
    const registry = createToolRegistry([tool("plain", "Is there.", { deferred: false })]);
    expect(names(registry.list())).toEqual(["plain"]);
    const later = tool("later");
    registry.register(later);
    expect(names(registry.list())).toEqual(["plain", "later", "ToolSearch"]);
    expect(registry.get("ToolSearch")?.description).toContain("Deferred tools: later.");
    expect(registry.resolve("toolsearch")).toMatchObject({ status: "found", via: "case-insensitive" });
    registry.unregister(later);
    expect(names(registry.list())).toEqual(["plain"]);
    expect(registry.get("ToolSearch")).toBeUndefined();
  });

  it("do not replace a tool of the host that is named ToolSearch", () => {
    const own = tool("ToolSearch", "The host's.", { deferred: false });
    const registry = createToolRegistry([own, tool("later")]);
    expect(registry.list().filter(({ name }) => name === "ToolSearch")).toEqual([own]);
  });

  it("appear in a session once it has loaded them, after all other tools, in that order", async () => {
    const runtime = runtimeWith([tool("b"), tool("a"), tool("plain", "Is there.", { deferred: false })]);
    const session = runtime.session();
    expect(names(runtime.tools())).toEqual(["plain", "ToolSearch"]);
    await search(runtime, "select:a", {}, session);
    await search(runtime, "select:b,a", {}, session);
    expect(names(runtime.tools(undefined, { session }))).toEqual(["plain", "ToolSearch", "a", "b"]);
    expect(names(runtime.tools())).toEqual(["plain", "ToolSearch"]);
  });

  it("appear without ToolSearch, for a provider with its own search", () => {
    const runtime = runtimeWith([tool("later"), tool("plain", "Is there.", { deferred: false })]);
    expect(names(runtime.tools(undefined, { deferred: "all" }))).toEqual(["later", "plain"]);
  });

  it("run without being loaded, and say how to load them when the input is wrong", async () => {
    const runtime = runtimeWith([tool("later")]);
    const call = (input: object) => runtime.execute({ id: "1", name: "later", input });
    expect(await call({ channel: "x" })).toMatchObject({ status: "done", result: "ran later" });
    const advice = 'call ToolSearch with {"query": "select:later"}';
    expect((await call({})).error?.message).toContain(advice);
    await search(runtime, "select:later");
    expect((await call({})).error?.message).not.toContain(advice);
  });

  it("remain hidden if a rule denies them", async () => {
    const runtime = runtimeWith([tool("open"), tool("closed")], {
      permissions: [
        { tool: "*", verdict: "allow" },
        { tool: "closed", verdict: "deny" },
      ],
    });
    expect(runtime.registry.get("ToolSearch")?.description).not.toContain("closed");
    expect((await search(runtime, "select:closed")).error?.errorCode).toBe("not-found");
    expect(found(await search(runtime, "does"))).toEqual(["open"]);
  });
});

describe("ToolSearch", () => {
  const runtime = runtimeWith(MANY);

  it("returns name, description and schema by exact names, one line each", async () => {
    const result = await search(runtime, "select: mcp__slack__send_message ,mcp__mail__list_item");
    expect(found(result)).toEqual(["mcp__slack__send_message", "mcp__mail__list_item"]);
    const [text] = result.content as readonly { text: string }[];
    const lines = (text?.text ?? "").split("\n").map((line) => JSON.parse(line) as object);
    expect(lines[0]).toMatchObject({
      name: "mcp__slack__send_message",
      inputSchema: { required: ["channel"] },
    });
  });

  it("finds tools by words, the best first, five by default", async () => {
    const result = await search(runtime, "slack send message");
    expect(found(result)).toHaveLength(5);
    expect(found(result)[0]).toBe("mcp__slack__send_message");
    expect(found(await search(runtime, "github comments", { max_results: 2 }))).toHaveLength(2);
    expect(found(await search(runtime, "calender user get"))[0]).toBe("mcp__calendar__get_user");
  });

  it("names the tools that do not exist, with similar names", async () => {
    const some = await search(runtime, "select:mcp__slack__send_message,mcp__slack__send_mesage");
    expect(some.status).toBe("done");
    expect(some.content).toMatchObject([
      { text: expect.stringContaining("Did you mean 'mcp__slack__send_message'") },
    ]);
    expect((await search(runtime, "select:zzz")).error).toMatchObject({ errorCode: "not-found" });
    expect((await search(runtime, "zzzzqqqq")).error?.message).toContain("other or fewer words");
    expect((await search(runtime, "select:")).error?.errorCode).toBe("not-found");
    expect((await search(runtime, "x".repeat(1_000_000))).error?.errorCode).toBe("not-found");
  });

  it("runs at the same time as other calls, without a question", async () => {
    const asking = runtimeWith(MANY, { permissions: "default" });
    expect((await search(asking, "slack")).status).toBe("done");
    const plan = await asking.plan([
      { id: "1", name: "ToolSearch", input: { query: "a" } },
      { id: "2", name: "ToolSearch", input: { query: "b" } },
    ]);
    expect(plan.conflicts).toEqual([]);
  });

  it("needs less than 2 KB of definitions for 500 deferred tools, and little time for a search", async () => {
    const fresh = runtimeWith(MANY);
    const exported = JSON.stringify(toTools(fresh.tools()));
    expect(exported.length).toBeLessThan(2_048);
    expect(exported).toContain("mcp__slack__* (50 tools)");
    await search(fresh, "warm up");
    const times: number[] = [];
    for (const query of [
      "send a message",
      "list reports jira",
      "delete user",
      "export wiki",
      "share drive item",
    ]) {
      const elapsedMs = startStopwatch();
      await search(fresh, query);
      times.push(elapsedMs());
    }
    const loaded = fresh.tools().filter(({ name }) => name !== "ToolSearch");
    const withLoaded = JSON.stringify(toTools(fresh.tools()));
    expect(loaded.length).toBeGreaterThan(0);
    expect(withLoaded.length - JSON.stringify(toTools(loaded)).length).toBeLessThan(2_048);
    // The median, with a margin for a loaded machine: it takes less than 1 ms on an idle one.
    expect(times.sort((a, b) => a - b)[2]).toBeLessThan(50);
  });
});
