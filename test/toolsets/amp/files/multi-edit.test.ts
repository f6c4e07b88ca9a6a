import { execFileSync } from "node:child_process";
import { readFile, writeFile } from "node:fs/promises";
import { describe, expect, it } from "vitest";
import { createToolRuntime } from "../../../../src/index.js";
import { startStopwatch } from "../../../processor-time.js";
import { createWorkbench, type Workbench } from "../../../tools/workbench.js";
import { multiEdit, read } from "../amp-tools.js";

type Edit = readonly [string, string] | readonly [string, string, boolean];

function editing(path: string, ...edits: readonly Edit[]) {
  return {
    path,
    edits: edits.map(([old_str, new_str, replace_all = false]) => ({ old_str, new_str, replace_all })),
  };
}

async function edit(bench: Workbench, path: string, ...edits: readonly Edit[]) {
  const { result, text } = await bench.call(multiEdit, editing(path, ...edits));
  return { ...(result as { diff: string; lineRange: [number, number] }), text };
}

describe("multi_edit", () => {
  it("makes the edits in order with one write, and answers with one diff and the changed lines", async () => {
    const bench = await createWorkbench();
    await bench.write({ "a.ts": "one\ntwo\nthree\nfour\nfive\n" });
    const { result, text } = await bench.call(
      multiEdit,
      editing(bench.path("a.ts"), ["two", "2"], ["four\n", "4\n4b\n"]),
    );
    const diff = [
      "diff --git a/a.ts b/a.ts",
      "--- a/a.ts",
      "+++ b/a.ts",
      "@@ -1,5 +1,6 @@",
      " one",
      "-two",
      "+2",
      " three",
      "-four",
      "+4",
      "+4b",
      " five",
      "",
    ].join("\n");
    expect(result).toEqual({ diff, lineRange: [2, 5] });
    expect(text).toBe(`Made 2 edits in ${bench.path("a.ts")}, lines 2-5.\n${diff}`);
    expect(await readFile(bench.path("a.ts"), "utf8")).toBe("one\n2\nthree\n4\n4b\nfive\n");
    expect(bench.changes).toEqual([{ type: "update", path: bench.path("a.ts") }]);
    expect(bench.notes).toMatchObject({
      edits: [{ matcher: "exact" }, { matcher: "exact", replacements: 1 }],
    });
  });

  it("lets an edit see what the edits before it wrote", async () => {
    const bench = await createWorkbench();
    await bench.write({ "a.txt": "a\nb\n" });
    const { diff } = await edit(bench, "a.txt", ["a", "x y"], ["x", "z"], ["z y", "done"]);
    expect(await readFile(bench.path("a.txt"), "utf8")).toBe("done\nb\n");
    expect(diff).toContain("-a\n+done\n b\n");
  });

  it("replaces all places of the edits that say so, and takes replacements literally", async () => {
    const bench = await createWorkbench();
    await bench.write({ "a.txt": "foo foo\nbar\n" });
    await edit(bench, "a.txt", ["foo", "$&$1", true], ["bar", "$`"]);
    expect(await readFile(bench.path("a.txt"), "utf8")).toBe("$&$1 $&$1\n$`\n");
  });

  it.each([
    ["CRLF", "one\r\ntwo\r\nthree\r\n", "1\r\ntwo\r\n3\r\n", "utf8"],
    ["a byte order mark", "\ufeffone\ntwo\nthree", "\ufeff1\ntwo\n3", "utf8"],
    ["mixed line ends", "one\r\ntwo\nthree\r\n", "1\r\ntwo\n3\r\n", "utf8"],
    ["UTF-16", "\ufeffone\r\ntwo é\r\nthree\r\n", "\ufeff1\r\ntwo é\r\n3\r\n", "utf16le"],
  ] as const)("keeps %s", async (_, before, after, encoding) => {
    const bench = await createWorkbench();
    await bench.write({ "a.txt": Buffer.from(before, encoding) });
    await edit(bench, "a.txt", ["one\n", "1\n"], ["three", "3"]);
    expect(await readFile(bench.path("a.txt"))).toEqual(Buffer.from(after, encoding));
  });

  it("returns a diff that git applies, even if the edits overlap", async () => {
    const bench = await createWorkbench();
    const before = Array.from({ length: 200 }, (_, index) => `line ${index} ${"x".repeat(index % 7)}\n`).join(
      "",
    );
    await bench.write({ "a.txt": before });
    const { diff } = await edit(
      bench,
      "a.txt",
      ["line 150 xxx\n", ""],
      ["line 3 xxx\nline 4 xxxx\n", "three\nfour\nand more\n"],
      ["and more\nline 5", "line five"],
      ["line 199", "last\nline 199"],
      ["line 0 ", "first "],
    );
    const after = await readFile(bench.path("a.txt"));
    await bench.write({ "a.txt": before });
    execFileSync("git", ["apply", "-"], { cwd: bench.folder, input: diff });
    expect(await readFile(bench.path("a.txt"))).toEqual(after);
    expect(diff.match(/^@@/gm)).toHaveLength(3);
  });

  it("names the edits that were not found word for word", async () => {
    const bench = await createWorkbench();
    await bench.write({ "a.py": "def f():\n    if x:\n        return 1\nend\n" });
    const { text } = await edit(
      bench,
      "a.py",
      ["end", "END"],
      ["if x:\n    return 1", "if y:\n    return 2"],
    );
    expect(await readFile(bench.path("a.py"), "utf8")).toBe("def f():\n    if y:\n        return 2\nEND\n");
    expect(text).toMatch(/^Edit 2: /m);
    expect(text).not.toMatch(/^Edit 1: /m);
  });

  it.each([
    ["file_path", "oldString", "newString", "replaceAll"],
    ["filePath", "old_string", "new_string", "replace_all"],
    ["path", "old_str", "new_str", "replaceAll"],
  ])("understands the names %s, %s, %s and %s, even in the list", async (path, old, next, all) => {
    const bench = await createWorkbench();
    await bench.write({ "a.txt": "x x\n" });
    await using runtime = createToolRuntime({ cwd: bench.folder, permissions: "allow-all" });
    for (const name of ["multi_edit", "MultiEdit", "multiedit"]) {
      await writeFile(bench.path("a.txt"), "x x\n");
      const edits = [{ [path]: bench.path("a.txt"), [old]: "x", [next]: "y", [all]: true }];
      const result = await runtime.execute({ id: name, name, input: { [path]: bench.path("a.txt"), edits } });
      expect(result.error).toBeUndefined();
      expect(await readFile(bench.path("a.txt"), "utf8")).toBe("y y\n");
    }
  });

  it("accepts an inner path that leads to the same file in any notation", async () => {
    const bench = await createWorkbench();
    await bench.write({ "src/a.txt": "a\n", link: { link: "src" } });
    const edits = ["src/a.txt", "./src/../src/a.txt", bench.path("link/a.txt")].map((path, index) => ({
      path,
      old_str: index === 0 ? "a" : String(index),
      new_str: String(index + 1),
    }));
    await bench.call(multiEdit, { path: "src/a.txt", edits });
    expect(await readFile(bench.path("src/a.txt"), "utf8")).toBe("3\n");
  });

  it("reports guidance that is new to the session by name", async () => {
    const bench = await createWorkbench();
    await bench.write({ "AGENTS.md": "Use tabs.\n", "a.txt": "a\n" });
    const { text } = await edit(bench, "a.txt", ["a", "b"]);
    expect(text).toContain(`guidance for agents that is new to you: ${bench.path("AGENTS.md")}.`);
    expect((await edit(bench, "a.txt", ["b", "c"])).text).not.toContain("guidance");
  });

  it("shows an approver the diff of all edits, and changes nothing for that", async () => {
    const bench = await createWorkbench();
    await bench.write({ "a.txt": "one\ntwo\n" });
    const [part] =
      (await multiEdit.preview?.(editing("a.txt", ["one", "1"], ["two", "2"]), bench.context)) ?? [];
    expect(part).toMatchObject({ text: expect.stringContaining("-one\n-two\n+1\n+2\n") });
    const failing = await multiEdit.preview?.(editing("a.txt", ["one", "1"], ["none", "2"]), bench.context);
    expect(JSON.stringify(failing)).toContain("The call would fail: Edit 2 of 2 failed");
    expect(await readFile(bench.path("a.txt"), "utf8")).toBe("one\ntwo\n");
  });

  it("makes hundreds of edits in a file of a megabyte within its time", async () => {
    const bench = await createWorkbench();
    const before = Array.from(
      { length: 30_000 },
      (_, index) => `const value${index} = compute(${index});\n`,
    ).join("");
    await bench.write({ "a.ts": before });
    const edits = Array.from({ length: 300 }, (_, index): Edit => {
      const at = (index * 7919) % 30_000;
      return [`compute(${at})`, `calculate(${at})`];
    });
    const elapsedMs = startStopwatch();
    const { diff } = await edit(bench, "a.ts", ...edits);
    expect(elapsedMs()).toBeLessThan(10_000);
    expect(diff.match(/^\+const/gm)).toHaveLength(300);
  });
});

