import { describe, expect, it } from "vitest";
import { findChecks } from "../../../src/tools/checks/find/find-checks.js";
import { scriptKind } from "../../../src/tools/checks/find/script-kind.js";
import { createWorkbench } from "../workbench.js";

/** `name [kind] command`, with `*` for a check that does not run by default. */
async function checksOf(files: Readonly<Record<string, string>>, folder = ""): Promise<string[]> {
  const bench = await createWorkbench();
  await bench.write(files);
  const { checks } = await findChecks(bench.path(folder), bench.context);
  return checks.map(
    ({ name, kind, command, runsWithAll }) => `${name}${runsWithAll ? "" : "*"} [${kind}] ${command}`,
  );
}

const scripts = (own: Readonly<Record<string, string>>, rest: object = {}) =>
  JSON.stringify({ scripts: own, ...rest });

describe("the kind of a package.json script", () => {
  it.each([
    ["test", "vitest run", "test"],
    ["test:unit", "mocha", "test"],
    ["lint", "eslint .", "lint"],
    ["lint:css", "stylelint src", "lint"],
    ["typecheck", "tsc --noEmit", "typecheck"],
    ["check-types", "turbo run check-types", "typecheck"],
    ["format:check", "prettier --check .", "format"],
    ["build", "tsc -p .", "build"],
    ["check", "biome check .", "lint"],
    ["check", "svelte-check && svelte-check", "typecheck"],
    ["check", "npm run lint && npm test", "check"],
    ["verify", "make all", "check"],
    // By its commands, whatever its name.
    ["types-ok", "npx tsc --noEmit", "typecheck"],
    ["quality", "NODE_ENV=test cross-env A=1 ./node_modules/.bin/eslint . && jest --ci", "check"],
    ["unit-ish", "node --test", "test"],
  ])("%s: %s", (name, body, kind) => {
    expect(scriptKind(name, body)).toBe(kind);
  });

  it.each([
    ["test", 'echo "Error: no test specified" && exit 1'],
    ["test", "vitest --watch"],
    ["test:watch", "vitest"],
    ["test:ui", "vitest"],
    ["lint:fix", "eslint . --fix"],
    ["lint", "eslint . --fix"],
    ["format", "prettier --write ."],
    ["typecheck", "tsc --noEmit -w"],
    ["dev", "vite"],
    ["start", "node server.js"],
    ["release", "npm test && npm publish"],
    ["deploy", "vitest run && scp dist host:"],
    ["prepare", "husky"],
    ["tsbuild", "tsc"],
    ["test", "  "],
  ])("finds no kind for %s: %s", (name, body) => {
    expect(scriptKind(name, body)).toBeUndefined();
  });
});

