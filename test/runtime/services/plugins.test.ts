import { describe, expect, it } from "vitest";
import { createToolRuntime, defineTool, jsonSchema, type Plugin } from "../../../src/core.js";
import { createToolRuntime as createFullRuntime } from "../../../src/index.js";
import { echoTool } from "../fixtures.js";

const named = (name: string, answer = name) =>
  defineTool({
    name,
    description: `Says ${answer}.`,
    kind: "think",
    inputSchema: jsonSchema({ type: "object" }),
    execute: () => answer,
  });

describe("plugins", () => {
  it("adds tools and middleware, inside those of the host", async () => {
    const order: string[] = [];
    const greeter: Plugin = ({ registry, use, cwd }) => {
      expect(registry.get("echo")).toBeDefined();
      registry.register([named("hello"), named("where", cwd)]);
      use(async (call, next) => {
        order.push(`plugin ${call.tool.name}`);
        return next();
      });
    };
    await using runtime = createToolRuntime({
      cwd: "/somewhere",
      tools: [echoTool],
      plugins: [greeter],
      middleware: [
        async (_, next) => {
          order.push("host");
          return next();
        },
      ],
    });
    expect(runtime.plugins).toEqual([{ name: "greeter", status: "loaded", tools: ["hello", "where"] }]);
    const result = await runtime.execute({ id: "1", name: "where", input: {} });
    expect(result).toMatchObject({ status: "done", result: "/somewhere" });
    expect(order).toEqual(["host", "plugin where"]);
  });

  it.each<[string, Plugin, RegExp]>([
    [
      "throws",
      () => {
        throw new Error("no licence");
      },
      /no licence/,
    ],
    [
      "throws nothing",
      () => {
        throw undefined;
      },
      /undefined/,
    ],
    ["adds what is no tool", ({ registry }) => registry.register({} as never), /defineTool/],
    [
      "adds a name that is taken",
      ({ registry }) => registry.register(named("Echo")),
      /"Echo" is taken by the tool "echo"/,
    ],
    ["claims another origin", ({ registry }) => registry.register(named("mcp__x")), /mcp__/],
    ["adds what is no middleware", ({ use }) => use(7 as never), /middleware/],
    [
      "is async",
      (async () => {
        throw new Error("later");
      }) as Plugin,
      /must not be async/,
    ],
  ])("skips a plugin as a whole when it %s, and loads the others", async (_, bad, reason) => {
    const ran: string[] = [];
    const half: Plugin = (host) => {
      host.registry.register(named("half_done"));
      host.use(async (_call, next) => {
        ran.push("half");
        return next();
      });
      return bad(host);
    };
    await using runtime = createToolRuntime({
      tools: [echoTool],
      plugins: [
        ({ registry }) => registry.register(named("before")),
        half,
        ({ registry }) => registry.register(named("after")),
      ],
    });
    expect(runtime.plugins).toEqual([
      { name: "plugin 1", status: "loaded", tools: ["before"] },
      { name: "half", status: "failed", reason: expect.stringMatching(reason) },
      { name: "plugin 3", status: "loaded", tools: ["after"] },
    ]);
    expect(runtime.registry.list().map(({ name }) => name)).toEqual(["echo", "before", "after"]);
    expect((await runtime.execute({ id: "1", name: "after", input: {} })).status).toBe("done");
    expect(ran).toEqual([]);
  });

  it("replaces a host tool only with permission, and never one of another plugin", async () => {
    const reader = {
      plugin: (({ registry }) => registry.register(named("Read", "mine"))) as Plugin,
      name: "reader",
    };
    await using refused = createFullRuntime({ plugins: [reader] });
    expect(refused.plugins).toMatchObject([{ name: "reader", status: "failed" }]);
    expect(refused.registry.get("Read")?.source).toBe("builtin");
    await using allowed = createFullRuntime({
      plugins: [
        { ...reader, mayReplace: ["Read"] },
        { ...reader, name: "second", mayReplace: "all" },
      ],
    });
    expect(allowed.plugins.map(({ status }) => status)).toEqual(["loaded", "failed"]);
    expect(await allowed.execute({ id: "1", name: "Read", input: {} })).toMatchObject({ result: "mine" });
  });

  it("refuses changes of a plugin that has returned", () => {
    let late: (() => void) | undefined;
    const runtime = createToolRuntime({
      plugins: [
        ({ registry }) => {
          late = () => registry.register(named("late"));
        },
      ],
    });
    expect(() => late?.()).toThrow(/has already returned/);
    expect(runtime.registry.list()).toEqual([]);
  });

  it.each([[{}], [null], [{ plugin: () => {}, mayReplace: "Read" }]])(
    "throws for an entry that is not a plugin: %j",
    (entry) => {
      expect(() => createToolRuntime({ plugins: [entry as never] })).toThrow(TypeError);
    },
  );
});
