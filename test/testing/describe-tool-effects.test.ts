import { spawn } from "node:child_process";
import { readFile } from "node:fs/promises";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { connect } from "node:net";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import * as z from "zod";
import { type AnyTool, defineTool, ToolError } from "../../src/core.js";
import { type DescribeToolOptions, describeTool } from "../../src/testing/index.js";
import { collectTests, failuresOf } from "./collect-tests.js";

type Input = { path: string; list?: string[] };
type Context = Parameters<AnyTool["execute"]>[1];

/** A correct tool; each bug below is one change of it. */
const SOUND = {
  name: "count_words",
  description: "Counts the words of a text file.",
  kind: "read",
  inputSchema: z.object({ path: z.string(), list: z.array(z.string()).optional() }),
  facts: ({ path }: Input) => ({ paths: [path] }),
  executionProfile: { resourceKeys: ({ path }: Input) => [{ key: `file:${path}`, mode: "read" as const }] },
  execute: async ({ path }: Input, { files }: Context): Promise<unknown> =>
    (await files.readText(path)).text.length,
} as const;

const FACTS = "declares facts for its paths";
const KEYS = "returns equal keys and facts for an equal input";
const INPUT = "leaves its input unchanged";
const LEFT = "leaves no timers and no processes";
const PRINTS = "prints nothing to the standard output";
const CONTACTS = 'contacts no servers: kind is "read"';
const FILES = "opens files only through its context";
const EFFECTS = [FACTS, KEYS, INPUT, LEFT, PRINTS, CONTACTS, FILES];

async function failures(changes: object, options: Partial<DescribeToolOptions> = {}) {
  const tool = defineTool({ ...SOUND, ...changes } as never) as AnyTool;
  const tests = collectTests((runner) =>
    describeTool(tool, runner, {
      files: { "a.txt": "one" },
      samples: [{ input: { path: "a.txt", list: ["b", "a"] } }],
      ...options,
    }),
  );
  return failuresOf(tests.filter(({ title }) => EFFECTS.includes(title)));
}

const started: { kill?: () => unknown; timer?: NodeJS.Timeout }[] = [];
const server = createServer((_request, response) => void response.end("ok"));
let url = "";
let counter = 0;

