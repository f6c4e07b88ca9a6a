import fc from "fast-check";
import { describe, expect, it } from "vitest";
import type { PermissionRule } from "../../../src/contract/index.js";
import { judge, normalizePermissions } from "../../../src/permissions/index.js";
import { complementGlobs } from "../../../src/tools/agents/complement-globs.js";

/** Judges changes with the globs as the permission engine does: returns whether a change of a path is denied. */
function deniedOutside(open: readonly string[]) {
  const rules = complementGlobs(open).map(
    (path): PermissionRule => ({ kind: "edit", path, verdict: "deny" }),
  );
  const compiled = normalizePermissions(rules);
  return (path: string, access: "write" | "delete" = "write") => {
    const fact = { requested: path, path, access, insideRoots: true, protected: false, secret: false };
    const request = {
      names: ["edit_file"],
      kind: "edit",
      source: "builtin",
      facts: { paths: [fact] },
    } as const;
    return judge(request, { ...compiled, cwd: "/" }).verdict === "deny";
  };
}

describe("complementGlobs", () => {
  it.each([
    ["a file", ["/w/src/a.ts"], "/w/src/a.ts", false],
    ["what lies below a folder", ["/w/src"], "/w/src/deep/er/a.ts", false],
    ["the folder itself", ["/w/src"], "/w/src", false],
    ["one of several", ["/w/a", "/w/b/c.ts"], "/w/b/c.ts", false],
    ["a neighbour", ["/w/src/a.ts"], "/w/src/b.ts", true],
    ["a name that goes on", ["/w/src/a.ts"], "/w/src/a.tsx", true],
    ["a name that ends early", ["/w/src/a.ts"], "/w/src/a.t", true],
    ["the folder above", ["/w/src/a.ts"], "/w/src", true],
    ["another folder", ["/w/src"], "/w/source/a.ts", true],
    ["a hidden name", ["/w/src"], "/w/.env", true],
    ["something far away", ["/w/src"], "/etc/passwd", true],
    ["characters of globs", ["/w/[id]/{a,b}*?!.ts"], "/w/[id]/{a,b}*?!.ts", false],
    ["what such a glob would match", ["/w/[id]/{a,b}*?!.ts"], "/w/i/axx!.ts", true],
    ["a name with a dash, a caret and a backslash", ["/w/-^\\]"], "/w/-^\\]", false],
    ["a neighbour of such a name", ["/w/-^\\]"], "/w/x", true],
    ["anything, where all is open", ["/"], "/etc/passwd", false],
  ])("leaves open or denies %s", (_what, open, path, denied) => {
    expect(deniedOutside(open)(path)).toBe(denied);
  });

  it("denies the removal of a folder that contains an open path, and allows the removal of the open path itself", () => {
    const denied = deniedOutside(["/w/src/a.ts"]);
    expect(denied("/w/src", "delete")).toBe(true);
    expect(denied("/w/src/a.ts", "delete")).toBe(false);
  });

  it("denies a path exactly when it is neither an open path nor below one", () => {
    const name = fc.oneof(
      fc.constantFrom(
        "a",
        "ab",
        "abc",
        "b",
        "src",
        "s",
        "[a]",
        "{a,b}",
        "a*",
        "!",
        "-",
        "]",
        "\\",
        "ä",
        "😀",
      ),
      fc.stringMatching(/^[a-c*?[\]{},!^\\.-]{1,4}$/).filter((text) => !/^\.{1,2}$/.test(text)),
    );
    const path = fc.array(name, { minLength: 1, maxLength: 4 }).map((names) => `/${names.join("/")}`);
    fc.assert(
      fc.property(fc.array(path, { minLength: 1, maxLength: 5 }), path, (open, probe) => {
        const isOpen = open.some((each) => probe === each || probe.startsWith(`${each}/`));
        expect(deniedOutside(open)(probe)).toBe(!isOpen);
      }),
      { numRuns: 300 },
    );
  });
});
