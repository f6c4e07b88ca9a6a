import { writeFile } from "node:fs/promises";
import { basename } from "node:path";
import { describe, expect, it } from "vitest";
import { BUILT_IN_SERVERS } from "../../../../src/backends/local/language-servers/servers/index.js";
import type { WarmingRequest } from "../../../../src/contract/index.js";
import { fakeProject } from "./server-project.js";

describe("errors of other files after a change", () => {
  it.concurrent("count as new only if they were absent before", async ({ expect, onTestFinished }) => {
    const project = await fakeProject("answers", {
      onTestFinished,
      files: { "b.fake": "imports a.fake\nBAD always\nuses soap", "a.fake": "makes soap" },
      definition: { importsOf: (file) => `imports ${basename(file)}` },
    });
    project.servers.afterRead([project.path("a.fake")], { ...project.request, isAllowed: async () => true });
    await expect.poll(() => project.log()).toContainEqual(expect.stringMatching(/didOpen .*a\.fake/));
    const known = await project.change("a.fake", "makes rope");
    expect(known.elsewhere).toMatchObject([{ message: "nobody makes soap" }]);
    expect(known.unclear).toEqual([]);
  });

  it.concurrent("may be older if the server did not know the former text", async ({
    expect,
    onTestFinished,
  }) => {
    const project = await fakeProject("answers", {
      onTestFinished,
      files: { "b.fake": "imports a.fake\nBAD always" },
      definition: { importsOf: (file) => `imports ${basename(file)}` },
    });
    const first = await project.change("a.fake", "makes rope");
    expect(first.elsewhere).toEqual([]);
    expect(first.unclear).toMatchObject([{ message: "BAD always" }]);
    await writeFile(project.path("b.fake"), "imports a.fake\nBAD always\nuses soap");
    const second = await project.change("a.fake", "makes sand");
    expect(second.elsewhere).toMatchObject([{ message: "nobody makes soap" }]);
    expect(second.unclear).toEqual([]);
  });

  it.concurrent("count as new in the whole project with a server that publishes them", async ({
    expect,
    onTestFinished,
  }) => {
    const project = await fakeProject("publishes", {
      onTestFinished,
      files: { "a.fake": "makes soap", "b.fake": "uses soap\nBAD always" },
    });
    await project.servers.current([project.path("a.fake"), project.path("b.fake")], project.request);
    const report = await project.change("a.fake", "makes rope");
    expect(report.elsewhere).toMatchObject([{ message: "nobody makes soap" }]);
    expect(report.unclear).toEqual([]);
  });

  it.concurrent("never include installed packages and declarations", async ({ expect, onTestFinished }) => {
    const project = await fakeProject("knows-uses", {
      onTestFinished,
      files: { "b.fake": "uses soap", "node_modules/x/c.fake": "uses soap\nBAD" },
    });
    const inside = project.path("node_modules/x/c.fake");
    expect((await project.servers.afterChange([inside], project.request)).servers).toEqual([]);
    expect((await project.servers.current([inside], project.request)).diagnostics).toEqual([]);
    expect(await project.log()).toEqual([]);
  });
});

describe("a file that was read", () => {
  const warming = (isAllowed: WarmingRequest["isAllowed"]) => ({ isAllowed });

  it.concurrent("starts a server that may start without a question", async ({ expect, onTestFinished }) => {
    const project = await fakeProject("answers", { onTestFinished, servers: { start: "ask" } });
    const asked: string[] = [];
    const request = {
      ...project.request,
      ...warming(async (command) => {
        asked.push(command);
        return true;
      }),
    };
    project.servers.afterRead([project.path("a.fake")], request);
    await expect.poll(() => project.log()).toContainEqual(expect.stringMatching(/didOpen .*a\.fake/));
    expect(asked).toEqual([expect.stringMatching(/fake-server\.mjs/)]);
    expect(project.questions).toEqual([]);
  });

  it.concurrent("starts no server that would need a question", async ({ expect, onTestFinished }) => {
    const project = await fakeProject("answers", { onTestFinished, servers: { start: "ask" } });
    let resolve = () => {};
    const judged = new Promise<void>((done) => {
      resolve = done;
    });
    const request = {
      ...project.request,
      ...warming(async () => {
        resolve();
        return false;
      }),
    };
    project.servers.afterRead([project.path("a.fake")], request);
    await judged;
    expect(await project.log()).toEqual([]);
    expect(project.questions).toEqual([]);
  });
});

describe("the imports of a file", () => {
  const imports = BUILT_IN_SERVERS[0].importsOf("/p/src/sum.ts");

  it.each([
    'import { sum } from "./sum.js";',
    'import "../src/sum";',
    "export * from './sum.ts'",
    '} from "@/src/sum";',
    'const { sum } = require("./sum");',
    'await import("./sum.js")',
    'vi.mock("./sum.js")',
    '/// <reference path="./sum.ts" />',
  ])("include %s", (line) => expect(line).toMatch(new RegExp(imports)));

  it.each([
    'const name = "sum";',
    'if (kind === "sum") return total;',
    "label: 'a/sum',",
    'import { x } from "./sums.js";',
    'const from = ["sum"];',
    'log("from " + "sum")',
  ])("do not include the text %s", (line) => expect(line).not.toMatch(new RegExp(imports)));
});
