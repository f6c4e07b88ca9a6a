import { closeSync, constants, openSync, readSync, writeSync } from "node:fs";
import { createServer } from "node:net";
import { expect } from "vitest";
import { type Attack, asked, type Check, done, failed } from "../attack.js";
import { create, edit, grep, read } from "../calls.js";
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

const NOT_A_FILE = failed("special-file");

/** Things that are no regular files. */
export const specialFileAttacks: readonly Attack[] = [
  {
    id: "F001",
    hazard: "a Read of a FIFO waits without end, or consumes the data of another reader",
    needs: ["mkfifo"],
    setup: fifoInUse,
    steps: [read("$WS/ff")],
    ending: { ...NOT_A_FILE, check: tokenIsThere },
    withinMs: 1_500,
  },
  {
    id: "F001b",
    hazard: "a Read of a FIFO without a writer",
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
    hazard: "ripgrep waits without end for a FIFO named in the call",
    needs: ["mkfifo"],
    setup: fifoInUse,
    steps: [grep("token", { path: "$WS/ff" })],
    ending: { ...NOT_A_FILE, check: tokenIsThere },
  },
  {
    id: "F004b",
    hazard: "a search waits for a FIFO that it finds",
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
    hazard: "a device without end as the target of a symlink",
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
];