beforeAll(async () => {
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/`;
});

afterAll(async () => {
  for (const { kill, timer } of started) {
    kill?.();
    clearTimeout(timer);
  }
  server.closeAllConnections();
  await new Promise((resolve) => server.close(resolve));
});

const later = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));

const BAD: readonly (readonly [bug: string, test: string, changes: object, says: string])[] = [
  [
    "no facts for a path in its input",
    FACTS,
    { facts: undefined },
    "its parameter 'path' is named like a path",
  ],
  [
    "no facts for a path that it touches",
    FACTS,
    {
      facts: undefined,
      inputSchema: z.object({ topic: z.string().default("a.txt") }),
      executionProfile: { serial: true },
      execute: async (_input: unknown, { files }: Context) => (await files.readText("a.txt")).text.length,
    },
    "touched /workspace/a.txt",
  ],
  [
    "unstable keys",
    KEYS,
    { executionProfile: { resourceKeys: () => [{ key: `name:${counter++}`, mode: "read" }] } },
    "executionProfile.resourceKeys returned other values",
  ],
  ["unstable facts", KEYS, { facts: () => ({ paths: [`${counter++}`] }) }, "facts returned other values"],
  [
    "an input that execute sorts",
    INPUT,
    { execute: ({ list }: Input) => list?.sort().length },
    "execute changed its input",
  ],
  [
    "an input that facts changes",
    INPUT,
    { facts: (input: Input) => ({ paths: [(input.list ?? []).push("x") > 0 ? input.path : ""] }) },
    "facts changed its input",
  ],
  [
    "a timer that continues",
    LEFT,
    { execute: () => started.push({ timer: setInterval(() => {}, 60_000) }) },
    "execute left a timer running",
  ],
  [
    "a process that continues",
    LEFT,
    {
      execute: () => {
        const child = spawn("sleep", ["60"], { stdio: "ignore" });
        started.push({ kill: () => child.kill("SIGKILL") });
        return "ok";
      },
    },
    "execute left a process running",
  ],
  ["console.log", PRINTS, { execute: () => console.log("debug") ?? "ok" }, 'it printed "debug"'],
  ["process.stdout.write", PRINTS, { execute: () => process.stdout.write("raw") }, 'it printed "raw"'],
  ["fetch", CONTACTS, { execute: async () => (await fetch(url)).text() }, 'it contacted "http://127.0.0.1'],
  [
    "a connection without fetch",
    CONTACTS,
    {
      execute: () =>
        new Promise((resolve) => {
          const socket = connect(Number(new URL(url).port), "127.0.0.1", () => socket.destroy());
          socket.on("close", () => resolve("ok"));
        }),
    },
    "it contacted",
  ],
  [
    "a file read by node:fs",
    FILES,
    { execute: () => readFile("/etc/hostname", "utf8").catch(() => "") },
    'fs.promises.readFile with "/etc/hostname"',
  ],
];

describe("describeTool", () => {
  it("passes a tool without such effects", async () => {
    expect(await failures({})).toEqual({});
  });

  it.each(BAD)("finds %s", async (_bug, test, changes, says) => {
    const found = await failures(changes);
    expect(Object.keys(found)).toEqual([test]);
    expect(found[test]).toContain(says);
    for (const line of found[test]?.split("\n") ?? []) expect(line).toMatch(/[^.]\.$/);
  });

  it.each<[string, object, Partial<DescribeToolOptions>?]>([
    ["empty facts for a parameter that is not a path", { facts: () => ({}), execute: () => "ok" }],
    ["a sorted copy of its input", { execute: ({ list = [] }: Input) => [...list].sort().length }],
    ["a timer that fires", { execute: () => later(5) }],
    [
      "a timer that is cleared",
      {
        execute: () => {
          clearTimeout(setTimeout(() => {}, 60_000));
          return "ok";
        },
      },
    ],
    [
      "a process that ends",
      {
        execute: () =>
          new Promise((resolve) => spawn("true", { stdio: "ignore" }).on("close", () => resolve("ok"))),
      },
    ],
    [
      "a log and progress",
      { execute: (_: unknown, { log, progress }: Context) => log("a") ?? progress({ message: "b" }) ?? "ok" },
    ],
    ["an error output", { execute: () => process.stderr.write("") }],
    [
      "a request to a host in its facts",
      { facts: () => ({ hosts: ["127.0.0.1"] }), execute: async () => (await fetch(url)).text() },
      { permissions: "allow-all" },
    ],
    [
      "a generator",
      {
        async *execute({ path }: Input, { files }: Context) {
          yield "reading";
          return (await files.readText(path)).text.length;
        },
      },
    ],
  ])("passes %s", async (_name, changes, options) => {
    expect(await failures(changes, options)).toEqual({});
  });

  it("restores the functions of the process", async () => {
    const own = [console.log, process.stdout.write, globalThis.fetch];
    await failures({ execute: () => console.log("debug") ?? "ok" });
    expect([console.log, process.stdout.write, globalThis.fetch]).toEqual(own);
  });

  it("ends a message that quotes another message in one full stop", async () => {
    const failing = defineTool({
      ...SOUND,
      execute: () => {
        throw new ToolError("There is nothing here.");
      },
    } as never) as AnyTool;
    const tests = collectTests((runner) =>
      describeTool(failing, runner, { files: { "a.txt": "one" }, samples: [{ input: { path: "a.txt" } }] }),
    );
    const title = "ends each sample with the expected outcome";
    const found = await failuresOf(tests.filter((test) => test.title === title));
    expect(found[title]).toMatch(/There is nothing here\.\nRemedy: .*[^.]\.$/);
  });
});
