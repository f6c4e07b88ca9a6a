import { execFileSync } from "node:child_process";
import { lstatSync, mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import fc from "fast-check";
import { expect, it, onTestFinished } from "vitest";
import { globOperation, grepOperation } from "../../../src/tools/index.js";
import { LOCAL_SEARCHES } from "../../backends/local-searches.js";
import { createWorkbench } from "../workbench.js";

// Names that often match the patterns below.
const folderName = fc.constantFrom("a", "b", "src", ".hid", "B b");
const fileName = fc.constantFrom("x.ts", "y.js", "z", ".dot", "x.log", "é.ts", "[b].ts", "a:1:b|c");
const filePath = fc
  .tuple(fc.array(folderName, { maxLength: 3 }), fileName)
  .map(([folders, name]) => [...folders, name].join("/"));
const line = fc.constantFrom("hit", "a HIT here", "miss", "", "hit hit", "x\r", "end hit\r");
const content = fc.array(line, { maxLength: 14 }).map((lines) => lines.join("\n").replace(/\r$/, "\r\n"));
const ignoreRule = fc.constantFrom(
  "*.log",
  "a/",
  "/b",
  "src/*.ts",
  "**/z",
  "!x.log",
  "b/**/x.ts",
  "# x",
  "B b/",
  "y.*",
);
const tree = fc.record({
  files: fc.dictionary(filePath, content, { minKeys: 1, maxKeys: 14 }),
  ignores: fc.dictionary(
    fc.array(folderName, { maxLength: 1 }).map((folders) => [...folders, ".gitignore"].join("/")),
    fc.array(ignoreRule, { maxLength: 4 }).map((rules) => rules.join("\n")),
    { maxKeys: 2 },
  ),
  links: fc.dictionary(
    fc.constantFrom("l1", "a/l2", "src/loop"),
    fc.constantFrom("..", "x.ts", "/etc", "nowhere"),
    {
      maxKeys: 3,
    },
  ),
});
const pattern = fc.constantFrom("hit", "^hit$", "h.t", "IT\\s", "(hit){2}", "^$", "[^h]it|end");
const glob = fc.constantFrom(
  "**/*.ts",
  "*.ts",
  "src/**",
  "**/x.*",
  "a/*/x.ts",
  "**/.dot",
  "**/*",
  "?.js",
  "**/[[]b].ts",
  "b/**/*.js",
);

/** A repository without files, used to judge the trees of others. */
function createRepository(): string {
  const repository = mkdtempSync(join(tmpdir(), "collet-reference-"));
  onTestFinished(() => rmSync(repository, { recursive: true, force: true }));
  git(repository, "init", "-q", "--bare", repository);
  return repository;
}

function git(cwd: string, ...parameters: readonly string[]): string {
  const env = { PATH: process.env.PATH, HOME: cwd, GIT_CONFIG_NOSYSTEM: "1" };
  return execFileSync("git", parameters, { cwd, env, stdio: ["ignore", "pipe", "ignore"] }).toString();
}

/** The files that git would add, which is what the authors of ignore files expect; without links. */
function visibleFiles(repository: string, folder: string): string[] {
  const asked = ["ls-files", "-z", "--others", "--exclude-standard"];
  return git(folder, `--git-dir=${repository}`, `--work-tree=${folder}`, ...asked)
    .split("\0")
    .filter((name) => name !== "" && lstatSync(join(folder, name)).isFile());
}

const isHidden = (name: string) => name.split("/").some((part) => part.startsWith("."));

/** A glob as an expression, for the few forms used here. */
function globExpression(text: string): RegExp {
  const source = text.replace(/\[\[\]|\*\*\/|\*\*|\*|\?|[.+^${}()|\\\]]/g, (part) => {
    const meanings: Record<string, string> = {
      "[[]": "\\[",
      "**/": "(?:(?!\\.)[^/]+/)*",
      "**": "(?:(?!\\.)[^/]+/)*(?!\\.)[^/]+",
      "*": "(?:(?<=^|/)(?!\\.))?[^/]*",
      "?": "(?!\\.)[^/]",
    };
    return meanings[part] ?? `\\${part}`;
  });
  return new RegExp(`^${source}$`);
}

/** A star at the start of a name does not match a dot. */
function matchesGlob(text: string, name: string): boolean {
  const names = name.split("/");
  const parts = text.split("/");
  const spelled = (part: string) => part.startsWith(".");
  if (names.some(spelled) && !parts.some(spelled)) return false;
  return globExpression(text).test(name);
}

it.each(LOCAL_SEARCHES)(
  "agrees %s with a slow search that uses git's ignore rules, on any tree",
  async (_name, search) => {
    const workbench = await createWorkbench({ search });
    const repository = createRepository();
    await fc.assert(
      fc.asyncProperty(
        tree,
        pattern,
        glob,
        fc.boolean(),
        fc.boolean(),
        async ({ files, ignores, links }, regex, wanted, hidden, caseSensitive) => {
          rmSync(workbench.folder, { recursive: true, force: true });
          mkdirSync(workbench.folder);
          for (const [name, text] of Object.entries({ ...files, ...ignores })) {
            mkdirSync(dirname(workbench.path(name)), { recursive: true });
            writeFileSync(workbench.path(name), text);
          }
          for (const [name, target] of Object.entries(links)) {
            mkdirSync(dirname(workbench.path(name)), { recursive: true });
            symlinkSync(target, workbench.path(name));
          }
          const all = visibleFiles(repository, workbench.folder);
          const visible = all.filter((name) => hidden || !isHidden(name));
          const expression = new RegExp(regex, caseSensitive ? "" : "i");
          const lines = visible
            .map((name) => ({ name, text: readFileSync(workbench.path(name), "utf8") }))
            .sort((one, other) => (workbench.path(one.name) < workbench.path(other.name) ? -1 : 1))
            .flatMap(({ name, text }) =>
              text
                .split("\n")
                .map((each, index) => ({ name, line: index + 1, text: each.replace(/\r$/, "") }))
                .filter(
                  ({ line: number, text: each }) =>
                    !(each === "" && number === text.split("\n").length) && expression.test(each),
                ),
            );
          const limited = lines.filter(
            (found, index) => lines.slice(0, index).filter(({ name }) => name === found.name).length < 10,
          );
          const input = { pattern: regex, hidden, caseSensitive };
          const [grep, counts, named, found] = await Promise.all([
            workbench.run(grepOperation, input),
            workbench.run(grepOperation, { ...input, mode: "count" }),
            workbench.run(grepOperation, { ...input, mode: "files_with_matches" }),
            workbench.run(globOperation, { pattern: wanted }),
          ]);
          expect(grep.matches.map(({ path, line: number, text }) => [path, number, text])).toEqual(
            limited.map(({ name, line: number, text }) => [workbench.path(name), number, text]),
          );
          expect(counts.total).toBe(lines.length);
          expect(named.files.map(({ path }) => path)).toEqual([
            ...new Set(lines.map(({ name }) => workbench.path(name))),
          ]);
          expect(found.files).toEqual(
            all
              .filter((name) => matchesGlob(wanted, name))
              .map(workbench.path)
              .sort(),
          );
          expect(found).toMatchObject({ remaining: 0, isExact: true, total: found.files.length });
        },
      ),
      { numRuns: 20 },
    );
  },
  60_000,
);
