import { execFileSync } from "node:child_process";
import { chmod, readFile, writeFile } from "node:fs/promises";
import { delimiter, join, resolve } from "node:path";
import { afterEach, describe, expect, it, vi } from "vitest";
import type { ShellRequest } from "../../../../src/contract/index.js";
import { createToolRuntime } from "../../../../src/index.js";
import { createWorkbench, type Workbench } from "../../../tools/workbench.js";
import { formatFile, read, undoEdit } from "../amp-tools.js";

const BIOME = resolve(import.meta.dirname, "../../../../node_modules/.bin/biome");

const hasRustfmt = (() => {
  try {
    execFileSync("rustfmt", ["--version"], { stdio: "ignore" });
    return true;
  } catch {
    return false;
  }
})();

afterEach(() => {
  vi.unstubAllEnvs();
});

/** A program that notes where and with which arguments it was called, and runs a filter over its standard input. */
const program = (filter: string) => `#!/bin/sh
{ pwd; for word in "$@"; do printf '%s\\n' "$word"; done; } > "\${CALL_LOG:-/dev/null}"
${filter}
`;

const UPPER = program("tr a-z A-Z");

async function install(bench: Workbench, name: string, script: string): Promise<void> {
  await bench.write({ [name]: script });
  await chmod(bench.path(name), 0o755);
}

/** Puts programs into a folder of PATH. */
async function onPath(bench: Workbench, programs: Readonly<Record<string, string>>): Promise<void> {
  const folder = join(bench.outside, "bin");
  for (const [name, script] of Object.entries(programs)) {
    await bench.write({ [join("../outside/bin", name)]: script });
    await chmod(join(folder, name), 0o755);
  }
  vi.stubEnv("PATH", [folder, "/usr/bin", "/bin"].join(delimiter));
}

async function noting(bench: Workbench): Promise<() => Promise<string[]>> {
  const log = join(bench.outside, "call.log");
  vi.stubEnv("CALL_LOG", log);
  return async () => (await readFile(log, "utf8")).trimEnd().split("\n");
}

async function format(bench: Workbench, path: string) {
  const { result, text } = await bench.call(formatFile, { path });
  return { ...(result as { formatter: string; diff: string }), text };
}

