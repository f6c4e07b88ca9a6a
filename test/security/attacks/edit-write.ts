import { chownSync, lstatSync, statSync, utimesSync } from "node:fs";
import { expect } from "vitest";
import { type Attack, type Check, done, failed } from "../attack.js";
import { create, edit, multiEdit, read } from "../calls.js";
import type { World } from "../world.js";

const ONE = "const x = 1";
const TWO = "const x = 2";

/** An edit of one ASCII digit in a file of some encoding: every other byte stays, or nothing changes at all. */
function encoded(id: Attack["id"], encoding: string, before: Buffer, how: "edited" | "refused"): Attack {
  const setup = (world: World) => world.file("$WS/f", before);
  const attack = { id, hazard: `an edit damages the rest of a file in ${encoding}`, setup };
  const steps = [edit("$WS/f", ONE, TWO)];
  if (how === "refused") return { ...attack, steps, ending: failed("not-utf8") };
  return { ...attack, steps, ending: done(onlyDigitChanged(before)) };
}

/** Exactly one byte is another: the digit. */
function onlyDigitChanged(before: Buffer): Check {
  return ({ world }) => {
    const after = world.bytes("$WS/f");
    expect(after.byteLength).toBe(before.byteLength);
    const changed = [...before.keys()].filter((index) => before[index] !== after[index]);
    expect(changed.map((index) => [before[index], after[index]])).toEqual([[0x31, 0x32]]);
  };
}

function utf16(text: string, order: "little" | "big"): Buffer {
  const bytes = Buffer.from(`\ufeff${text}`, "utf16le");
  return order === "little" ? bytes : bytes.swap16();
}

const LATIN1 = Buffer.from("const x = 1;\n// caf\xe9\n", "latin1");

