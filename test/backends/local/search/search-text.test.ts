import { execFileSync } from "node:child_process";
import { symlink } from "node:fs/promises";
import { join, relative } from "node:path";
import { beforeAll, describe, expect, it } from "vitest";
import { localSearch } from "../../../../src/backends/local/search/index.js";
import type { Search, TextMatch, TextSearch } from "../../../../src/contract/index.js";
import { isPrivateCheckout } from "../../../private-checkout.js";
import { LOCAL_SEARCHES } from "../../local-searches.js";
import { temporaryFolder } from "../../temporary-folder.js";
import { writeTree } from "../../write-tree.js";

const signal = new AbortController().signal;
/** The search under test; see `LOCAL_SEARCHES`. */
let search: Search;

async function matchesIn(
  path: string,
  request: Partial<TextSearch> & { pattern: string },
): Promise<TextMatch[]> {
  const found: TextMatch[] = [];
  for await (const match of search.text({ path, signal, ...request })) found.push(match);
  return found.sort((left, right) =>
    left.path < right.path ? -1 : left.path > right.path ? 1 : left.line - right.line,
  );
}

async function linesIn(
  folder: string,
  request: Partial<TextSearch> & { pattern: string },
): Promise<string[]> {
  const found = await matchesIn(folder, request);
  return found.map(({ path, line, text }) => `${relative(folder, path)}:${line}:${text}`);
}