describe("format_file", () => {
  it("formats with the project's own Biome and shows the diff", async () => {
    const bench = await createWorkbench();
    await bench.write({
      "biome.json": "{}",
      "src/a.ts": "const  a = {b:1}\n",
      "node_modules/.bin/biome": { link: BIOME },
    });
    const { result, text } = await bench.call(formatFile, { path: "src/a.ts" });
    const diff =
      "diff --git a/src/a.ts b/src/a.ts\n--- a/src/a.ts\n+++ b/src/a.ts\n@@ -1 +1 @@\n-const  a = {b:1}\n+const a = { b: 1 };\n";
    expect(result).toEqual({ formatter: "biome", diff });
    expect(text).toBe(`Formatted ${bench.path("src/a.ts")} with biome.\n${diff}`);
    expect(await readFile(bench.path("src/a.ts"), "utf8")).toBe("const a = { b: 1 };\n");
    expect(bench.changes).toEqual([{ type: "update", path: bench.path("src/a.ts") }]);
    expect((await format(bench, "src/a.ts")).text).toBe(
      `${bench.path("src/a.ts")} is formatted already, says biome.`,
    );
    await bench.call(undoEdit, { path: "src/a.ts" });
    expect(await readFile(bench.path("src/a.ts"), "utf8")).toBe("const  a = {b:1}\n");
  });

  it.skipIf(!hasRustfmt)("formats Rust in the edition of its Cargo.toml", async () => {
    const bench = await createWorkbench();
    await bench.write({ "Cargo.toml": '[package]\nedition = "2018"\n', "src/a.rs": "async fn f( ) { }\n" });
    expect((await format(bench, "src/a.rs")).formatter).toBe("rustfmt");
    expect(await readFile(bench.path("src/a.rs"), "utf8")).toBe("async fn f() {}\n");
    await bench.write({ "Cargo.toml": '[package]\nedition = "2015"\n', "src/b.rs": "async fn f( ) { }\n" });
    expect((await bench.callFailure(formatFile, { path: "src/b.rs" })).message).toContain(
      "rustfmt ended with exit code 1",
    );
  });

  it.each([
    ["prettier", "a.md", { ".prettierrc": "" }, "node_modules/.bin/prettier", ["--stdin-filepath", "$PATH"]],
    [
      "prettier",
      "a.ts",
      { "package.json": '{"devDependencies":{"prettier":"3"}}' },
      "node_modules/.bin/prettier",
      ["--stdin-filepath", "$PATH"],
    ],
    [
      "biome",
      "a.json",
      { "biome.jsonc": "" },
      "node_modules/.bin/biome",
      ["format", "--stdin-file-path=$PATH"],
    ],
    [
      "black",
      "a.py",
      { "pyproject.toml": "[tool.black]\n[tool.ruff]\n" },
      ".venv/bin/black",
      ["--quiet", "--stdin-filename", "$PATH", "-"],
    ],
    ["ruff", "a.pyi", { "ruff.toml": "" }, "venv/bin/ruff", ["format", "--stdin-filename", "$PATH", "-"]],
  ] as const)(
    "calls the local %s for %s as it wants to be called",
    async (formatter, name, config, local, words) => {
      const bench = await createWorkbench();
      await bench.write({ ...config, [`sub/${name}`]: "text\n" });
      await install(bench, local, UPPER);
      const called = await noting(bench);
      expect((await format(bench, `sub/${name}`)).formatter).toBe(formatter);
      expect(await readFile(bench.path(`sub/${name}`), "utf8")).toBe("TEXT\n");
      expect(await called()).toEqual([
        bench.folder,
        ...words.map((word) => word.replace("$PATH", bench.path(`sub/${name}`))),
      ]);
    },
  );

  it.each([
    ["gofmt", "a.go", {}, []],
    ["shfmt", "a.sh", { ".editorconfig": "" }, ["--filename", "$PATH"]],
    ["clang-format", "a.cpp", { ".clang-format": "" }, ["--assume-filename=$PATH"]],
    ["prettier", "a.yaml", { "prettier.config.mjs": "" }, ["--stdin-filepath", "$PATH"]],
  ] as const)("calls %s from PATH for %s", async (formatter, name, config, words) => {
    const bench = await createWorkbench();
    await bench.write({ ...config, [name]: "text\n" });
    await onPath(bench, { [formatter]: UPPER });
    const called = await noting(bench);
    expect((await format(bench, name)).formatter).toBe(formatter);
    expect(await called()).toEqual([
      bench.folder,
      ...words.map((word) => word.replace("$PATH", bench.path(name))),
    ]);
  });

  it("uses the formatter with the nearest configuration, and ESLint only without another", async () => {
    const bench = await createWorkbench();
    await bench.write({
      ".prettierrc": "",
      "app/biome.json": "",
      "app/web/eslint.config.js": "",
      "app/web/a.ts": "a\n",
      "lib/eslint.config.js": "",
      "lib/a.ts": "a\n",
    });
    for (const name of ["biome", "prettier", "eslint"])
      await install(bench, `node_modules/.bin/${name}`, UPPER);
    const called = await noting(bench);
    expect((await format(bench, "app/web/a.ts")).formatter).toBe("biome");
    expect((await called())[0]).toBe(bench.path("app"));
    expect((await format(bench, "lib/a.ts")).formatter).toBe("prettier");
    expect((await called())[0]).toBe(bench.folder);
  });

  it("applies ESLint's fixes without letting it write, and reports the remaining problems", async () => {
    const bench = await createWorkbench();
    const report = JSON.stringify([
      { messages: [{ message: "Unexpected ==", line: 2, ruleId: "eqeqeq" }], output: "let a;\n" },
    ]);
    await bench.write({ "eslint.config.js": "", "a.js": "var a\n" });
    await install(
      bench,
      "node_modules/.bin/eslint",
      program(`cat > /dev/null; printf '%s' '${report}'; exit 1`),
    );
    const called = await noting(bench);
    const { text, formatter } = await format(bench, "a.js");
    expect(formatter).toBe("eslint");
    expect(text).toContain("eslint, not fixed: line 2: Unexpected == (eqeqeq)");
    expect(await readFile(bench.path("a.js"), "utf8")).toBe("let a;\n");
    expect(await called()).toContain("--fix-dry-run");
    expect(await called()).not.toContain("--fix");
  });

  it.each(["a b.md", "a'b.md", '$(touch x);"`&|.md', "-rf.md", "a\nb.md", "ü\\.md"])(
    "hands the name %j on as one word",
    async (name) => {
      const bench = await createWorkbench();
      await bench.write({ ".prettierrc": "", [name]: "text\n" });
      await install(bench, "node_modules/.bin/prettier", UPPER);
      await bench.call(formatFile, { path: bench.path(name) });
      expect(await readFile(bench.path(name), "utf8")).toBe("TEXT\n");
      expect((await bench.names()).filter((one) => !one.startsWith("node_modules"))).toEqual(
        [".prettierrc", name].sort(),
      );
    },
  );

  it("keeps a byte order mark, and the mode", async () => {
    const bench = await createWorkbench();
    await bench.write({ ".prettierrc": "", "a.md": "\ufefftext\n" });
    await install(bench, "node_modules/.bin/prettier", UPPER);
    await format(bench, "a.md");
    expect(await readFile(bench.path("a.md"), "utf8")).toBe("\ufeffTEXT\n");
  });

  it("does not count as a read of the file", async () => {
    const bench = await createWorkbench();
    await bench.write({ ".prettierrc": "", "a.md": "text\n" });
    await install(bench, "node_modules/.bin/prettier", UPPER);
    await bench.call(read, { path: "a.md" });
    await writeFile(bench.path("a.md"), "somebody else\n");
    expect((await bench.callFailure(formatFile, { path: "a.md" })).code).toBe("stale-file");
    expect(await readFile(bench.path("a.md"), "utf8")).toBe("somebody else\n");
  });

  it("leaves a file alone that changes while the formatter works", async () => {
    const bench = await createWorkbench();
    await bench.write({ ".prettierrc": "", "a.md": "text\n" });
    await install(
      bench,
      "node_modules/.bin/prettier",
      program(`tr a-z A-Z; echo "somebody else" > '${bench.path("a.md")}'`),
    );
    const error = await bench.callFailure(formatFile, { path: "a.md" });
    expect(error).toMatchObject({ code: "stale-file", retryable: true });
    expect(await readFile(bench.path("a.md"), "utf8")).toBe("somebody else\n");
  });

  it.each([
    ["passes input on", true, "TEXT\n"],
    ["passes no input on", false, "other\n"],
  ] as const)("formats what was read, or nothing, with a shell that %s", async (_, takesInput, expected) => {
    const bench = await createWorkbench();
    const path = bench.path("a.md");
    const local = bench.context.shell;
    const shell = {
      ...(takesInput && { takesInput }),
      // The file holds something else just while the formatter starts; without input, it stays so.
      run: async (request: ShellRequest) => {
        await writeFile(path, "other\n");
        const outcome = await local.run(request);
        if (takesInput) await writeFile(path, "text\n");
        return outcome;
      },
    };
    Object.assign(bench.context, { shell });
    await bench.write({ ".prettierrc": "", "a.md": "text\n" });
    await install(bench, "node_modules/.bin/prettier", UPPER);
    if (takesInput) await format(bench, "a.md");
    else expect((await bench.callFailure(formatFile, { path: "a.md" })).code).toBe("stale-file");
    expect(await readFile(path, "utf8")).toBe(expected);
  });

  it("asks for a formatter as for a command, and names the command before it runs", async () => {
    const bench = await createWorkbench();
    await bench.write({ ".prettierrc": "", "a b.md": "text\n" });
    await install(bench, "node_modules/.bin/prettier", program("touch ran; tr a-z A-Z"));
    expect(formatFile.kind).toBe("execute");
    for (const permissions of ["default", "amp"] as const) {
      await using runtime = createToolRuntime({ cwd: bench.folder, permissions });
      const result = await runtime.execute({ id: "1", name: "format_file", input: { path: "a b.md" } });
      expect(result.status).toBe("blocked-on-user");
      const preview = JSON.stringify(result.status === "blocked-on-user" && result.approval.preview);
      expect(preview).toContain("with prettier.");
      expect(preview).toContain(
        `Runs in ${bench.folder}: '${bench.path("node_modules/.bin/prettier")}' '--stdin-filepath' '${bench.path("a b.md")}' < '${bench.path("a b.md")}'`,
      );
    }
    await using readOnly = createToolRuntime({ cwd: bench.folder, permissions: "read-only" });
    const denied = await readOnly.execute({ id: "1", name: "format_file", input: { path: "a b.md" } });
    expect(denied.error?.errorCode).toBe("permission-denied");
    expect(await bench.names()).not.toContain("ran");
    expect(await readFile(bench.path("a b.md"), "utf8")).toBe("text\n");
  });
});