describe("multi_edit, errors", () => {
  const before = "foo\nbar\nbaz\nfoo\n";

  async function failing(...edits: readonly Edit[]) {
    const bench = await createWorkbench();
    await bench.write({ "a.txt": before });
    const error = await bench.callFailure(multiEdit, editing("a.txt", ...edits));
    expect(await readFile(bench.path("a.txt"), "utf8")).toBe(before);
    expect(bench.changes).toEqual([]);
    return error;
  }

  it.each([
    [
      "no match",
      [
        ["bar", "x"],
        ["zzz", "y"],
      ],
      "Edit 2 of 2 failed, so none was made: Could not find exact match for old_str",
      "no-match",
    ],
    [
      "several matches",
      [
        ["bar", "x"],
        ["foo", "y"],
        ["baz", "z"],
      ],
      "Edit 2 of 3 failed, so none was made: found multiple matches for edit (2 occurrences)",
      "multiple-matches",
    ],
    [
      "equal strings",
      [
        ["bar", "bar"],
        ["baz", "z"],
      ],
      "Edit 1 of 2 failed, so none was made: old_str and new_str must be different",
      "identical-strings",
    ],
    [
      "an empty old_str",
      [
        ["bar", "x"],
        ["", "z"],
      ],
      "Edit 2 of 2 failed, so none was made: old_str must not be empty",
      "empty-match",
    ],
    [
      "half a character",
      [
        ["bar", "x"],
        ["baz", "\ud800"],
      ],
      "Edit 2 of 2 failed, so none was made: new_str contains half of a surrogate pair",
      "invalid-input",
    ],
    [
      "the only edit",
      [["zzz", "y"]],
      "The edit was not made: Could not find exact match for old_str",
      "no-match",
    ],
    [
      "edits that cancel out",
      [
        ["bar", "x"],
        ["x", "bar"],
      ],
      "Together the edits change nothing",
      "no-change",
    ],
  ] as const)("changes nothing for %s and names the edit", async (_, edits, message, code) => {
    const error = await failing(...(edits as unknown as readonly Edit[]));
    expect(error.message).toContain(message);
    expect(error.code).toBe(code);
  });

  it("states when an earlier edit removed the text of a later one", async () => {
    const error = await failing(["bar\nbaz", "gone"], ["baz", "z"]);
    expect(error.message).toContain("Edit 2 of 2 failed");
    expect(error.message).toContain("the edits before it change that place");
  });

  it("refuses an empty list", async () => {
    const error = await failing();
    expect(error.code).toBe("invalid-input");
    expect(error.message).toBe("edits is empty. Pass at least one edit with old_str and new_str.");
  });

  it.each(["path", "file_path", "filePath", "filename"])(
    "refuses an edit whose %s is another file, and touches neither",
    async (name) => {
      const bench = await createWorkbench();
      await bench.write({ "a.txt": "a\n", "b.txt": "a\n", link: { link: "../outside" } });
      await writeFile(`${bench.outside}/x`, "a\n");
      for (const path of ["b.txt", "link/x", `${bench.outside}/x`]) {
        const edits = [
          { old_str: "a", new_str: "b" },
          { [name]: path, old_str: "b", new_str: "c" },
        ];
        const error = await bench.callFailure(multiEdit, { path: "a.txt", edits });
        expect(error.code).toBe("invalid-input");
        expect(error.message).toContain("Edit 2 names");
      }
      expect(await readFile(bench.path("a.txt"), "utf8")).toBe("a\n");
      expect(await readFile(bench.path("b.txt"), "utf8")).toBe("a\n");
      expect(await readFile(`${bench.outside}/x`, "utf8")).toBe("a\n");
    },
  );

  it.each([
    ["missing.txt", "not-found"],
    ["folder", "not-a-file"],
    [".env", "reading-secret-file"],
    ["latin1.txt", "not-utf8"],
    [".git/hooks/pre-commit", "protected-path"],
  ])("refuses %s with %s", async (path, code) => {
    const bench = await createWorkbench();
    const latin1 = Buffer.from("a caf\xe9\n", "latin1");
    await bench.write({ "folder/": "", ".env": "a\n", "latin1.txt": latin1, ".git/hooks/pre-commit": "a\n" });
    expect((await bench.callFailure(multiEdit, editing(path, ["a", "b"]))).code).toBe(code);
    expect(await readFile(bench.path("latin1.txt"))).toEqual(latin1);
  });

  it("refuses to change lines that changed since they were read", async () => {
    const bench = await createWorkbench();
    await bench.write({ "a.txt": "one\ntwo\n" });
    await bench.call(read, { path: "a.txt" });
    await writeFile(bench.path("a.txt"), "one\nof another process\n");
    expect((await bench.callFailure(multiEdit, editing("a.txt", ["two", "2"]))).code).toBe("stale-file");
  });

  it.each([
    [{ path: "a.txt" }, "edits"],
    [{ path: "a.txt", edits: "a to b" }, "edits"],
    [{ path: "a.txt", edits: [{ old_str: "a" }] }, "new_str"],
    [{ path: "a.txt", edits: ["a"] }, "edits"],
    [{ edits: [] }, "path"],
    [{ path: "a.txt", edits: [{ old_str: 1, new_str: null }] }, "old_str"],
  ])("answers the bad input %j in words", async (input, word) => {
    const bench = await createWorkbench();
    await using runtime = createToolRuntime({ cwd: bench.folder, permissions: "allow-all" });
    const { error } = await runtime.execute({ id: "1", name: "multi_edit", input });
    expect(error?.errorCode).toBe("invalid-input");
    expect(error?.message).toContain(word);
  });
});
