import { describe, expect, it } from "vitest";
import type { ResourceKey } from "../../src/contract/index.js";
import { type Touch, undeclaredTouches } from "../../src/testing/watch/index.js";

const touch = (access: Touch["access"], path: string, operation = "openFile"): Touch => ({
  access,
  path,
  scope: operation.startsWith("search") ? "subtree" : "self",
  operation,
});
const key = (mode: ResourceKey["mode"], name: string, scope: "self" | "subtree" = "self"): ResourceKey => ({
  key: name,
  mode,
  scope,
});

describe("undeclaredTouches", () => {
  it.each<[title: string, touches: Touch[], declared: readonly ResourceKey[] | "all", undeclared: number]>([
    ["a call without keys covers everything", [touch("write", "/p/a")], "all", 0],
    ["a read key covers a read of its file", [touch("read", "/p/a")], [key("read", "file:/p/a")], 0],
    ["a write key covers a read of its file", [touch("read", "/p/a")], [key("write", "file:/p/a")], 0],
    ["a key does not cover a read of another file", [touch("read", "/p/a")], [key("read", "file:/p/ab")], 1],
    ["a read key does not cover a write", [touch("write", "/p/a")], [key("read", "file:/p/a")], 1],
    [
      "a write key of a subtree covers a write below",
      [touch("write", "/p/d/a")],
      [key("write", "directory:/p", "subtree")],
      0,
    ],
    [
      "a key of a folder does not cover a write in it",
      [touch("write", "/p/a")],
      [key("write", "directory:/p")],
      1,
    ],
    [
      "a read key of a subtree covers a search",
      [touch("read", "/p", "search.text")],
      [key("read", "directory:/p", "subtree")],
      0,
    ],
    [
      "a key of a folder does not cover a search",
      [touch("read", "/p", "search.text")],
      [key("read", "directory:/p")],
      1,
    ],
    [
      "a key of a subfolder does not cover a search above",
      [touch("read", "/p", "search.text")],
      [key("read", "directory:/p/d", "subtree")],
      1,
    ],
    ["a key that is not a path covers no access", [touch("read", "/p/a")], [key("write", "network")], 1],
    ["a repeated access is reported once", [touch("read", "/p/a"), touch("read", "/p/a")], [], 1],
  ])("%s", (_title, touches, declared, undeclared) => {
    expect(undeclaredTouches(touches, declared)).toHaveLength(undeclared);
  });

  it("exempts folders created for a file and the listing around it, but no other access", () => {
    const declared = [key("write", "file:/p/new/a")];
    const write = touch("write", "/p/new/a", "rename");
    const made = touch("write", "/p/new", "makeDirectory");
    const listed = touch("read", "/p/new", "list");
    expect(undeclaredTouches([made, listed, write], declared)).toEqual([]);
    expect(undeclaredTouches([made, listed], declared)).toEqual([made, listed]);
    expect(undeclaredTouches([touch("write", "/p/newer", "makeDirectory"), write], declared)).toHaveLength(1);
  });

  it("exempts reading guidance files, but not writing them", () => {
    expect(undeclaredTouches([touch("read", "/p/AGENTS.md")], [])).toEqual([]);
    expect(undeclaredTouches([touch("write", "/p/AGENTS.md")], [])).toHaveLength(1);
    expect(undeclaredTouches([touch("read", "/p/MY-AGENTS.md")], [])).toHaveLength(1);
  });
});