describe("format_file, errors", () => {
  it("names all that was looked for when nothing is set up", async () => {
    const bench = await createWorkbench();
    await bench.write({ "src/a.ts": "a\n", "src/a.py": "a\n" });
    const error = await bench.callFailure(formatFile, { path: "src/a.ts" });
    expect(error).toMatchObject({ code: "formatter-missing", absolutePath: bench.path("src/a.ts") });
    expect(error.message).toBe(
      `No formatter is set up for ${bench.path("src/a.ts")}: searched from ${bench.path("src")} up to ${bench.folder} for biome (biome.json, biome.jsonc, .biome.json, .biome.jsonc); prettier (.prettierrc, .prettierrc.*, prettier.config.*, "prettier" in package.json); eslint (eslint.config.*, .eslintrc, .eslintrc.*, "eslintConfig" in package.json). The file was not changed; keep to the style of the surrounding code.`,
    );
    expect((await bench.callFailure(formatFile, { path: "src/a.py" })).message).toContain(
      "[tool.black] in pyproject.toml",
    );
  });

  it("says which program is missing, and where it was looked for", async () => {
    const bench = await createWorkbench();
    // Not the real one with the folders of the system: they may have a gofmt.
    vi.stubEnv("PATH", bench.outside);
    await bench.write({ ".prettierrc": "", "a.md": "a\n", "a.go": "package a\n" });
    const error = await bench.callFailure(formatFile, { path: "a.md" });
    expect(error.code).toBe("formatter-missing");
    expect(error.message).toBe(
      `${bench.path("a.md")} should be formatted with prettier, but 'prettier' was not found, neither in node_modules/.bin in ${bench.folder}, nor in PATH. Install it first; the file was not changed.`,
    );
    expect((await bench.callFailure(formatFile, { path: "a.go" })).message).toContain(
      "'gofmt' was not found, not in PATH",
    );
  });

  it.each([
    [
      "complains",
      "cat >/dev/null; echo 'a.md: SyntaxError (1:7)' >&2; exit 2",
      "prettier ended with exit code 2:\na.md: SyntaxError (1:7)",
    ],
    ["prints nothing", "cat >/dev/null", "prettier printed nothing."],
    ["prints no UTF-8", "printf '\\377\\376\\375'", "output that is not UTF-8"],
    ["is killed", "kill -9 $$", "prettier ended with"],
    ["does not find its interpreter", "exit 127", "prettier ended with exit code 127"],
  ])("leaves the file alone when the formatter %s", async (_, filter, message) => {
    const bench = await createWorkbench();
    await bench.write({ ".prettierrc": "", "a.md": "text\n" });
    await install(bench, "node_modules/.bin/prettier", program(filter));
    const error = await bench.callFailure(formatFile, { path: "a.md" });
    expect(error.code).toBe("format-failed");
    expect(error.message).toContain(message);
    expect(error.message).toContain("was not formatted or changed");
    expect(await readFile(bench.path("a.md"), "utf8")).toBe("text\n");
    expect(bench.changes).toEqual([]);
  });

  it("passes on the messages of a formatter about a file that it does not change", async () => {
    const bench = await createWorkbench();
    await bench.write({ ".prettierrc": "", "a.md": "text\n" });
    await install(bench, "node_modules/.bin/prettier", program("cat; echo 'a.md is ignored' >&2"));
    expect((await format(bench, "a.md")).text).toContain("prettier says: a.md is ignored");
  });

  it("keeps memory and answer bounded for any output of a formatter", async () => {
    const bench = await createWorkbench();
    await bench.write({ ".prettierrc": "", "a.md": "text\n" });
    await install(
      bench,
      "node_modules/.bin/prettier",
      program("head -c 70000000 /dev/zero | tr '\\0' x; head -c 9000000 /dev/zero | tr '\\0' y >&2"),
    );
    const error = await bench.callFailure(formatFile, { path: "a.md" });
    expect(error.message).toContain("printed more than 67108864 bytes");
    expect(error.message.length).toBeLessThan(5_000);
  });

  it.each([
    ["missing.md", "not-found"],
    ["folder", "not-a-file"],
    [".env", "reading-secret-file"],
    ["utf16.md", "format-failed"],
    ["latin1.md", "not-utf8"],
    ["../outside/f.md", "external-directory"],
    ["", "invalid-path"],
  ])("refuses %j with %s and runs nothing", async (path, code) => {
    const bench = await createWorkbench();
    await bench.write({
      ".prettierrc": "",
      "folder/": "",
      ".env": "A=1",
      "utf16.md": Buffer.from("\ufeffa\n", "utf16le"),
      "latin1.md": Buffer.from("caf\xe9\n", "latin1"),
    });
    await writeFile(`${bench.outside}/f.md`, "f\n");
    await install(bench, "node_modules/.bin/prettier", program("touch ran; tr a-z A-Z"));
    expect((await bench.callFailure(formatFile, { path })).code).toBe(code);
    expect(await bench.names()).not.toContain("ran");
  });

  it("uses no settings of a project for a file outside of it, even when that file was approved", async () => {
    const bench = await createWorkbench({ approvedPaths: "any" });
    await writeFile(`${bench.outside}/.prettierrc`, "");
    await writeFile(`${bench.outside}/f.md`, "f\n");
    const error = await bench.callFailure(formatFile, { path: "../outside/f.md" });
    expect(error.code).toBe("formatter-missing");
    expect(error.message).toContain("is outside the workspace");
  });

  it("ends with the call when it is aborted, and changes nothing", async () => {
    const bench = await createWorkbench();
    await bench.write({ ".prettierrc": "", "a.md": "text\n" });
    await install(bench, "node_modules/.bin/prettier", program("touch started; sleep 60; tr a-z A-Z"));
    const run = bench.call(formatFile, { path: "a.md" });
    await vi.waitFor(async () => expect(await bench.names()).toContain("started"), { timeout: 10_000 });
    bench.controller.abort();
    await expect(run).rejects.toThrow();
    expect(await readFile(bench.path("a.md"), "utf8")).toBe("text\n");
  });
});
