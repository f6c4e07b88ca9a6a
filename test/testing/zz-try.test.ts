import { it } from "vitest";
import { createToolTester } from "../../src/testing/index.js";
import { undeclaredTouches } from "../../src/testing/watch/index.js";
import { ampToolset } from "../../src/toolsets/index.js";
import { lintPortability } from "../../src/schema/index.js";

const files = { "src/a.ts": "const one = 1;\nconst two = 2;\n", "b.md": "# hello\none\n", "AGENTS.md": "be kind\n" };
const inputs: Record<string, unknown> = {
  Read: { path: "src/a.ts" }, edit_file: { path: "src/a.ts", old_str: "one", new_str: "uno" },
  create_file: { path: "new/deep/x.txt", content: "hello" }, glob: { filePattern: "**/*.ts" }, Grep: { pattern: "one" },
  delete_file: { path: "b.md" }, Bash: { cmd: "echo hi > out.txt" }, undo_edit: { path: "src/a.ts" },
};
for (const backend of ["memory", "temp"] as const)
  for (const tool of ampToolset.tools) it(`${backend} ${tool.name}`, async () => {
    await using t = await createToolTester(tool as never, { files, permissions: "allow-all", backend });
    const input = inputs[(tool as {name: string}).name] ?? {};
    const plan = await t.plan(input);
    const r = await t.call(input);
    console.log(backend, (tool as {name: string}).name, r.status, JSON.stringify(r.error ?? r.result)?.slice(0, 150), JSON.stringify(plan.calls[0]?.resourceKeys), "\n TOUCH", JSON.stringify(t.touches), "\n UNDECL", JSON.stringify(undeclaredTouches(t.touches, plan.calls[0]!.resourceKeys)), await t.diff(), "LINT", JSON.stringify(lintPortability(tool as never)));
  });
