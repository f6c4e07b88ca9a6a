import { readFile } from "node:fs/promises";
import { describe, expect, it } from "vitest";
import { createWorkbench } from "../../tools/workbench.js";
import { applyPatch } from "./opencode-tools.js";

const PATCH = `*** Begin Patch
*** Add File: docs/new.md
+# New
*** Update File: src/app.ts
*** Move to: src/main.ts
@@
-old();
+new();
*** Update File: src/stay.ts
@@
-1
+2
*** Delete File: gone.txt
*** End Patch`;

describe("apply_patch of the opencode toolset", () => {
  it("answers a row a file, named from the working directory", async () => {
    const bench = await createWorkbench();
    await bench.write({ "src/app.ts": "old();\n", "src/stay.ts": "1\n", "gone.txt": "x\n" });
    const { result, text } = await bench.call(applyPatch, { patchText: PATCH });
    expect(text).toBe(
      "Success. Updated the following files:\nA docs/new.md\nM src/main.ts\nM src/stay.ts\nD gone.txt",
    );
    expect(result).toMatchObject({
      title: "4 files",
      metadata: {
        diff: expect.stringContaining("+new();"),
        files: [
          { filePath: bench.path("docs/new.md"), type: "add" },
          { filePath: bench.path("src/main.ts"), type: "move", movedFrom: bench.path("src/app.ts") },
          { filePath: bench.path("src/stay.ts"), type: "update" },
          { filePath: bench.path("gone.txt"), type: "delete" },
        ],
      },
    });
    expect(await bench.names()).toEqual(["docs", "docs/new.md", "src", "src/main.ts", "src/stay.ts"]);
    expect(await readFile(bench.path("src/main.ts"), "utf8")).toBe("new();\n");
  });

  it("refuses text that is not a patch, and changes nothing when a part does not fit", async () => {
    const bench = await createWorkbench();
    await bench.write({ "src/app.ts": "other();\n", "src/stay.ts": "1\n", "gone.txt": "x\n" });
    expect((await bench.callFailure(applyPatch, { patchText: "hello" })).code).toBe("invalid-patch");
    expect((await bench.callFailure(applyPatch, { patchText: PATCH })).code).toBe("no-match");
    expect(await bench.names()).toEqual(["gone.txt", "src", "src/app.ts", "src/stay.ts"]);
  });
});
