import { describe, expect, it } from "vitest";
import type { ToolSession } from "../../../src/contract/index.js";
import { isOpenedFor, openForReading } from "../../../src/workspace/paths/opened-folders.js";

const session = (parent?: ToolSession): ToolSession => ({
  id: "s",
  cwd: "/w",
  memory: new Map(),
  ...(parent !== undefined && { parent }),
});
const opened = (one: ToolSession, path: string) => isOpenedFor(one, path, "/");

describe("openForReading", () => {
  it.each([
    ["/cache/a", true],
    ["/cache/a/deep/b.ts", true],
    ["/cache/ab", false],
    ["/cache", false],
    ["/", false],
    ["/cache/b", false],
  ])("opens with /cache/a the path %s: %s", (path, expected) => {
    const one = session();
    openForReading(one, "/cache/a");
    expect(opened(one, path)).toBe(expected);
  });

  it("opens a folder for the session and its subagents, not for its parents or others", () => {
    const top = session();
    const middle = session(top);
    openForReading(middle, "/cache/a");
    expect(opened(middle, "/cache/a")).toBe(true);
    expect(opened(session(session(middle)), "/cache/a")).toBe(true);
    expect(opened(top, "/cache/a")).toBe(false);
    expect(opened(session(top), "/cache/a")).toBe(false);
  });

  it("closes its own opening, and keeps another opening of the same folder", () => {
    const one = session();
    const close = openForReading(one, "/cache/a");
    const closeOther = openForReading(one, "/cache/a");
    close();
    close();
    expect(opened(one, "/cache/a")).toBe(true);
    closeOther();
    expect(opened(one, "/cache/a")).toBe(false);
  });

  it("ends for sessions that are each other's parents", () => {
    const one = session() as { -readonly [Key in keyof ToolSession]: ToolSession[Key] };
    one.parent = session(one);
    expect(opened(one, "/cache/a")).toBe(false);
  });
});
