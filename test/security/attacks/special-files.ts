import { chownSync, closeSync, constants, openSync, readSync, truncateSync, writeSync } from "node:fs";
import { createServer } from "node:net";
import { expect } from "vitest";
import type { DirectoryEntry } from "../../../src/index.js";
import { type Attack, asked, type Check, done, failed, safe, textOf } from "../attack.js";
import { create, edit, glob, grep, read } from "../calls.js";
import { NOBODY } from "../processes.js";
import type { World } from "../world.js";

const TOKEN = "token of make's job server";

/** A FIFO that somebody else uses, with something in it that whoever opens the FIFO and reads would eat. */
function fifoInUse(world: World): void {
  world.command("mkfifo", "$WS/ff");
  const descriptor = openSync(world.path("$WS/ff"), constants.O_RDWR | constants.O_NONBLOCK);
  writeSync(descriptor, TOKEN);
  world.onEnd(() => closeSync(descriptor));
}

const tokenIsThere: Check = ({ world }) => {
  const descriptor = openSync(world.path("$WS/ff"), constants.O_RDWR | constants.O_NONBLOCK);
  try {
    const buffer = Buffer.alloc(100);
    const length = readSync(descriptor, buffer);
    expect(buffer.toString("utf8", 0, length)).toBe(TOKEN);
  } finally {
    closeSync(descriptor);
  }
};

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

const NOT_A_FILE = failed("special-file");

/** Things that are no regular files, and files that are not what they look like. */
export const specialFileAttacks: readonly Attack[] = [
  {
    id: "F001",
    hazard: "a Read of a FIFO waits for ever, or eats what was meant for somebody else",
    needs: ["mkfifo"],
    setup: fifoInUse,
    steps: [read("$WS/ff")],
    ending: { ...NOT_A_FILE, check: tokenIsThere },
    withinMs: 1_500,
  },
  {
    id: "F001b",
    hazard: "a Read of a FIFO that nobody writes to",
    needs: ["mkfifo"],
    setup: (world) => world.command("mkfifo", "$WS/ff"),
    steps: [read("$WS/ff")],
    ending: NOT_A_FILE,
    withinMs: 1_500,
  },
  {
    id: "F002",
    hazard: "an edit of a FIFO",
    needs: ["mkfifo"],
    setup: fifoInUse,
    steps: [edit("$WS/ff", "token", "gone")],
    ending: { ...NOT_A_FILE, check: tokenIsThere },
  },
  {
    id: "F002b",
    hazard: "a file written over a FIFO",
    needs: ["mkfifo"],
    setup: fifoInUse,
    steps: [create("$WS/ff")],
    ending: { ...NOT_A_FILE, check: tokenIsThere },
  },
  {
    id: "F004",
    hazard: "ripgrep waits for ever for a FIFO that it is given by name",
    needs: ["mkfifo"],
    setup: fifoInUse,
    steps: [grep("token", { path: "$WS/ff" })],
    ending: { ...NOT_A_FILE, check: tokenIsThere },
  },
  {
    id: "F004b",
    hazard: "a search waits for a FIFO that it comes across",
    needs: ["mkfifo"],
    setup: (world) => {
      fifoInUse(world);
      world.file("$WS/a.txt", "token\n");
    },
    steps: [grep("token")],
    ending: done((seen) => {
      expect(seen.text).toBe("a.txt:1: token");
      tokenIsThere(seen);
    }),
  },
  {
    id: "F005",
    hazard: "a Read of a socket",
    needs: ["linux"],
    setup: async (world) => {
      const server = createServer().listen(world.path("$WS/s"));
      await new Promise((resolve) => server.once("listening", resolve));
      world.onEnd(() => server.close());
    },
    steps: [read("$WS/s")],
    ending: NOT_A_FILE,
  },
  {
    id: "F006",
    hazard: "a device without end inside the workspace fills the memory",
    needs: ["mknod"],
    setup: (world) => world.command("mknod", "$WS/z", "c", "1", "5"),
    steps: [read("$WS/z")],
    ending: NOT_A_FILE,
  },
  {
    id: "F008",
    hazard: "a device without end behind a symlink",
    needs: ["linux"],
    setup: (world) => world.link("$WS/z", "/dev/zero"),
    steps: [read("$WS/z")],
    ending: asked("/dev/zero"),
  },
  {
    id: "F010",
    hazard: "a file written over a folder",
    setup: (world) => world.file("$WS/d/a.txt", "kept"),
    steps: [create("$WS/d")],
    ending: failed("not-a-file"),
  },
  {
    id: "F011",
    hazard: "a file written below a file",
    setup: (world) => world.file("$WS/f", "kept"),
    steps: [create("$WS/f/child")],
    ending: failed("not-a-directory"),
  },
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
    hazard: "a file cut to nothing between the look at its size and the reading",
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
      world.command("mkdir", "-p", `$WS/${Array(2_100).fill("d").join("/")}`);
      // What Node removes recursively may not be longer than a path.
      world.onEnd(() => world.command("rm", "-rf", "$WS/d"));
    },
    steps: [read("$WS"), glob("**/*.txt"), grep("needle")],
    ending: done(({ text, results }) => {
      expect(results.map(textOf)[0]).toBe("d/\ntop.txt");
      expect(text).toContain("top.txt:1: needle");
    }),
    // The kernel looks up every folder of a deep path anew, twice for two searches.
    withinMs: 15_000,
  },
  {
    id: "F026",
    hazard: "a symlink to a folder above makes a walk go round for ever",
    setup: (world) => {
      world.file("$WS/a/x.txt", "needle\n");
      world.link("$WS/a/b", "..");
    },
    steps: [read("$WS"), glob("**/*.txt"), grep("needle")],
    ending: done(({ world, text, results }) => {
      expect(results.map(textOf).slice(0, 2)).toEqual(["a/", world.path("$WS/a/x.txt")]);
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
    steps: [read("$WS"), glob("**/*.txt"), grep("needle")],
    asNobody: true,
    ending: done(({ world, text, results }) => {
      expect(results.map(textOf).slice(0, 2)).toEqual(["closed/\nopen/", world.path("$WS/open/a.txt")]);
      expect(text).toBe("open/a.txt:1: needle");
    }),
  },
];
