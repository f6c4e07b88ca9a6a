import { execFileSync } from "node:child_process";
import { readFile, stat, writeFile } from "node:fs/promises";
import { describe, expect, it } from "vitest";
import { createWorkbench, type Workbench } from "../../../tools/workbench.js";
import { editFile, read } from "../amp-tools.js";

async function edit(bench: Workbench, path: string, old_str: string, new_str: string, replace_all = false) {
  const { result, text } = await bench.call(editFile, { path, old_str, new_str, replace_all });
  return { ...(result as { diff: string; lineRange: [number, number] }), text };
}

describe("edit_file", () => {
  it("answers with a git-style diff and the changed lines, and reports the file", async () => {
    const bench = await createWorkbench();
    await bench.write({ "src/a.ts": "one\ntwo\nthree\nfour\nfive\nsix\n" });
    const { result, text } = await bench.call(editFile, {
      path: bench.path("src/a.ts"),
      old_str: "four\n",
      new_str: "4\n4b\n",
    });
    expect(result).toEqual({
      diff: [
        "diff --git a/src/a.ts b/src/a.ts",
        "--- a/src/a.ts",
        "+++ b/src/a.ts",
        "@@ -1,6 +1,7 @@",
        " one",
        " two",
        " three",
        "-four",
        "+4",
        "+4b",
        " five",
        " six",
        "",
      ].join("\n"),
      lineRange: [4, 5],
    });
    expect(text).toBe(`Edited ${bench.path("src/a.ts")}, lines 4-5.\n${(result as { diff: string }).diff}`);
    expect(await readFile(bench.path("src/a.ts"), "utf8")).toBe("one\ntwo\nthree\n4\n4b\nfive\nsix\n");
    expect(bench.changes).toEqual([{ type: "update", path: bench.path("src/a.ts") }]);
    expect(await bench.names()).toEqual(["src", "src/a.ts"]);
  });

  it("returns a diff that git applies", async () => {
    const bench = await createWorkbench();
    const before = Array.from({ length: 60 }, (_, index) => `line ${index % 7}`).join("\n");
    await bench.write({ "with blank é.txt": before });
    const { diff } = await edit(bench, "with blank é.txt", "line 3", "third\r\n$& é", true);
    const after = await readFile(bench.path("with blank é.txt"));
    await bench.write({ "with blank é.txt": before });
    execFileSync("git", ["apply", "--whitespace=nowarn", "-"], { cwd: bench.folder, input: diff });
    expect(await readFile(bench.path("with blank é.txt"))).toEqual(after);
  });

  it("replaces every place with replace_all and says how many", async () => {
    const bench = await createWorkbench();
    await bench.write({ "a.txt": "foo\nbar\nfoo foo\n" });
    const { lineRange, text } = await edit(bench, "a.txt", "foo", "x$&", true);
    expect(await readFile(bench.path("a.txt"), "utf8")).toBe("x$&\nbar\nx$& x$&\n");
    expect(lineRange).toEqual([1, 3]);
    expect(text).toContain("in 3 places, lines 1-3");
  });

  it("accepts lines that differ in the surrounding white space, keeps the file's indentation, and states it", async () => {
    const bench = await createWorkbench();
    await bench.write({ "a.py": "def f():\n    if x:\n        return 1\n" });
    const { text, diff } = await edit(bench, "a.py", "if x:\n    return 1", "if y:\n    return 2");
    expect(await readFile(bench.path("a.py"), "utf8")).toBe("def f():\n    if y:\n        return 2\n");
    expect(text).toContain("not in the file word for word");
    expect(diff).toContain("+        return 2");
    expect(bench.notes).toMatchObject({ matcher: "line-keys", replacements: 1 });
  });

  it("keeps byte order mark, CRLF, mode and a missing final line end", async () => {
    const bench = await createWorkbench();
    await bench.write({ "a.txt": "\ufeffconst x = 1;\r\nlast" });
    execFileSync("chmod", ["751", bench.path("a.txt")]);
    await edit(bench, "a.txt", "const x = 1;\n", "const x = 2;\nconst y = 3;\n");
    expect(await readFile(bench.path("a.txt"), "utf8")).toBe("\ufeffconst x = 2;\r\nconst y = 3;\r\nlast");
    expect((await stat(bench.path("a.txt"))).mode & 0o777).toBe(0o751);
  });

  it.each([
    ["a deletion in the middle", "a\nb\nc\n", "b\n", "", [2, 2]],
    ["a deletion at the end", "a\nb\nc\n", "c\n", "", [2, 2]],
    ["a deletion of everything", "a\n", "a\n", "", [1, 1]],
    ["a part of a line", "a\nbcd\ne\n", "c", "X", [2, 2]],
    ["lines added behind one that stays", "a\nb\n", "a\n", "a\nx\ny\n", [2, 3]],
    ["a last line without a line end", "a\nb", "b", "x\ny", [2, 3]],
  ])("returns the changed lines of %s", async (_, content, old_str, new_str, range) => {
    const bench = await createWorkbench();
    await bench.write({ "a.txt": content });
    expect((await edit(bench, "a.txt", old_str, new_str)).lineRange).toEqual(range);
  });

  it("shows an approver the diff, and changes nothing for that", async () => {
    const bench = await createWorkbench();
    await bench.write({ "a.txt": "one\n", ".env": "TOKEN=CANARY\n" });
    const input = { path: "a.txt", old_str: "one", new_str: "two", replace_all: false };
    const [part] = (await editFile.preview?.(input, bench.context)) ?? [];
    expect(part).toMatchObject({ type: "text", text: expect.stringContaining("-one\n+two\n") });
    expect(await readFile(bench.path("a.txt"), "utf8")).toBe("one\n");
    const failing = await editFile.preview?.({ ...input, old_str: "none" }, bench.context);
    expect(JSON.stringify(failing)).toContain("The call would fail: Could not find exact match for old_str");
    const secret = await editFile.preview?.({ ...input, path: ".env", old_str: "TOKEN" }, bench.context);
    expect(JSON.stringify(secret)).not.toContain("CANARY");
  });

  it("does not count a preview as a read of the file", async () => {
    const bench = await createWorkbench();
    await bench.write({ "a.txt": "one\ntwo\n" });
    await bench.call(read, { path: "a.txt" });
    await writeFile(bench.path("a.txt"), "one\nTWO changed by another process\n");
    const input = { path: "a.txt", old_str: "two", new_str: "2", replace_all: false };
    expect(JSON.stringify(await editFile.preview?.(input, bench.context))).toContain("would fail");
    expect((await bench.callFailure(editFile, input)).code).toBe("stale-file");
    expect(await readFile(bench.path("a.txt"), "utf8")).toBe("one\nTWO changed by another process\n");
  });
});

