import { chmodSync, linkSync, unlinkSync } from "node:fs";
import { expect } from "vitest";
import { localSearch } from "../../../src/backends/local/search/index.js";
import type { Backend } from "../../../src/index.js";
import { type Attack, done, failed, type ScriptedAttack, safe } from "../attack.js";
import { glob, grep } from "../calls.js";
import type { Seen } from "../run-steps.js";
import { SECRET_TEXT, type World } from "../world.js";

/** A program that leaves a mark where it was run. */
function trap(world: World): void {
  world.file("$WS/evil.sh", "#!/bin/sh\ntouch PWN\n", 0o755);
  world.file("$WS/a.txt", "x marks the spot, and a few a's\n");
}

function notRun({ world }: Seen): void {
  expect(world.names()).not.toContain("PWN");
}

/** A search that a program could be smuggled into. */
function smuggled(id: Attack["id"], hazard: string, step: ScriptedAttack["steps"][number]): Attack {
  return { id, hazard, setup: trap, steps: [step], ending: done(notRun) };
}

/** Files that are names of one file, which are made and removed in half the time. */
const manyFiles = (world: World, count: number, folder = "$WS") => {
  world.file(`${folder}/f0.ts`, "hit\n");
  const first = world.path(`${folder}/f0.ts`);
  for (let index = 1; index < count; index += 1) linkSync(first, world.path(`${folder}/f${index}.ts`));
};

/** The backend with a search that does something when its first result has come. */
function whileSearching(work: (world: World) => void): NonNullable<ScriptedAttack["backend"]> {
  return ({ search, ...backend }: Backend, world) => {
    if (search === undefined) throw new Error("The backend lacks a search.");
    return {
      ...backend,
      search: {
        text: (request) => search.text(request),
        async *files(scope) {
          let first = true;
          for await (const file of search.files(scope)) {
            if (first) work(world);
            first = false;
            yield file;
          }
        },
      },
    };
  };
}

