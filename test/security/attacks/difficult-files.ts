import { chownSync, truncateSync } from "node:fs";
import { expect } from "vitest";
import type { DirectoryEntry } from "../../../src/index.js";
import { type Attack, done, failed, safe, textOf } from "../attack.js";
import { create, edit, glob, grep, list, read } from "../calls.js";
import { NOBODY } from "../processes.js";
import type { World } from "../world.js";

/** Gives files to the user without rights. */
function give(world: World, ...paths: readonly string[]): void {
  for (const path of paths) chownSync(world.path(path), NOBODY, NOBODY);
}

/** A backend whose folders hold this many files, as far as it says. */
function crowded(count: number): NonNullable<Extract<Attack, { steps: unknown }>["backend"]> {
  return (backend) => ({
    ...backend,
    files: {
      ...backend.files,
      openDirectory: async (path) => {
        const directory = await backend.files.openDirectory(path);
        const list = async (): Promise<DirectoryEntry[]> =>
          Array.from({ length: count }, (_, index) => ({ name: `file-${index}`, type: "file" }));
        return new Proxy(directory, {
          get: (target, key) => {
            const value: unknown = key === "list" ? list : Reflect.get(target, key, target);
            return typeof value === "function" ? value.bind(target) : value;
          },
        });
      },
    },
  });
}