describe("edit_file, errors", () => {
  const file = { "a.txt": "foo\nbar\n  baz\nfoo\n" };

  async function failing(input: Record<string, unknown>) {
    const bench = await createWorkbench();
    await bench.write(file);
    const error = await bench.callFailure(editFile, { path: "a.txt", ...input });
    expect(await readFile(bench.path("a.txt"), "utf8")).toBe(file["a.txt"]);
    expect(await bench.names()).toEqual(["a.txt"]);
    expect(bench.changes).toEqual([]);
    return { bench, error };
  }

  it("answers a missing file with the text of the specification and similar names", async () => {
    const { bench, error } = await failing({ path: "A.txt", old_str: "x", new_str: "y" });
    expect(error.message).toMatch(/^file not found\. Cannot update a file that doesn't exist\./);
    expect(error.message).toContain(`Did you mean ${bench.path("a.txt")}?`);
    expect(error.message).toContain("create_file");
    expect(error).toMatchObject({ code: "not-found", absolutePath: bench.path("A.txt") });
  });

  it("answers no match with the text of the specification, the nearest line and a remedy", async () => {
    const { bench, error } = await failing({ old_str: "bar baz qux", new_str: "x" });
    expect(error.message).toMatch(/^Could not find exact match for old_str/);
    expect(error.message).toContain("Read the file");
    expect(error).toMatchObject({ code: "no-match", absolutePath: bench.path("a.txt") });
    const near = await failing({ old_str: "bar\nbaz\nquux\n", new_str: "x" });
    expect(near.error.message).toContain("lines 2-");
  });

  it("answers several matches with the text of the specification and all lines", async () => {
    const { error } = await failing({ old_str: "foo", new_str: "x" });
    expect(error.message).toBe(
      "found multiple matches for edit (2 occurrences). Use replace_all or provide more context. They are at lines 1 and 4.\nNothing was changed.",
    );
    expect(error.code).toBe("multiple-matches");
  });

  it("refuses equal strings with the text of the Amp specification", async () => {
    const { error } = await failing({ old_str: "foo", new_str: "foo" });
    expect(error.message).toBe("old_str and new_str must be different.");
    expect(error.code).toBe("identical-strings");
  });

  it("refuses an empty old_str", async () => {
    const { error } = await failing({ old_str: "", new_str: "x" });
    expect(error.code).toBe("empty-match");
    expect(error.message).toContain("create_file");
  });

  it("refuses half a character", async () => {
    const { error } = await failing({ old_str: "bar", new_str: "a\ud800b" });
    expect(error.code).toBe("invalid-input");
    expect(error.message).toContain("new_str");
  });

  it("refuses a folder, a secret file, a device and a path outside", async () => {
    const bench = await createWorkbench();
    await bench.write({ "folder/": "", ".env": "A=1\n", link: { link: "../outside" } });
    execFileSync("mkfifo", [bench.path("fifo")]);
    await writeFile(`${bench.outside}/f`, "A\n");
    for (const [path, code] of [
      ["folder", "not-a-file"],
      [".env", "reading-secret-file"],
      ["fifo", "special-file"],
      ["link/f", "external-directory"],
    ] as const) {
      expect((await bench.callFailure(editFile, { path, old_str: "A", new_str: "B" })).code).toBe(code);
    }
    expect(await readFile(`${bench.outside}/f`, "utf8")).toBe("A\n");
  });

  it("refuses bytes that are not text instead of writing them back changed", async () => {
    const bench = await createWorkbench();
    const latin1 = Buffer.from("const x = 1; // caf\xe9\n", "latin1");
    await bench.write({ "a.txt": latin1 });
    const error = await bench.callFailure(editFile, { path: "a.txt", old_str: "x = 1", new_str: "x = 2" });
    expect(error.code).toBe("not-utf8");
    expect(await readFile(bench.path("a.txt"))).toEqual(latin1);
  });

  it("refuses a protected place without an approval", async () => {
    const bench = await createWorkbench();
    await bench.write({ ".git/hooks/pre-commit": "A\n" });
    const error = await bench.callFailure(editFile, {
      path: ".git/hooks/pre-commit",
      old_str: "A",
      new_str: "B",
    });
    expect(error.code).toBe("protected-path");
  });
});