/** Edits and writes that lose, damage or misplace text. */
export const editWriteAttacks: readonly Attack[] = [
  encoded("E001", "Latin-1 (its é becomes a replacement character)", LATIN1, "refused"),
  encoded("E003", "Shift-JIS", Buffer.from("const x = 1;\n// \x93\xfa\x96\x7b\n", "latin1"), "refused"),
  encoded("E004", "GBK", Buffer.from("const x = 1;\n// \xc4\xe3\xba\xc3\n", "latin1"), "refused"),
  encoded(
    "E005",
    "UTF-8 with a byte order mark and CRLF",
    Buffer.from("\ufeffconst x = 1;\r\nend\r\n"),
    "edited",
  ),
  encoded("E006", "UTF-16 LE", utf16("const x = 1;\r\né\n", "little"), "edited"),
  encoded("E007", "UTF-16 BE", utf16("const x = 1;\r\né\n", "big"), "edited"),
  encoded(
    "E009",
    "UTF-8 that holds a real replacement character",
    Buffer.from("const x = 1; // \ufffd\n"),
    "edited",
  ),
  {
    id: "E010",
    hazard: "an edit written with LF leaves mixed line ends in a file of CRLF, or does not find its place",
    setup: (world) => world.file("$WS/f", "a\r\nconst x = 1;\r\nb\r\n"),
    steps: [edit("$WS/f", "const x = 1;\nb", "const x = 2;\nnew\nb")],
    ending: done(({ world }) => expect(world.text("$WS/f")).toBe("a\r\nconst x = 2;\r\nnew\r\nb\r\n")),
  },
  {
    id: "E014",
    hazard: "line numbers differ from those of other programs where other characters count as line ends",
    setup: (world) => world.file("$WS/f", "a\u2028b\u2029c\u0085d\u000be\u000cf\nconst x = 1\ng\n"),
    steps: [edit("$WS/f", ONE, TWO)],
    ending: done(({ world, last }) => {
      expect(last.result).toMatchObject({ lineRange: [2, 2] });
      expect(world.text("$WS/f")).toBe("a\u2028b\u2029c\u0085d\u000be\u000cf\nconst x = 2\ng\n");
    }),
  },
  {
    id: "E016",
    hazard: "several edits at once damage the rest of a file in Latin-1",
    setup: (world) => world.file("$WS/f", LATIN1),
    steps: [multiEdit("$WS/f", [ONE, TWO])],
    ending: failed("not-utf8"),
  },
  {
    id: "E017",
    hazard: "half of a character (from JSON's \\ud800) is silently written as a replacement",
    steps: [create("$WS/f", "a\ud800b")],
    ending: failed("invalid-input"),
  },
  {
    id: "E018",
    hazard: "$& and similar characters in the new text get their meaning in String.replace",
    setup: (world) => world.file("$WS/f", "a X b"),
    steps: [edit("$WS/f", "X", "<$&$1$`$'$$>")],
    ending: done(({ world }) => expect(world.text("$WS/f")).toBe("a <$&$1$`$'$$> b")),
  },
  {
    id: "E020",
    hazard: "an edit takes the first of two places",
    setup: (world) => world.file("$WS/f", "foo\nbar\nfoo\n"),
    steps: [edit("$WS/f", "foo", "baz")],
    ending: { ...failed("multiple-matches"), check: ({ text }) => expect(text).toContain("lines 1 and 3") },
  },
  {
    id: "E021",
    hazard: "an empty old text is everywhere",
    setup: (world) => world.file("$WS/f", "kept\n"),
    steps: [edit("$WS/f", "", "x")],
    ending: failed("empty-match", "invalid-input"),
  },
  {
    id: "E023",
    hazard: "an edit everywhere builds a text that no machine holds",
    setup: (world) => world.file("$WS/f", "a".repeat(10_000)),
    steps: [edit("$WS/f", "a", "b".repeat(100_000), true)],
    ending: failed("file-too-large"),
  },
  {
    id: "E023b",
    hazard: "an edit in very many places takes the stack for a list",
    setup: (world) => {
      world.file("$WS/f", "a".repeat(100_000));
      world.file("$WS/g", "a".repeat(150_000));
    },
    steps: [edit("$WS/f", "a", "b", true), edit("$WS/g", "a", "b", true)],
    ending: {
      ...failed("file-too-large"),
      check: ({ world }) => {
        expect(world.text("$WS/f")).toBe("b".repeat(100_000));
        expect(world.text("$WS/g")).toBe("a".repeat(150_000));
      },
    },
  },
  {
    id: "E024",
    hazard: "first and last line alone are taken for the place, and what is between is lost",
    setup: (world) => world.file("$WS/f", "function a() {\n  const other = compute();\n  send(other);\n}\n"),
    steps: [edit("$WS/f", "function a() {\n  return 1\n}", "function a() {\n  return 2\n}")],
    ending: failed("no-match"),
  },
  {
    id: "E026",
    hazard: "a fuzzy comparison of two long lines takes the square of their length",
    setup: (world) => world.file("$WS/f", "a".repeat(20_000)),
    steps: [edit("$WS/f", "b".repeat(20_000), "x")],
    ending: failed("no-match"),
  },
  {
    id: "E027",
    hazard: "the diff of a file whose every line changes takes the square of its length",
    setup: (world) => world.file("$WS/f", "old line of text\n".repeat(100_000)),
    asksForEdits: true,
    approver: () => () => true,
    steps: [create("$WS/f", "new words here\n".repeat(110_000))],
    ending: done(({ world, questions }) => {
      expect(lstatSync(world.path("$WS/f")).size).toBe(110_000 * 15);
      expect(JSON.stringify(questions[0]?.preview).length).toBeLessThan(1_000_000);
    }),
    withinMs: 8_000,
  },
  {
    id: "E029",
    hazard: "a change within the same millisecond, which no time stamp shows",
    setup: (world) => world.file("$WS/f", "a, mine\n"),
    steps: [
      read("$WS/f"),
      (world) => {
        const { atime, mtime } = statSync(world.path("$WS/f"));
        world.file("$WS/f", "a, ours\n");
        utimesSync(world.path("$WS/f"), atime, mtime);
      },
      edit("$WS/f", "a", "b"),
    ],
    ending: failed("stale-file"),
  },
  {
    id: "E030",
    hazard: "a file that was never read is overwritten",
    setup: (world) => world.file("$WS/f", "never read\n"),
    staleness: "require-read",
    steps: [create("$WS/f", "x")],
    ending: failed("not-read"),
  },
  {
    id: "E032",
    hazard: "a rename takes one of two names away from a file with hard links",
    setup: (world) => {
      world.file("$WS/g", "a");
      world.hardLink("$WS/f", "$WS/g");
    },
    steps: [edit("$WS/f", "a", "b")],
    ending: done(({ world }) => {
      expect([world.text("$WS/f"), world.text("$WS/g")]).toEqual(["b", "b"]);
      expect(lstatSync(world.path("$WS/f")).nlink).toBe(2);
    }),
  },
  {
    id: "E033",
    hazard: "a rename puts a file in the place of a symlink",
    setup: (world) => {
      world.file("$WS/g", "old");
      world.link("$WS/f", "g");
    },
    steps: [create("$WS/f", "new\n")],
    ending: done(({ world }) => {
      expect(world.text("$WS/g")).toBe("new\n");
      expect(lstatSync(world.path("$WS/f")).isSymbolicLink()).toBe(true);
    }),
  },
  {
    id: "E034",
    hazard: "mode and owner are lost with the old file, in a folder that gives its group to new ones",
    needs: ["root"],
    setup: (world) => {
      world.file("$WS/d/f", "a", 0o755);
      chownSync(world.path("$WS/d/f"), 1_000, 1_000);
      world.command("chmod", "2775", "$WS/d");
    },
    steps: [edit("$WS/d/f", "a", "b")],
    ending: done(({ world }) => {
      const { mode, uid, gid } = lstatSync(world.path("$WS/d/f"));
      expect([(mode & 0o7777).toString(8), uid, gid]).toEqual(["755", 1_000, 1_000]);
    }),
  },
  {
    id: "E034b",
    hazard: "extended attributes are lost with the old file",
    needs: ["xattr"],
    setup: (world) => {
      world.file("$WS/f", "a");
      world.command("python3", "-c", "import os, sys; os.setxattr(sys.argv[1], 'user.k', b'v')", "$WS/f");
    },
    steps: [edit("$WS/f", "a", "b")],
    ending: done(({ world, text }) => {
      if (/attribute/i.test(text)) return;
      world.command("python3", "-c", "import os, sys; os.getxattr(sys.argv[1], 'user.k')", "$WS/f");
    }),
    limit: {
      breach: "check",
      why: "Node can neither copy nor even see extended attributes and access control lists (docs/edits.md)",
    },
  },
  {
    id: "E036",
    hazard: "a full volume leaves neither the old nor the new content",
    needs: ["mount"],
    setup: (world) => {
      world.mount("$WS", "-t", "tmpfs", "-o", "size=64k", "none");
      world.file("$WS/f", "old\n".repeat(5_000));
    },
    steps: [create("$WS/f", "x".repeat(100_000))],
    ending: failed("no-space"),
  },
  {
    id: "E059",
    hazard: "the end of a file is changed without a word",
    setup: (world) => {
      world.file("$WS/with", "a\n");
      world.file("$WS/without", "a");
    },
    steps: [
      edit("$WS/with", "a", "b"),
      edit("$WS/without", "a", "b"),
      // What is documented (seed 000): a new file gets the line end that it lacks.
      create("$WS/new", "x"),
      create("$WS/empty", ""),
    ],
    ending: done(({ world }) =>
      expect(["with", "without", "new", "empty"].map((name) => world.text(`$WS/${name}`))).toEqual([
        "b\n",
        "b",
        "x\n",
        "",
      ]),
    ),
  },
  {
    id: "E060",
    hazard: "the edits before the one that fails are written",
    setup: (world) => world.file("$WS/f", "a\n"),
    steps: [multiEdit("$WS/f", ["a", "b"], ["zzz", "y"])],
    ending: { ...failed("no-match"), check: ({ text }) => expect(text).toMatch(/edit 2|edits\[1\]|second/i) },
  },
  {
    id: "E061",
    hazard: "an edit in the list names another file than the one that was asked about",
    setup: (world) => world.file("$WS/a", "a"),
    steps: [
      {
        name: "multi_edit",
        input: { path: "$WS/a", edits: [{ filePath: "$OUT/secret", old_str: "KEY", new_str: "b" }] },
      },
    ],
    ending: failed("invalid-input"),
  },
];