describe.each(LOCAL_SEARCHES)("search.text %s", (name, used) => {
  beforeAll(() => {
    search = used;
  });

  it("finds lines by regular expression, ignoring case by default", async () => {
    const folder = await temporaryFolder();
    await writeTree(folder, { "a.txt": "Foo 1\nbar\nfoo 22\n", "b/c.txt": "xfoo 3" });
    expect(await linesIn(folder, { pattern: "foo \\d$" })).toEqual(["a.txt:1:Foo 1", "b/c.txt:1:xfoo 3"]);
    expect(await linesIn(folder, { pattern: "foo", caseSensitive: true })).toEqual([
      "a.txt:3:foo 22",
      "b/c.txt:1:xfoo 3",
    ]);
  });

  it.each(["a.b(c", "{", "[", "*", "\\d", "-x", "--pre=./evil.sh", "-f/etc/passwd", "$&"])(
    "finds the literal %s",
    async (pattern) => {
      const folder = await temporaryFolder();
      await writeTree(folder, { "a.txt": `before\n<${pattern}>\n`, "evil.sh": "#!/bin/sh\ntouch PWNED\n" });
      expect(await linesIn(folder, { pattern, literal: true, globs: ["*.txt"] })).toEqual([
        `a.txt:2:<${pattern}>`,
      ]);
    },
  );

  it("never runs a program that a pattern names", async () => {
    const folder = await temporaryFolder();
    await writeTree(folder, { "evil.sh": "#!/bin/sh\ntouch PWNED\n", "a.txt": "x" });
    await linesIn(folder, { pattern: "--pre=./evil.sh", globs: ["--pre=./evil.sh"] });
    await linesIn(folder, { pattern: "--pre=./evil.sh" });
    expect(await linesIn(folder, { pattern: "PWNED" })).toEqual(["evil.sh:2:touch PWNED"]);
  });

  it("searches a file as well as a folder", async () => {
    const folder = await temporaryFolder();
    await writeTree(folder, { "a.txt": "hit", "b.txt": "hit", ".hidden": "hit", ".gitignore": "a.txt" });
    expect(await matchesIn(join(folder, "a.txt"), { pattern: "hit" })).toEqual([
      { kind: "match", path: join(folder, "a.txt"), line: 1, text: "hit" },
    ]);
    expect(await matchesIn(join(folder, ".hidden"), { pattern: "hit" })).toHaveLength(1);
  });

  it("returns context lines on request", async () => {
    const folder = await temporaryFolder();
    await writeTree(folder, { "a.txt": "1\n2\nhit\n4\n5\n" });
    const found = await matchesIn(folder, { pattern: "hit", contextLines: 1 });
    expect(found.map(({ kind, line, text }) => [kind, line, text])).toEqual([
      ["context", 2, "2"],
      ["match", 3, "hit"],
      ["context", 4, "4"],
    ]);
  });

  it("returns a match across lines line by line", async () => {
    const folder = await temporaryFolder();
    await writeTree(folder, { "a.txt": "x\nbegin\nend\ny\n" });
    expect(await linesIn(folder, { pattern: "begin\\nend", multiline: true })).toEqual([
      "a.txt:2:begin",
      "a.txt:3:end",
    ]);
  });

  it("stops in a file at the limit of matches", async () => {
    const folder = await temporaryFolder();
    await writeTree(folder, { "a.txt": "hit\n".repeat(50), "b.txt": "hit\n".repeat(3) });
    expect(await matchesIn(folder, { pattern: "hit", maxMatchesPerFile: 10 })).toHaveLength(13);
  });

  it("matches an end of line before CRLF and omits the CR", async () => {
    const folder = await temporaryFolder();
    await writeTree(folder, { "a.txt": "foo\r\nfoobar\r\n" });
    expect(await linesIn(folder, { pattern: "foo$" })).toEqual(["a.txt:1:foo"]);
  });

  it.each([
    ["**/*.ts", ["a.ts", "src/b.ts"]],
    ["*.ts", ["a.ts"]],
    ["src/**", ["src/b.ts", "src/c.js"]],
    ["src/*.{js,ts}", ["src/b.ts", "src/c.js"]],
    ["**/*.log", []],
    [".x/*", [".x/d.ts"]],
    ["!**/*.ts", ["src/c.js"]],
    ["**/[ab].ts", ["a.ts", "src/b.ts"]],
  ])("reads only files that match %s", async (glob, expected) => {
    const folder = await temporaryFolder();
    await writeTree(folder, {
      ".gitignore": "*.log\n",
      "a.ts": "hit",
      "src/b.ts": "hit",
      "src/c.js": "hit",
      "src/x.log": "hit",
      ".x/d.ts": "hit",
    });
    const found = await matchesIn(folder, { pattern: "hit", globs: [glob] });
    expect(found.map(({ path }) => relative(folder, path))).toEqual(expected);
  });

  it("finds nothing without an error", async () => {
    const folder = await temporaryFolder();
    await writeTree(folder, { "a.txt": "x" });
    expect(await linesIn(folder, { pattern: "absent" })).toEqual([]);
    expect(await linesIn(await temporaryFolder(), { pattern: "absent" })).toEqual([]);
  });

  it("reads UTF-16 by its mark and shows Latin-1 as well as possible", async () => {
    const folder = await temporaryFolder();
    await writeTree(folder, {
      "utf16.txt": Buffer.from("\ufeffhit \u00fc\n", "utf16le"),
      "latin1.txt": Buffer.from("hit \u00fc\n", "latin1"),
    });
    expect(await linesIn(folder, { pattern: "hit" })).toEqual([
      "latin1.txt:1:hit \ufffd",
      "utf16.txt:1:hit \u00fc",
    ]);
  });

  it("separates path, line and text for any content", async () => {
    const folder = await temporaryFolder();
    const tree = { "a:1:x.txt": "hit|1", "b|2|y.txt": "hit:9:z", "c\nd.txt": "hit" };
    await writeTree(folder, tree);
    expect(await linesIn(folder, { pattern: "hit" })).toEqual([
      "a:1:x.txt:1:hit|1",
      "b|2|y.txt:1:hit:9:z",
      "c\nd.txt:1:hit",
    ]);
  });

  it("truncates a line of many megabytes and still returns its number", async () => {
    const folder = await temporaryFolder();
    await writeTree(folder, {
      "a.min.js": `first\n${'a"\\é'.repeat(1_500_000)}hit\nlast hit\n`,
      "b.txt": "hit",
    });
    const found = await matchesIn(folder, { pattern: "hit" });
    expect(found.map(({ path, line }) => `${relative(folder, path)}:${line}`)).toEqual([
      "a.min.js:2",
      "a.min.js:3",
      "b.txt:1",
    ]);
    const text = found[0]?.text ?? "";
    expect(text.startsWith('a"\\éa"\\é')).toBe(true);
    expect(text).not.toContain("\ufffd");
    expect(text.length).toBeGreaterThan(10_000);
    expect(text.length).toBeLessThan(100_000);
    expect(found[1]?.text).toBe("last hit");
  });

  it("truncates a huge line that matches a hundred thousand times", async () => {
    const folder = await temporaryFolder();
    await writeTree(folder, { "a.txt": `x\n${"hit ".repeat(400_000)}\n` });
    const found = await matchesIn(folder, { pattern: "hit" });
    expect(found.map(({ line }) => line)).toEqual([2]);
    expect(found[0]?.text.startsWith("hit hit")).toBe(true);
  });

  it.runIf(name === "with ripgrep")("stops ripgrep when the caller has enough", async () => {
    const folder = await temporaryFolder();
    await writeTree(folder, { "a.txt": "hit\n".repeat(1_000_000) });
    let seen = 0;
    for await (const _ of search.text({ path: folder, pattern: "hit", signal })) {
      seen += 1;
      if (seen < 100) continue;
      // It waits for its reader; unless it is killed, it waits forever.
      expect(ripgrepChildren()).toHaveLength(1);
      break;
    }
    await expect.poll(ripgrepChildren).toEqual([]);
  });

  it("does not search the target of a symlink", async () => {
    const folder = await temporaryFolder();
    const outside = await temporaryFolder();
    await writeTree(outside, { "secret.txt": "hit" });
    await symlink(join(outside, "secret.txt"), join(folder, "a.txt"));
    await symlink(outside, join(folder, "b"));
    expect(await linesIn(folder, { pattern: "hit" })).toEqual([]);
  });

  it.each([
    ["[", /unclosed character class|is not a valid regular expression here/],
    ["{", /repetition operator missing expression|is not a valid regular expression here/],
    ["a\nb", /not allowed in a regex|is not a valid regular expression here/],
    ["(?=x)", /look-ahead/],
    ["a\0b", /NUL/],
  ])("reports the pattern %j with the reason and the remedy", async (pattern, reason) => {
    const folder = await temporaryFolder();
    await writeTree(folder, { "a.txt": "x" });
    await expect(linesIn(folder, { pattern })).rejects.toMatchObject({
      code: "invalid-pattern",
      message: expect.stringMatching(reason),
    });
    await expect(linesIn(folder, { pattern })).rejects.not.toThrow(/--pcre2|--multiline/);
  });

  it("remains fast with a pattern that ruins backtracking engines", async () => {
    const folder = await temporaryFolder();
    await writeTree(folder, { "a.txt": `${"a".repeat(100_000)}b\n` });
    const startedAt = performance.now();
    await linesIn(folder, { pattern: "(a+)+$" });
    expect(performance.now() - startedAt).toBeLessThan(20_000);
  });

  it("refuses a FIFO instead of waiting for it", async () => {
    const folder = await temporaryFolder();
    execFileSync("mkfifo", [join(folder, "pipe")]);
    await expect(linesIn(join(folder, "pipe"), { pattern: "x" })).rejects.toMatchObject({
      code: "special-file",
    });
    expect(await linesIn(folder, { pattern: "x" })).toEqual([]);
  });

  it("reports a missing path", async () => {
    const folder = await temporaryFolder();
    await expect(linesIn(join(folder, "no"), { pattern: "x" })).rejects.toMatchObject({ code: "not-found" });
  });

  it.runIf(name === "with ripgrep")("reports results as incomplete when ripgrep is killed", async () => {
    const folder = await temporaryFolder();
    await writeTree(folder, { "rg.sh": "#!/bin/sh\nkill -9 $$\n" });
    execFileSync("chmod", ["+x", join(folder, "rg.sh")]);
    const broken = localSearch(async () => join(folder, "rg.sh"));
    const run = async () => {
      for await (const _ of broken.text({ path: folder, pattern: "x", signal })) break;
    };
    await expect(run()).rejects.toMatchObject({
      code: "search-failed",
      message: expect.stringMatching(/incomplete/),
    });
  });

  it.runIf(process.getuid?.() === 0 && !isPrivateCheckout)(
    "returns the readable results when a folder is not readable",
    async () => {
      const folder = await temporaryFolder();
      await writeTree(folder, { "open/a.txt": "hit", "closed/b.txt": "hit" });
      execFileSync("chmod", ["755", folder]);
      execFileSync("chmod", ["000", join(folder, "closed")]);
      const script = join(folder, "rg-as-nobody.sh");
      const { findRipgrep } = await import("../../../../src/backends/local/search/ripgrep-binary.js");
      await writeTree(folder, {
        "rg-as-nobody.sh": `#!/bin/sh\nexec setpriv --reuid=65534 --regid=65534 --clear-groups '${await findRipgrep()}' "$@"\n`,
      });
      execFileSync("chmod", ["755", script]);
      const unprivileged = localSearch(async () => script);
      const found: string[] = [];
      for await (const { path } of unprivileged.text({ path: folder, pattern: "^hit", signal }))
        found.push(path);
      expect(found).toEqual([join(folder, "open/a.txt")]);
    },
  );

  it("ends at once when the signal fires during the search", async () => {
    const folder = await temporaryFolder();
    await writeTree(folder, { "a.txt": "hit\n".repeat(200_000) });
    const controller = new AbortController();
    const run = async () => {
      for await (const _ of search.text({ path: folder, pattern: "hit", signal: controller.signal }))
        controller.abort();
    };
    await expect(run()).rejects.toMatchObject({ code: "cancelled" });
    await expect.poll(ripgrepChildren).toEqual([]);
  });
});

function ripgrepChildren(): string[] {
  const output = execFileSync("ps", ["-o", "pid=,comm=", "--ppid", String(process.pid)], {
    encoding: "utf8",
  });
  return output.split("\n").filter((line) => /\brg\b/.test(line));
}