/** Files and folders that may not be used, are not what they look like, or are too large, too many or too deep. */
export const difficultFileAttacks: readonly Attack[] = [
  {
    id: "F012",
    hazard: "a file that may not be read",
    needs: ["root"],
    setup: (world) => world.file("$WS/f", "closed", 0o000),
    steps: [read("$WS/f")],
    asNobody: true,
    ending: {
      ...failed("access-denied"),
      check: ({ world, text }) => expect(text).toContain(world.path("$WS/f")),
    },
  },
  {
    id: "F013",
    hazard: "a new file in a folder that takes none",
    needs: ["root"],
    setup: (world) => {
      world.folder("$WS/d");
      world.command("chmod", "555", "$WS/d");
      give(world, "$WS/d");
    },
    steps: [create("$WS/d/new")],
    asNobody: true,
    ending: failed("access-denied"),
  },
  {
    id: "F014",
    hazard: "a rename gets around the read-only bit of a file in a folder that may be written",
    needs: ["root"],
    setup: (world) => {
      world.file("$WS/f", "a", 0o444);
      give(world, "$WS", "$WS/f");
    },
    steps: [edit("$WS/f", "a", "b")],
    asNobody: true,
    ending: failed("access-denied"),
  },
  {
    id: "F015",
    hazard: "a file that is marked as immutable",
    needs: ["immutable-files"],
    setup: (world) => {
      world.file("$WS/f", "a");
      world.command("chattr", "+i", "$WS/f");
      world.onEnd(() => world.command("chattr", "-i", "$WS/f"));
    },
    steps: [edit("$WS/f", "a", "b")],
    ending: failed("access-denied"),
  },
  {
    id: "F016",
    hazard: "a workspace on a read-only volume",
    needs: ["mount"],
    setup: (world) => world.mount("$WS", "-t", "tmpfs", "-o", "ro", "none"),
    steps: [create("$WS/f")],
    ending: { ...failed("access-denied"), check: ({ text }) => expect(text).toContain("read-only") },
  },
  {
    id: "F017",
    hazard: "no rename can replace a file that is a mount point, as containers have them",
    needs: ["mount"],
    setup: (world) => {
      world.file("$STATE/mounted", "one a two");
      world.file("$WS/f");
      world.mount("$WS/f", "--bind", "$STATE/mounted");
    },
    steps: [edit("$WS/f", "a", "b")],
    ending: done(({ world }) => expect(world.text("$STATE/mounted")).toBe("one b two")),
  },
  {
    id: "F018",
    hazard: "a file of a terabyte fills the memory",
    needs: ["linux"],
    setup: (world) => {
      world.file("$WS/big", "");
      truncateSync(world.path("$WS/big"), 2 ** 40);
    },
    steps: [read("$WS/big", [1, 10])],
    ending: failed("binary-file", "file-too-large"),
  },
  {
    id: "F018b",
    hazard: "a text of a terabyte whose first line never ends",
    needs: ["linux"],
    setup: (world) => {
      world.file("$WS/big", "a".repeat(100_000));
      truncateSync(world.path("$WS/big"), 2 ** 40);
    },
    steps: [read("$WS/big", [1, 10])],
    ending: safe(({ text }) => expect(text.length).toBeLessThan(200_000)),
  },
  {
    id: "F022",
    hazard: "a file that is truncated to nothing between the check of its size and the read",
    setup: (world) => world.file("$WS/f", "text\n".repeat(1_000)),
    backend: (backend, world) => ({
      ...backend,
      files: {
        ...backend.files,
        resolve: async (path) => {
          const resolved = await backend.files.resolve(path);
          if (path === world.path("$WS/f")) truncateSync(path, 0);
          return resolved;
        },
      },
    }),
    steps: [read("$WS/f")],
    ending: safe(({ text }) => expect(text).toBe("[The file is empty.]")),
  },
  {
    id: "F023",
    hazard: "a file of the kernel whose size is 0 although it has content",
    needs: ["mount"],
    setup: (world) => {
      world.file("$WS/meminfo");
      world.mount("$WS/meminfo", "--bind", "/proc/meminfo");
    },
    steps: [read("$WS/meminfo")],
    ending: done(({ text }) => expect(text).toContain("MemTotal")),
  },
  {
    id: "F024",
    hazard: "a folder of 200,000 entries fills the answer",
    backend: crowded(200_000),
    steps: [read("$WS")],
    ending: done(({ text }) => {
      expect(text.length).toBeLessThan(200_000);
      expect(text).toContain("of 200000");
    }),
  },
  {
    id: "F025",
    hazard: "more folders inside each other than the longest path has room for",
    needs: ["linux"],
    setup: (world) => {
      world.file("$WS/top.txt", "needle\n");
      world.command("mkdir", "-p", `$WS/d/${Array(480).fill("eight888").join("/")}`);
      // What Node removes recursively may not be longer than a path.
      world.onEnd(() => world.command("rm", "-rf", "$WS/d"));
    },
    steps: [read("$WS"), list("$WS"), grep("needle")],
    ending: done(({ text, results }) => {
      const [names, tree] = results.map(textOf);
      expect(names).toBe("d/\ntop.txt");
      expect(tree).toContain("top.txt");
      expect(text).toContain("top.txt:1: needle");
    }),
  },
  {
    id: "F026",
    hazard: "a symlink to a folder above makes a walk run without end",
    setup: (world) => {
      world.file("$WS/a/x.txt", "needle\n");
      world.link("$WS/a/b", "..");
    },
    steps: [read("$WS"), glob("**/*.txt"), list("$WS"), grep("needle")],
    ending: done(({ world, text, results }) => {
      const [names, found, tree] = results.map(textOf);
      expect([names, found]).toEqual(["a/", world.path("$WS/a/x.txt")]);
      expect(tree?.match(/x\.txt/g)).toHaveLength(1);
      expect(text).toBe("a/x.txt:1: needle");
    }),
  },
  {
    id: "F028",
    hazard: "a folder that may not be read ends a walk",
    needs: ["root"],
    setup: (world) => {
      world.file("$WS/open/a.txt", "needle\n");
      world.file("$WS/closed/b.txt", "needle\n");
      give(world, "$WS/closed");
      world.command("chmod", "000", "$WS/closed");
    },
    steps: [read("$WS"), glob("**/*.txt"), list("$WS"), grep("needle")],
    asNobody: true,
    ending: done(({ world, text, results }) => {
      const [names, found, tree] = results.map(textOf);
      expect(names).toBe("closed/\nopen/");
      // Each says what it could not look into.
      expect(found?.split("\n")).toEqual([
        world.path("$WS/open/a.txt"),
        expect.stringMatching(/^\[.*closed.*\]$/),
      ]);
      expect(tree).toMatch(/a\.txt\n\[Not permitted to read, .*: closed\]$/);
      expect(text).toMatch(/^open\/a\.txt:1: needle\n\[.*closed.*\]$/);
    }),
  },
  {
    id: "F028b",
    hazard: "a listing of nothing but folders that may not be read looks like an empty one",
    needs: ["root"],
    setup: (world) => {
      world.file("$WS/closed: a (os error 13)/b.txt", "");
      give(world, "$WS/closed: a (os error 13)");
      world.command("chmod", "000", "$WS/closed: a (os error 13)");
    },
    steps: [list("$WS")],
    asNobody: true,
    ending: done(({ text }) => {
      expect(text).toMatch(/\n\[Not permitted to read, .*: closed: a \(os error 13\)\]$/);
    }),
  },
];
