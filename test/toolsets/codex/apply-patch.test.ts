import { readFile } from "node:fs/promises";
import { describe, expect, it } from "vitest";
import { createWorkbench } from "../../tools/workbench.js";
import { applyPatch } from "./codex-tools.js";

describe("apply_patch of the codex toolset", () => {
  it("answers as Codex does", async () => {
    const bench = await createWorkbench();
    await bench.write({ "a.py": "def f():\n    pass\n", "gone.txt": "x\n" });
    const { result, text } = await bench.call(applyPatch, {
      input:
        "*** Begin Patch\n*** Add File: hello.txt\n+Hello\n*** Update File: a.py\n@@ def f():\n-    pass\n+    return 1\n*** Delete File: gone.txt\n*** End Patch\n",
    });
    expect(result).toBe("Success. Updated the following files:\nA hello.txt\nM a.py\nD gone.txt");
    expect(text).toBe(result);
    expect(await readFile(bench.path("a.py"), "utf8")).toBe("def f():\n    return 1\n");
    expect(await bench.names()).toEqual(["a.py", "hello.txt"]);
  });

  it("names a file outside the working directory by its whole path", async () => {
    const bench = await createWorkbench({ approvedPaths: "any" });
    const path = `${bench.outside}/b.txt`;
    const { text } = await bench.call(applyPatch, {
      input: `*** Begin Patch\n*** Add File: ${path}\n+b\n*** End Patch`,
    });
    expect(text).toBe(`Success. Updated the following files:\nA ${path}`);
  });

  it("takes the here-document in which its models wrap a patch", async () => {
    const bench = await createWorkbench();
    const { text } = await bench.call(applyPatch, {
      input: "<<'EOF'\n*** Begin Patch\n*** Add File: a.txt\n+a\n*** End Patch\nEOF\n",
    });
    expect(text).toContain("A a.txt");
  });

  it("changes nothing when a part does not fit", async () => {
    const bench = await createWorkbench();
    await bench.write({ "a.txt": "x\n" });
    const refused = await bench.callFailure(applyPatch, {
      input: "*** Begin Patch\n*** Add File: b.txt\n+b\n*** Update File: a.txt\n@@\n-y\n+z\n*** End Patch",
    });
    expect(refused.code).toBe("no-match");
    expect(await bench.names()).toEqual(["a.txt"]);
  });

  it.each([
    ["updates", "*** Update File: src/nope.txt\n@@\n-y\n+z"],
    ["deletes", "*** Delete File: src/nope.txt"],
    ["moves", "*** Update File: src/nope.txt\n*** Move to: b.txt"],
  ])("names the missing file that a patch %s, what it expects and the remedy", async (_change, section) => {
    const bench = await createWorkbench();
    await bench.write({ "src/nose.txt": "x\n" });
    const refused = await bench.callFailure(applyPatch, {
      input: `*** Begin Patch\n*** Add File: b2.txt\n+b\n${section}\n*** End Patch`,
    });
    expect(refused.code).toBe("not-found");
    expect(refused.message).toMatch(/src\/nope\.txt'.*src\/nose\.txt\?/);
    expect(refused.message).toContain(
      "Nothing was changed: a file that a patch updates, moves or deletes must exist.",
    );
    expect(refused.message).toContain("let the patch add the file");
    expect(await bench.names()).toEqual(["src", "src/nose.txt"]);
  });
});
