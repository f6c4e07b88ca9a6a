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
    ["everything is declared by a call without keys", [touch("write", "/p/a")], "all", 0],
    ["a read by the key of the file", [touch("read", "/p/a")], [key("read", "file:/p/a")], 0],
    ["a read by a write key", [touch("read", "/p/a")], [key("write", "file:/p/a")], 0],
    ["a read not by the key of another file", [touch("read", "/p/a")], [key("read", "file:/p/ab")], 1],
    ["a write not by a read key", [touch("write", "/p/a")], [key("read", "file:/p/a")], 1],
    [
      "a write by a write key of a folder above",
      [touch("write", "/p/d/a")],
      [key("write", "directory:/p", "subtree")],
      0,
    ],
    [
      "a write not by the key of the folder itself",
      [touch("write", "/p/a")],
      [key("write", "directory:/p")],
      1,
    ],
    [
      "a search by a subtree",
      [touch("read", "/p", "search.text")],
      [key("read", "directory:/p", "subtree")],
      0,
    ],
    [
      "a search not by the folder itself",
      [touch("read", "/p", "search.text")],
      [key("read", "directory:/p")],
      1,
    ],
    [
      "a search not by a folder below",
      [touch("read", "/p", "search.text")],
      [key("read", "directory:/p/d", "subtree")],
      1,
    ],
    ["nothing by keys that are no paths", [touch("read", "/p/a")], [key("write", "network")], 1],
    ["one access told once", [touch("read", "/p/a"), touch("read", "/p/a")], [], 1],
  ])("%s", (_title, touches, declared, undeclared) => {
    expect(undeclaredTouches(touches, declared)).toHaveLength(undeclared);
  });

  it("lets folders go that are made for a file, and the look around it, but no others", () => {
    const declared = [key("write", "file:/p/new/a")];
    const write = touch("write", "/p/new/a", "rename");
    const made = touch("write", "/p/new", "makeDirectory");
    const listed = touch("read", "/p/new", "list");
    expect(undeclaredTouches([made, listed, write], declared)).toEqual([]);
    expect(undeclaredTouches([made, listed], declared)).toEqual([made, listed]);
    expect(undeclaredTouches([touch("write", "/p/newer", "makeDirectory"), write], declared)).toHaveLength(1);
  });

  it("lets guidance be read, but not written", () => {
    expect(undeclaredTouches([touch("read", "/p/AGENTS.md")], [])).toEqual([]);
    expect(undeclaredTouches([touch("write", "/p/AGENTS.md")], [])).toHaveLength(1);
    expect(undeclaredTouches([touch("read", "/p/MY-AGENTS.md")], [])).toHaveLength(1);
  });
});