/** Ways to make a search run a program, leave the workspace, never end, or say what is not so. */
export const searchAttacks: readonly Attack[] = [
  smuggled("G001", "a pattern that is an option of ripgrep's which runs a program", grep("--pre=./evil.sh")),
  {
    id: "G002",
    hazard: "a pattern that is an option, which reads patterns from a file outside",
    setup: (world) => {
      trap(world);
      world.file("$OUT/patterns", "x marks\n");
    },
    steps: [grep("-f$OUT/patterns")],
    ending: done((seen) => {
      notRun(seen);
      expect(seen.text).toMatch(/^No results found/);
    }),
  },
  smuggled("G004", "a glob that is an option", grep("x", { glob: "--pre=./evil.sh" })),
  smuggled("G005", "a file pattern that is an option", glob("--pre=./evil.sh")),
  {
    id: "G007",
    hazard: "an absolute file pattern lists what is outside",
    setup: (world) => world.file("$OUT/visible.txt"),
    steps: [glob("$OUT/*")],
    ending: { outcome: "ask", paths: ["$OUT"] },
  },
  {
    id: "G008",
    hazard: "a limit that fills the context",
    setup: (world) => manyFiles(world, 10_500),
    steps: [{ name: "glob", input: { filePattern: "**/*", limit: 1e9 } }],
    ending: done(({ last }) => {
      expect(last.result).toMatchObject({ remaining: 500 });
    }),
    withinMs: 15_000,
  },
  {
    id: "G009",
    hazard: "a glob that a backtracking matcher needs seconds for",
    setup: (world) => world.file(`$WS/${"a".repeat(60)}b`),
    steps: [glob(`${"*a".repeat(20)}c`)],
    ending: done(({ text }) => expect(text).toBe("No files found.")),
    withinMs: 2_000,
  },
  {
    id: "G011",
    hazard: "braces that multiply to a million globs",
    setup: (world) => world.file(`$WS/${"ab".repeat(10)}`),
    steps: [glob("{a,b}".repeat(20))],
    ending: safe(({ last, world }) => {
      if (last.status === "done")
        expect(last.result).toMatchObject({ files: [world.path(`$WS/${"ab".repeat(10)}`)] });
      else expect(last.error?.errorCode).toBe("invalid-pattern");
    }),
    withinMs: 2_000,
  },
  {
    id: "G012",
    hazard: "an extended glob that a backtracking matcher needs seconds for",
    setup: (world) => world.file(`$WS/${"a".repeat(60)}`),
    steps: [glob("+(a|aa)x")],
    ending: done(),
    withinMs: 2_000,
  },
  {
    id: "G013",
    hazard: "an expression that a backtracking matcher does not finish",
    setup: (world) => world.file("$WS/a.txt", `${"a".repeat(100_000)}b\n`),
    steps: [grep("(a+)+$")],
    ending: done(({ text }) => expect(text).toMatch(/^No results found/)),
    withinMs: 2_000,
  },
  {
    id: "G014",
    hazard: "an expression that takes all memory to compile",
    setup: (world) => world.file("$WS/a.txt", "a\n"),
    steps: [grep("(\\w{1000}){1000}")],
    ending: failed("invalid-pattern"),
  },
  {
    id: "G015",
    hazard: "an invalid expression looks like one without matches",
    setup: (world) => world.file("$WS/a.txt", "[\n"),
    steps: [grep("[")],
    ending: {
      ...failed("invalid-pattern"),
      check: ({ text }) => expect(text).toMatch(/unclosed character class[\s\S]*literal:true/),
    },
  },
  {
    id: "G016",
    hazard: "a NUL in a pattern ends the command line",
    setup: trap,
    steps: [grep("\u0000")],
    ending: { ...failed("invalid-pattern"), check: notRun },
  },
  {
    id: "G018",
    hazard: "a configuration file of ripgrep's, named in the environment, runs a program",
    setup: (world) => {
      trap(world);
      world.file("$WS/rc", `--pre=${world.path("$WS/evil.sh")}\n`);
      process.env.RIPGREP_CONFIG_PATH = world.path("$WS/rc");
      world.onEnd(() => delete process.env.RIPGREP_CONFIG_PATH);
    },
    steps: [grep("x"), glob("**/*")],
    ending: done(notRun),
  },
  {
    id: "G019",
    hazard: "a symlink in the workspace leads a search outside",
    setup: (world) => {
      world.link("$WS/l", "$OUT");
      world.link("$WS/l.txt", "$OUT/secret");
    },
    steps: [grep("CANARY"), glob("**/*")],
    ending: done(({ text }) =>
      expect(text).toMatch(
        /^No files found\.\n\[Skipped: 2 links that lead out of the searched folder\.?\]$/,
      ),
    ),
  },
  {
    id: "G020",
    hazard: "symlinks in a circle keep a search running",
    setup: (world) => {
      world.link("$WS/a/b/up", "$WS/a");
      world.link("$WS/a/self", ".");
      world.file("$WS/a/b/x.txt", "hit\n");
    },
    steps: [grep("hit"), glob("**/*")],
    ending: done(({ results, world }) => {
      expect(results[0]?.result).toEqual(["a/b/x.txt:1: hit"]);
      expect(results[1]?.result).toEqual({ files: [world.path("$WS/a/b/x.txt")], remaining: 0 });
    }),
  },
  {
    id: "G021",
    hazard: "names with the separators of path, line and text forge results",
    setup: (world) => {
      world.file("$WS/a:1:x.txt", "hit|1\n");
      world.file("$WS/b|2|y.txt", "hit:9:z\n");
      world.file("$WS/c\nd.txt", "hit\n");
    },
    steps: [grep("hit")],
    ending: done(({ last }) => {
      expect(last.result).toEqual(["a:1:x.txt:1: hit|1", "b|2|y.txt:1: hit:9:z", "c\\x0ad.txt:1: hit"]);
    }),
  },
  {
    id: "G023",
    hazard: "a line of 100 MB is held in memory",
    setup: (world) => world.file("$WS/a.txt", Buffer.alloc(100_000_004, "x").fill("hit\n", 100_000_000)),
    steps: [(world) => world.notes.push(String(process.memoryUsage().arrayBuffers)), grep("hit")],
    ending: done(({ text, world }) => {
      expect(text.length).toBeLessThan(400);
      expect(process.memoryUsage().arrayBuffers - Number(world.notes[0])).toBeLessThan(64 * 2 ** 20);
    }),
    withinMs: 15_000,
  },
  {
    id: "G024",
    hazard: "a million matches keep a search busy after its limit",
    setup: (world) => {
      for (let index = 0; index < 20; index += 1) world.file(`$WS/f${index}.txt`, "a\n".repeat(50_000));
    },
    steps: [grep("a")],
    ending: done(({ last }) => {
      expect((last.result as string[]).length).toBe(101);
      expect((last.result as string[]).at(-1)).toMatch(
        /^\[These are the first 100 matches; there are more\./,
      );
    }),
    withinMs: 3_000,
  },
  {
    id: "G025",
    hazard: "escape sequences in a line reach the terminal of the user",
    setup: (world) => world.file("$WS/a.txt", "hit \u001b[2Jgone\u0007\n"),
    steps: [grep("hit")],
    ending: done(({ text }) => expect(text).toBe("a.txt:1: hit \\x1b[2Jgone\\x07")),
  },
  {
    id: "G028",
    hazard: "a search without ripgrep reports no matches",
    setup: (world) => world.file("$WS/a.txt", "a\n"),
    backend: ({ search: _, ...backend }) => backend,
    steps: [grep("a")],
    ending: failed("not-supported"),
  },
  {
    id: "G029",
    hazard: "ripgrep is killed in the middle, and the matches so far look complete",
    setup: (world) => {
      world.file("$WS/a.txt", "a\n");
      world.file(
        "$STATE/rg",
        `#!/bin/sh\nprintf '%s\\n' '{"type":"begin","data":{"path":{"text":"./a.txt"}}}'\nkill -9 $$\n`,
        0o755,
      );
    },
    backend: (backend, world) => ({ ...backend, search: localSearch(async () => world.path("$STATE/rg")) }),
    steps: [grep("a")],
    ending: failed("search-failed"),
  },
  {
    id: "G030",
    hazard: "a folder that may not be read makes a search fail, or is skipped without a note",
    needs: ["root"],
    asNobody: true,
    setup: (world) => {
      world.file("$WS/a.txt", "a\n");
      world.file("$WS/closed/b.txt", "a\n");
      chmodSync(world.path("$WS/closed"), 0o700);
    },
    steps: [grep("a")],
    ending: done(({ last }) => {
      expect(last.result).toEqual(["a.txt:1: a", "[Not searched, because it may not be read: closed.]"]);
    }),
  },
  {
    id: "G031",
    hazard: "a file that vanishes during a search makes it fail",
    setup: (world) => manyFiles(world, 50),
    backend: whileSearching((world) => {
      for (let index = 0; index < 50; index += 2) unlinkSync(world.path(`$WS/f${index}.ts`));
    }),
    steps: [glob("*.ts")],
    ending: done(),
  },
  {
    id: "G032",
    hazard: "a repository hides its files from searches",
    setup: (world) => {
      world.file("$WS/.gitignore", "src/\n");
      world.file("$WS/src/hidden.ts");
    },
    steps: [glob("src/**")],
    ending: done(({ text }) =>
      expect(text).toContain("[Some matching files are excluded by .gitignore or similar files.]"),
    ),
  },
  {
    id: "G033",
    hazard: "the folders of git and npm are walked as well",
    setup: (world) => {
      world.file("$WS/.gitignore", "node_modules/\n");
      manyFiles(world, 1_000, "$WS/node_modules/p");
      manyFiles(world, 1_000, "$WS/.git/objects");
      world.file("$WS/a.ts", SECRET_TEXT.slice(0, 4));
    },
    steps: [glob("**/*.ts")],
    ending: done(({ last, world }) => {
      expect(last.result).toEqual({ files: [world.path("$WS/a.ts")], remaining: 0 });
    }),
    withinMs: 3_000,
  },
];
