import { relative } from "node:path";
import { expect } from "vitest";
import { type Attack, asked, done, failed, refused } from "../attack.js";
import { create, edit, read, remove } from "../calls.js";

/** Writes in a place where what is written runs later, or changes the rules: each is asked about, new file or not. */
function protectedPlace(id: Attack["id"], path: string, hazard: string): Attack {
  return {
    id,
    hazard: `a write to ${path}: ${hazard}`,
    steps: [create(`$WS/${path}`)],
    ending: asked(`$WS/${path}`),
  };
}

/** Paths that lead, or seem to lead, where no tool may go unasked. */
export const pathBoundaryAttacks: readonly Attack[] = [
  {
    id: "P002",
    hazard: "`..` leads out of the workspace",
    steps: [read("$WS/../out/secret")],
    ending: asked("$OUT/secret"),
  },
  {
    id: "P002b",
    hazard: "a folder whose name begins with that of the workspace passes a comparison of texts",
    setup: (world) => world.file("$WS-2/secret", "beside\n"),
    steps: [read("$WS-2/secret")],
    ending: asked("$WS-2/secret"),
  },
  {
    id: "P007",
    hazard:
      "a dangling symlink: nothing is there to judge, and the first write makes a file outside (CVE-2026-32055)",
    setup: (world) => world.link("$WS/l", "$OUT/new"),
    steps: [create("$WS/l")],
    ending: asked("$OUT/new"),
  },
  {
    id: "P009",
    hazard: "`..` after a symlink stays inside by its text; the kernel leaves the workspace",
    setup: (world) => world.link("$WS/linkdir", "$OUT/sub"),
    steps: [create("$WS/linkdir/../owned")],
    ending: asked("$OUT/owned"),
  },
  {
    id: "P010",
    hazard: "symlinks in a circle keep a resolver running without end",
    setup: (world) => {
      world.link("$WS/a", "b");
      world.link("$WS/b", "a");
    },
    steps: [read("$WS/a")],
    ending: failed("symlink-loop"),
  },
  {
    id: "P013",
    hazard: "an edit through a symlink puts a file in the place of the link",
    setup: (world) => {
      world.file("$WS/src/a.ts", "a");
      world.link("$WS/in", "$WS/src/a.ts");
    },
    steps: [edit("$WS/in", "a", "b")],
    ending: done(({ world }) => {
      expect(world.text("$WS/src/a.ts")).toBe("b");
      expect(world.snapshot("$WS").get("$WS/in")).toContain(world.path("$WS/src/a.ts"));
    }),
  },
  {
    id: "P014",
    hazard: "a NUL ends the path early in native layers",
    steps: [read("$WS/a\u0000.txt")],
    ending: failed("invalid-path"),
  },
  {
    id: "P016",
    hazard: "a file: URL is converted to a path after the check",
    steps: [read("file:///etc/passwd")],
    ending: refused("not-found"),
  },
  {
    id: "P018",
    hazard: "the home folder of another user is expanded as a shell would",
    steps: [read("~root/.bashrc")],
    ending: failed("not-found"),
  },
  {
    id: "P019",
    hazard: "`~/x` in a folder that is called ~ : who approves a deletion thinks of another file",
    setup: (world) => {
      world.file("$WS/~/x", "kept");
      world.file("$HOME/x", "kept too");
    },
    steps: [remove("~/x")],
    ending: asked("$HOME/x"),
  },
  {
    id: "P020",
    hazard: "an empty path means the working directory",
    steps: [read("")],
    ending: failed("invalid-path", "invalid-input"),
  },
  {
    id: "P021",
    hazard: "blanks that are trimmed away leave the working directory (CVE-2026-32065)",
    steps: [read("   ")],
    ending: failed("not-found"),
  },
  {
    id: "P022",
    hazard: "the name that is judged is trimmed, the one that is opened is not",
    setup: (world) => {
      world.file("$WS/a.txt", "harmless\n");
      world.file("$WS/a.txt ", "denied\n");
    },
    rules: [{ tool: "Read", path: "a.txt ", verdict: "deny" }],
    steps: [read("$WS/a.txt"), read("$WS/a.txt ")],
    ending: refused("permission-denied"),
  },
  {
    id: "P024",
    hazard: "a name longer than the file system allows leaves a temporary file",
    steps: [create(`$WS/${"a".repeat(256)}`)],
    ending: failed("invalid-path"),
  },
  {
    id: "P024b",
    hazard: "the longest possible name leaves no room for a temporary name made from it",
    steps: [create(`$WS/${"a".repeat(255)}`)],
    ending: done(({ world }) => expect(world.names()).toEqual(["a".repeat(255)])),
  },
  {
    id: "P026",
    hazard: "magic links of /proc get around lists of prefixes",
    needs: ["linux"],
    steps: [read("/proc/self/root/etc/passwd")],
    ending: asked("/etc/passwd"),
  },
  {
    id: "P027",
    hazard: "a magic link of /proc in the middle of a chain of links",
    needs: ["linux"],
    setup: (world) => world.link("$WS/p", `/proc/self/cwd/${relative(process.cwd(), world.out)}`),
    steps: [read("$WS/p/secret")],
    ending: asked("$OUT/secret"),
  },
  protectedPlace("P037", ".git/hooks/pre-commit", "git runs it"),
  protectedPlace("P038", ".git/config", "git runs the programs it names"),
  protectedPlace("P039", ".gitmodules", "git fetches and checks out what it names"),
  protectedPlace("P041", ".idea/workspace.xml", "the editor runs its configurations"),
  protectedPlace("P044", ".cursor/mcp.json", "an agent starts the servers it names (CVE-2025-53773)"),
  protectedPlace("P045", ".bashrc", "every shell runs it"),
  protectedPlace("P047", ".envrc", "direnv runs it"),
  protectedPlace("P048", ".npmrc", "npm runs scripts and sends tokens as it says"),
  protectedPlace("P050", ".github/workflows/ci.yml", "it runs with the secrets of the repository"),
  protectedPlace("P051", ".GIT/config", "the same file where case does not count (CVE-2025-59944)"),
  protectedPlace("P052", ".Git/hooks/post-checkout", "the same file where case does not count"),
  protectedPlace("P054", ".VSCODE/settings.json", "the same file where case does not count"),
  protectedPlace(
    "P055",
    ".g\u200cit/config",
    "some file systems ignore invisible characters (CVE-2014-9390)",
  ),
  protectedPlace("P056", ".git./config", "Windows drops a dot at the end"),
  protectedPlace("P058", ".git::$INDEX_ALLOCATION/config", "a stream of the same folder on NTFS"),
  protectedPlace("P059", "GIT~1/config", "the short name of .git on Windows volumes"),
];
