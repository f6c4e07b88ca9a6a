import { execFileSync } from "node:child_process";
import { existsSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { createWorkbench, type Workbench } from "../../../tools/workbench.js";
import { grep } from "../amp-tools.js";

async function search(bench: Workbench, input: Record<string, unknown>): Promise<readonly string[]> {
  return (await bench.call(grep, input)).result as readonly string[];
}

const tree = {
  "src/app.ts": "const Name = 1;\nfoo(a.b)\nfooXb\n",
  "src/deep/other.ts": "\tname\r\n",
  "readme.md": "NAME\n",
  "ignored.txt": "name\n",
  ".gitignore": "ignored.txt\n",
  ".hidden": "name\n",
};

describe("Grep", () => {
  it("answers with path, line and text, sorted, without regard to case", async () => {
    const bench = await createWorkbench();
    await bench.write(tree);
    const { result, text } = await bench.call(grep, { pattern: "name" });
    expect(result).toEqual([
      "readme.md:1: NAME",
      "src/app.ts:1: const Name = 1;",
      "src/deep/other.ts:1: \tname",
    ]);
    expect(text).toBe("readme.md:1: NAME\nsrc/app.ts:1: const Name = 1;\nsrc/deep/other.ts:1: \tname");
  });

  it.each([
    [{ pattern: "name", caseSensitive: true }, ["src/deep/other.ts:1: \tname"]],
    [{ pattern: "a.b" }, ["src/app.ts:2: foo(a.b)"]],
    [{ pattern: "o[(X]" }, ["src/app.ts:2: foo(a.b)", "src/app.ts:3: fooXb"]],
    [{ pattern: "foo(a", literal: true }, ["src/app.ts:2: foo(a.b)"]],
    [{ pattern: "name", path: "src" }, ["src/app.ts:1: const Name = 1;", "src/deep/other.ts:1: \tname"]],
    [{ pattern: "name", path: "src/app.ts" }, ["src/app.ts:1: const Name = 1;"]],
    [{ pattern: "name", glob: "*.ts" }, ["src/app.ts:1: const Name = 1;", "src/deep/other.ts:1: \tname"]],
    [{ pattern: "name", glob: "src/*.ts" }, ["src/app.ts:1: const Name = 1;"]],
    [{ pattern: "name", glob: "!*.ts" }, ["readme.md:1: NAME"]],
    [{ pattern: "name", glob: "**/*.{md,txt}" }, ["readme.md:1: NAME"]],
    [{ pattern: "name$", glob: "*.ts" }, ["src/deep/other.ts:1: \tname"]],
  ])("finds with %j", async (input, rows) => {
    const bench = await createWorkbench();
    await bench.write(tree);
    expect(await search(bench, input)).toEqual(rows);
  });

  it("returns absolute paths outside the working directory", async () => {
    const bench = await createWorkbench({ approvedPaths: "any" });
    await bench.write({ "../outside/a.txt": "name\n", "b.txt": "name\n" });
    expect(await search(bench, { pattern: "name", path: "../outside" })).toEqual([
      `${bench.outside}/a.txt:1: name`,
    ]);
    expect(await search(bench, { pattern: "name", glob: `${bench.folder}/*.txt` })).toEqual([
      "b.txt:1: name",
    ]);
  });

  it("answers in two lines without a match, which is not an error", async () => {
    const bench = await createWorkbench();
    await bench.write(tree);
    const { result, text } = await bench.call(grep, { pattern: "nowhere" });
    expect(result).toEqual([
      "No results found.",
      "If you meant to search for a literal string, run Grep again with literal:true.",
    ]);
    expect(text.split("\n")).toHaveLength(2);
  });

  it("shows ten matches of a file and says which file has more", async () => {
    const bench = await createWorkbench();
    await bench.write({ "a.txt": "hit\n".repeat(11), "b.txt": "hit\n".repeat(10) });
    const rows = await search(bench, { pattern: "hit" });
    expect(rows.slice(0, -1)).toEqual(
      ["a.txt", "b.txt"].flatMap((file) =>
        Array.from({ length: 10 }, (_, index) => `${file}:${index + 1}: hit`),
      ),
    );
    expect(rows.at(-1)).toBe(
      "[Only the first 10 matches are shown of a.txt. Use a narrower pattern, or Read the file.]",
    );
  });

  it("shows 100 matches in all, says that there are more, and stops", async () => {
    const bench = await createWorkbench();
    await bench.write(
      Object.fromEntries(Array.from({ length: 300 }, (_, index) => [`d${index % 7}/f${index}.txt`, "hit\n"])),
    );
    const rows = await search(bench, { pattern: "hit" });
    expect(rows).toHaveLength(101);
    expect(rows.at(-1)).toMatch(/^\[These are the first 100 matches; there are more\. .*path or glob/);
    const exact = await createWorkbench();
    await exact.write(
      Object.fromEntries(Array.from({ length: 100 }, (_, index) => [`f${index}.txt`, "hit\n"])),
    );
    expect(await search(exact, { pattern: "hit" })).toHaveLength(100);
  });

  it("cuts a line at 200 characters, never through one", async () => {
    const bench = await createWorkbench();
    await bench.write({
      "a.txt": `hit${"x".repeat(197)}\n`,
      "b.txt": `hit${"x".repeat(198)}\n`,
      "c.txt": `hit${"x".repeat(196)}😀\n`,
    });
    expect(await search(bench, { pattern: "hit" })).toEqual([
      `a.txt:1: hit${"x".repeat(197)}`,
      `b.txt:1: hit${"x".repeat(197)}...`,
      `c.txt:1: hit${"x".repeat(196)}...`,
    ]);
  });

  it("separates path, line and text for any name and content of a file", async () => {
    const bench = await createWorkbench();
    await bench.write({
      "a:1:x.txt": "hit\n",
      "b|2|y.txt": "hit\n",
      "c\nd.txt": "hit\n",
      "e.txt": "\u001b[2Jhit\u0007\n",
    });
    expect(await search(bench, { pattern: "hit" })).toEqual([
      "a:1:x.txt:1: hit",
      "b|2|y.txt:1: hit",
      "c\\x0ad.txt:1: hit",
      "e.txt:1: \\x1b[2Jhit\\x07",
    ]);
  });

  it("leaves secret files out, by the common list and by the host's", async () => {
    const bench = await createWorkbench({ secretPaths: ["token.txt"] });
    await bench.write({
      ".env": "CANARY\n",
      "credentials.json": "CANARY\n",
      "deep/.env.local": "CANARY\n",
      "deep/token.txt": "CANARY\n",
      "deep/id_rsa": "CANARY\n",
      ".env.example": "CANARY=\n",
      "a.txt": "canary\n",
    });
    expect(await search(bench, { pattern: "canary" })).toEqual(["a.txt:1: canary"]);
    expect(await search(bench, { pattern: "canary", glob: "**/.env*" })).toEqual([".env.example:1: CANARY="]);
    for (const path of [".env", "deep/token.txt"]) {
      const error = await bench.callFailure(grep, { pattern: "canary", path });
      expect(error.message).toBe("Refusing to read env file. Reading secrets is not permitted.");
    }
  });

  it.each(["--pre=./evil.sh", "-f/etc/passwd", "--files"])(
    "takes the pattern %s as a pattern",
    async (pattern) => {
      const bench = await createWorkbench();
      await bench.write({ "evil.sh": "#!/bin/sh\ntouch PWN\n", "a.txt": `x ${pattern} y\n` });
      execFileSync("chmod", ["755", bench.path("evil.sh")]);
      expect(await search(bench, { pattern })).toEqual([`a.txt:1: x ${pattern} y`]);
      await bench.call(grep, { pattern: "x", glob: pattern });
      expect(existsSync(bench.path("PWN"))).toBe(false);
    },
  );

  it("does not leave the workspace through a symlink", async () => {
    const bench = await createWorkbench();
    await bench.write({ "../outside/a.txt": "name\n", link: { link: "../outside" } });
    expect((await search(bench, { pattern: "name" }))[0]).toBe("No results found.");
    expect((await bench.callFailure(grep, { pattern: "name", path: "link" })).code).toBe(
      "external-directory",
    );
  });

  it("stops early in a file of a million matches and in a line of many megabytes", async () => {
    const bench = await createWorkbench();
    await bench.write({ "many.txt": "a\n".repeat(1_000_000), "long.txt": `hit${"b".repeat(20_000_000)}\n` });
    const started = performance.now();
    expect(await search(bench, { pattern: "^a$" })).toHaveLength(11);
    expect((await search(bench, { pattern: "hit" }))[0]).toHaveLength("long.txt:1: ".length + 203);
    expect(performance.now() - started).toBeLessThan(30_000);
  });
});

describe("Grep, errors", () => {
  it.each([
    [{ pattern: "x", path: "src", glob: "*.ts" }, "invalid-input", "Cannot use path with glob."],
    [{ pattern: "" }, "invalid-input", "pattern is empty"],
    [{ pattern: "[" }, "invalid-pattern", "literal:true"],
    [{ pattern: "foo(" }, "invalid-pattern", "literal:true"],
    [{ pattern: "(?:(?:a{1000}){1000}){1000}" }, "invalid-pattern", "literal:true"],
    [{ pattern: "x", glob: "a[" }, "invalid-pattern", "The glob"],
    [{ pattern: "a\0b", literal: true }, "invalid-pattern", "NUL"],
    [{ pattern: "x", path: "missing" }, "not-found", "ENOENT: no such file or directory"],
    [{ pattern: "x", path: "../outside" }, "external-directory", "outside"],
    [{ pattern: "x", glob: "/etc/*.conf" }, "external-directory", "outside"],
  ])("answers %j with %s", async (input, code, help) => {
    const bench = await createWorkbench();
    await bench.write({ "src/a.ts": "x\n" });
    const error = await bench.callFailure(grep, input);
    expect(error.code).toBe(code);
    expect(error.message).toContain(help);
  });

  it("does not speak of literal search where the glob is wrong", async () => {
    const bench = await createWorkbench();
    const error = await bench.callFailure(grep, { pattern: "x", glob: "a[" });
    expect(error.message).not.toContain("literal:true");
  });

  it("refuses a FIFO at once", async () => {
    const bench = await createWorkbench();
    execFileSync("mkfifo", [bench.path("fifo")]);
    expect((await bench.callFailure(grep, { pattern: "x", path: "fifo" })).code).toBe("special-file");
  });
});