describe("the checks of a project", () => {
  it("finds the scripts of a package.json, run by the package manager of its lock file", async () => {
    const manifest = scripts({
      test: "vitest run",
      lint: "eslint .",
      typecheck: "tsc --noEmit",
      dev: "vite",
    });
    const own = (manager: string) => [
      `typecheck [typecheck] ${manager} run typecheck`,
      `lint [lint] ${manager} run lint`,
      `test [test] ${manager} run test`,
    ];
    expect(await checksOf({ "package.json": manifest })).toEqual(own("npm"));
    expect(await checksOf({ "package.json": manifest, "yarn.lock": "" })).toEqual(own("yarn"));
    expect(await checksOf({ "package.json": manifest, "bun.lock": "" })).toEqual(own("bun"));
    expect(
      await checksOf({ "packages/a/package.json": manifest, "pnpm-lock.yaml": "" }, "packages/a"),
    ).toEqual(own("pnpm"));
    expect(
      await checksOf({
        "package.json": scripts({ lint: "x" }, { packageManager: "pnpm@9.1.0" }),
        "yarn.lock": "",
      }),
    ).toEqual(["lint [lint] pnpm run lint"]);
  });

  it("runs each check once: not scripts that others run, nor scripts that only run others", async () => {
    expect(
      await checksOf({
        "package.json": scripts({
          check: "npm run lint && npm run typecheck && npm test",
          lint: "eslint . && npm run lint:css",
          "lint:css": "stylelint src",
          typecheck: "tsc --noEmit",
          pretest: "tsc --noEmit",
          test: "jest",
          "test:e2e": "playwright test",
          all: "run-s lint typecheck",
          "check:all": "run-s lint* typecheck",
        }),
      }),
    ).toEqual([
      "typecheck [typecheck] npm run typecheck",
      "lint [lint] npm run lint",
      "lint:css* [lint] npm run lint:css",
      "check* [check] npm run check",
      "check:all* [check] npm run check:all",
      "test [test] npm run test",
      "test:e2e* [test] npm run test:e2e",
    ]);
  });

  it("finds tools that a project configures and no script runs, with the installed program", async () => {
    const files = {
      "package.json": scripts({ build: "tsc -p .", test: "vitest run" }),
      "tsconfig.json": "{}",
      "biome.json": "{}",
      "eslint.config.js": "",
      "vitest.config.ts": "",
      "node_modules/.bin/tsc": "",
    };
    expect(await checksOf(files)).toEqual([
      "tsc [typecheck] node_modules/.bin/tsc --noEmit",
      "biome [lint] biome check",
      "eslint [lint] eslint .",
      "build [build] npm run build",
      "test [test] npm run test",
    ]);
    expect(await checksOf({ "a/tsconfig.json": "{}", "node_modules/.bin/tsc": "" }, "a")).toEqual([
      "tsc [typecheck] ../node_modules/.bin/tsc --noEmit",
    ]);
    expect(
      await checksOf({
        "package.json": scripts({ typecheck: "tsc -p ." }),
        "tsconfig.json": '{"noEmit":true}',
      }),
    ).toEqual(["typecheck [typecheck] npm run typecheck"]);
    expect(await checksOf({ "package.json": JSON.stringify({ jest: {}, eslintConfig: {} }) })).toEqual([
      "eslint [lint] eslint .",
      "jest [test] jest",
    ]);
  });

  it.each([
    [
      "Cargo.toml",
      "",
      [
        "cargo check [typecheck] cargo check --all-targets",
        "cargo clippy [lint] cargo clippy --all-targets",
        "cargo test [test] cargo test",
      ],
    ],
    [
      "go.mod",
      "",
      [
        "go vet [lint] go vet ./...",
        "go build [build] go build -o /dev/null ./...",
        "go test [test] go test ./...",
      ],
    ],
    ["mypy.ini", "", ["mypy [typecheck] mypy ."]],
    ["mypy.ini", "[mypy]\nfiles = src\n", ["mypy [typecheck] mypy"]],
    ["setup.cfg", "[mypy]\n[tool:pytest]\n", ["mypy [typecheck] mypy .", "pytest [test] pytest"]],
    [
      "pyproject.toml",
      "[tool.mypy]\npackages = ['a']\n[tool.ruff.lint]\n[tool.pytest.ini_options]\n",
      ["mypy [typecheck] mypy", "ruff [lint] ruff check --output-format=concise", "pytest [test] pytest"],
    ],
    ["ruff.toml", "", ["ruff [lint] ruff check --output-format=concise"]],
    ["tests/test_a.py", "", ["pytest [test] pytest"]],
    ["conftest.py", "", ["pytest [test] pytest"]],
    ["test_total.py", "", ["pytest [test] pytest"]],
    ["total_test.py", "", ["pytest [test] pytest"]],
    [
      "Makefile",
      "CHECK := 1\n.PHONY: check\ncheck lint: build\n\techo\nbuild:\n%.o: x\ntest:: a\n",
      ["lint [lint] make lint", "check [check] make check", "test [test] make test"].map((row) =>
        row.replace(/^/, "make "),
      ),
    ],
  ])("finds checks by %s with the content %j", async (file, text, checks) => {
    expect(await checksOf({ [file]: text })).toEqual(checks);
  });

  it("runs make targets only by name where the project has checks of that kind", async () => {
    expect(await checksOf({ "go.mod": "", Makefile: "test:\ncheck:\n" })).toEqual([
      "go vet [lint] go vet ./...",
      "make check* [check] make check",
      "go build [build] go build -o /dev/null ./...",
      "go test [test] go test ./...",
      "make test* [test] make test",
    ]);
  });

  it("calls checks with the virtual environment of the project", async () => {
    expect(await checksOf({ "pytest.ini": "", ".venv/bin/pytest": "" })).toEqual([
      "pytest [test] .venv/bin/pytest",
    ]);
  });

  it("uses the nearest folder with checks, up to the root of the workspace", async () => {
    const files = {
      "go.mod": "",
      "web/package.json": scripts({ lint: "eslint ." }),
      "web/src/": "",
      "docs/deep/": "",
    };
    expect(await checksOf(files, "web/src")).toEqual(["lint [lint] npm run lint"]);
    expect((await checksOf(files, "docs/deep")).map((row) => row.split(" ")[0])).toEqual(["go", "go", "go"]);
  });

  it("adds the commands of the CI as hints", async () => {
    const bench = await createWorkbench();
    await bench.write({
      "go.mod": "",
      ".github/workflows/ci.yml":
        'jobs:\n  a:\n    steps:\n      - run: npm ci\n      - name: x\n        run: |\n          # first\n          make lint\n\n          make test\n      - run: "echo done"\n      - run: npm ci\n',
    });
    const { hints } = await findChecks(bench.folder, bench.context);
    expect(hints).toEqual(
      ["npm ci", "make lint", "make test", "echo done"].map((command) => ({
        file: ".github/workflows/ci.yml",
        command,
      })),
    );
  });

  it.each([
    ["a broken package.json", { "package.json": "{" }],
    ["a package.json of another shape", { "package.json": '{"scripts":{"test":7,"lint":null}}' }],
    ["a package.json that is a list", { "package.json": "[]" }],
    ["a package.json that is a folder", { "package.json/": "" }],
    [
      "a package.json of two megabytes",
      { "package.json": `{"scripts":{"test":"x"},"a":"${"x".repeat(2_000_000)}"}` },
    ],
    ["a script whose name is an option", { "package.json": scripts({ "--test": "jest" }) }],
    ["nothing", {}],
  ])("finds no checks for %s", async (_what, files) => {
    expect(await checksOf(files)).toEqual([]);
  });

  it("quotes the name of a script, whatever it contains", async () => {
    expect(await checksOf({ "package.json": scripts({ "test:$(touch x) 'y'": "jest" }) })).toEqual([
      "test:$(touch x) 'y' [test] npm run 'test:$(touch x) '\\''y'\\'''",
    ]);
  });

  it("runs nothing to find checks", async () => {
    const bench = await createWorkbench();
    await bench.write({
      "package.json": scripts({ test: "touch ran" }),
      Makefile: "$(shell touch ran)\ntest:\n\ttouch ran\n",
    });
    await findChecks(bench.folder, bench.context);
    expect(await bench.names()).toEqual(["Makefile", "package.json"]);
  });
});
