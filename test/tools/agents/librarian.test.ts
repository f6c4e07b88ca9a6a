import { mkdir, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { type ContextQuestion, type Repositories, ToolError } from "../../../src/contract/index.js";
import { librarianOperation, MAX_REPOSITORIES } from "../../../src/tools/agents/librarian.js";
import { createWorkbench, type Workbench } from "../workbench.js";
import { fakeSubagents } from "./fake-subagents.js";

/** A cache that contains one copy, next to the workspace. */
async function copyBeside(bench: Workbench): Promise<string> {
  const path = join(bench.outside, "library-copy");
  await mkdir(path);
  await writeFile(join(path, "lib.ts"), "one\ntwo\nthree\n");
  await writeFile(join(path, ".env"), "KEY=1");
  return path;
}

function repositories(copy: () => string): Repositories & { readonly fetched: string[] } {
  const fetched: string[] = [];
  return {
    fetched,
    plan: (url) => {
      if (url.includes("bad")) throw new ToolError("No address.", { code: "invalid-url" });
      return { url, command: `git clone -- ${url}`, hosts: ["example.org"] };
    },
    fetch: async ({ url }) => {
      fetched.push(url);
      return { path: copy(), commit: "0123456789abcdef", origin: "cloned" };
    },
  };
}

const URL_OF_COPY = "https://example.org/library";

describe("librarian", () => {
  it("searches the working directory when no repository is named", async () => {
    const subagents = fakeSubagents(() => "src/a.ts:1-1 here");
    const bench = await createWorkbench({ services: { subagents } });
    await bench.write({ "src/a.ts": "one\n" });
    const answer = await bench.run(librarianOperation, { query: "Where?", context: "Known." });
    expect(subagents.requests[0]).toMatchObject({ kind: "librarian", cwd: bench.folder });
    expect(subagents.requests[0]?.prompt).toBe(
      `Where?\n\nSearch this folder:\n- ${bench.folder}\n\nKnown facts:\nKnown.`,
    );
    expect(answer.ranges).toEqual([{ path: bench.path("src/a.ts"), startLine: 1, endLine: 1, why: "here" }]);
  });

  it("asks before a fetch with command and host, and opens only the copy for the session", async () => {
    let copy = "";
    const questions: ContextQuestion[] = [];
    const cache = repositories(() => copy);
    const subagents = fakeSubagents(() => `${copy}/lib.ts:2-9 there\nlib.ts:1-1 also\n${copy}/.env:1-1 x`);
    const bench = await createWorkbench({
      services: {
        subagents,
        repositories: cache,
        ask: async (question) => {
          questions.push(question);
          return true;
        },
      },
    });
    copy = await copyBeside(bench);
    await writeFile(join(bench.outside, "other.ts"), "secret of others\n");
    const { files } = bench.context;
    const read = (path: string) => files.readText(path);
    await expect(read(join(copy, "lib.ts"))).rejects.toMatchObject({ code: "external-directory" });

    const answer = await bench.run(librarianOperation, { query: "How?", repositories: [URL_OF_COPY] });
    expect(questions).toEqual([
      {
        reason: `Fetch ${URL_OF_COPY} to look through it`,
        kind: "execute",
        command: `git clone -- ${URL_OF_COPY}`,
        hosts: ["example.org"],
      },
    ]);
    expect(subagents.requests[0]).toMatchObject({ cwd: copy });
    expect(subagents.requests[0]?.prompt).toContain(`- ${copy} (${URL_OF_COPY} at 0123456789ab)`);
    expect(answer.repositories).toEqual([
      { repository: URL_OF_COPY, path: copy, commit: "0123456789abcdef" },
    ]);
    expect(answer.ranges).toEqual([
      { path: join(copy, "lib.ts"), startLine: 2, endLine: 3, why: "there" },
      { path: join(copy, "lib.ts"), startLine: 1, endLine: 1, why: "also" },
    ]);
    expect(answer.dropped).toEqual([{ path: `${copy}/.env`, reason: "secret" }]);

    expect((await read(join(copy, "lib.ts"))).text).toBe("one\ntwo\nthree\n");
    expect(await files.list(copy)).toHaveLength(2);
    await expect(read(join(copy, ".env"))).rejects.toMatchObject({ code: "reading-secret-file" });
    await expect(read(join(bench.outside, "other.ts"))).rejects.toMatchObject({ code: "external-directory" });
    await expect(read(join(copy, "../other.ts"))).rejects.toMatchObject({ code: "external-directory" });
    await expect(files.writeText(join(copy, "lib.ts"), "x")).rejects.toMatchObject({
      code: "external-directory",
    });
    await expect(files.remove(join(copy, "lib.ts"))).rejects.toMatchObject({ code: "external-directory" });
  });

  it("fetches and starts nothing without an approval, even where no approver exists", async () => {
    const cache = repositories(() => "");
    const subagents = fakeSubagents(() => "ok");
    const bench = await createWorkbench({ services: { subagents, repositories: cache } });
    const error = await bench.failure(librarianOperation, { query: "x", repositories: [URL_OF_COPY] });
    expect(error).toMatchObject({ code: "rejected-by-user" });
    expect(cache.fetched).toEqual([]);
    expect(subagents.requests).toEqual([]);
  });

  it("opens an approved local folder only until it has answered", async () => {
    let copy = "";
    let readable = false;
    const approvedPaths = new Set<string>();
    const subagents = fakeSubagents(async () => {
      readable = (await bench.context.files.readText(join(copy, "lib.ts"))).text.length > 0;
      return "ok";
    });
    const bench = await createWorkbench({ approvedPaths, services: { subagents } });
    copy = await copyBeside(bench);
    approvedPaths.add(copy);
    await bench.run(librarianOperation, { query: "x", repositories: [copy] });
    expect(readable).toBe(true);
    await expect(bench.context.files.readText(join(copy, "lib.ts"))).rejects.toMatchObject({
      code: "external-directory",
    });
  });

  it("refuses a local folder outside the roots that was not approved", async () => {
    const subagents = fakeSubagents(() => "ok");
    const bench = await createWorkbench({ services: { subagents } });
    const copy = await copyBeside(bench);
    expect(await bench.failure(librarianOperation, { query: "x", repositories: [copy] })).toMatchObject({
      code: "external-directory",
    });
    expect(subagents.requests).toEqual([]);
  });

  it.each([
    ["not-found", ["gone"]],
    ["not-a-directory", ["a.ts"]],
    ["invalid-url", ["https://bad"]],
    ["invalid-input", Array.from({ length: MAX_REPOSITORIES + 1 }, (_, index) => `r${index}`)],
  ])("reports %s", async (code, named) => {
    const cache = repositories(() => "");
    const bench = await createWorkbench({
      services: { subagents: fakeSubagents(() => "ok"), repositories: cache },
    });
    await bench.write({ "a.ts": "" });
    expect(await bench.failure(librarianOperation, { query: "x", repositories: named })).toMatchObject({
      code,
    });
  });

  it.each(["github.com/acme/x", "ext::sh -c id", "--upload-pack=id"])(
    "treats %s as a folder, and describes valid addresses",
    async (named) => {
      const bench = await createWorkbench({ services: { subagents: fakeSubagents(() => "ok") } });
      const failure = await bench.failure(librarianOperation, { query: "x", repositories: [named] });
      expect(failure).toMatchObject({
        code: "not-found",
        message: expect.stringContaining("https://host/path"),
      });
    },
  );

  it("reports the folders that it reads to the rules, but not addresses", () => {
    const input = { query: "x", repositories: ["../lib", URL_OF_COPY, "git@example.org:a/b"] };
    expect(librarianOperation.facts(input, { cwd: "/w" })).toEqual({
      paths: [{ path: "../lib", access: "read" }],
    });
    for (const repositories of [[], [" "], undefined]) {
      const nothing = { query: "x", ...(repositories !== undefined && { repositories }) };
      expect(librarianOperation.facts(nothing, { cwd: "/w" })).toEqual({
        paths: [{ path: "/w", access: "read" }],
      });
    }
  });
});
