import { describe, expect, it } from "vitest";
import { createToolRuntime } from "../../../src/index.js";
import { toolsetWorld } from "../toolset-world.js";

const FILES = {
  "src/a.ts": "a\n",
  "src/deep/b.ts": "b\n",
  "README.md": "read me\n",
  ".env": "SECRET=1\n",
  "node_modules/x/c.ts": "c\n",
};

describe("read_many_files", () => {
  it("reads the files that paths and globs name, each once", async () => {
    const world = await toolsetWorld("gemini-cli");
    await world.write(FILES);
    expect(await world.text("read_many_files", { include: ["src/**/*.ts", "README.md", "src/a.ts"] })).toBe(
      [
        "--- /project/src/a.ts ---\n\na\n",
        "--- /project/src/deep/b.ts ---\n\nb\n",
        "--- /project/README.md ---\n\nread me\n",
        "--- End of content ---",
      ].join("\n"),
    );
  });

  it("omits packages and what exclude names, and skips secrets", async () => {
    const world = await toolsetWorld("gemini-cli");
    await world.write(FILES);
    const all = await world.text("read_many_files", { paths: ["**/*.ts", ".env"], exclude: ["**/deep/**"] });
    expect(all).toContain("/project/src/a.ts");
    expect(all).not.toMatch(/deep|node_modules|SECRET/);
    const packages = { include: ["**/*.ts"], useDefaultExcludes: false };
    expect(await world.text("read_many_files", packages)).toContain("node_modules/x/c.ts");
  });

  it("says that nothing matches", async () => {
    const world = await toolsetWorld("gemini-cli");
    expect(await world.text("read_many_files", { include: ["*.none"] })).toBe("No file matches *.none.");
  });

  it.each([
    [["src/*.ts"], "allow"],
    [["../other/*"], "ask"],
    [["src/*.ts", "/etc/*"], "ask"],
  ])("judges the folders of all patterns: %j is %s", async (include, verdict) => {
    await using runtime = createToolRuntime({ toolset: "gemini-cli" });
    const { calls } = await runtime.plan([{ id: "1", name: "read_many_files", input: { include } }]);
    expect(calls[0]?.decision?.verdict).toBe(verdict);
  });
});
