import { readdirSync, readFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { afterEach, describe, expect, it, vi } from "vitest";

const SOURCE = resolve(import.meta.dirname, "../../src");

afterEach(() => {
  vi.doUnmock("unbash");
  vi.resetModules();
});

describe("loadCommandReader", () => {
  it("loads the parser once", async () => {
    const { loadCommandReader } = await import("../../src/permissions/index.js");
    expect(await loadCommandReader()).toBe(await loadCommandReader());
  });

  it("returns a reader without certain commands if the parser cannot be loaded", async () => {
    vi.doMock("unbash", () => {
      throw new Error("no such package");
    });
    const { loadCommandReader } = await import("../../src/permissions/shell/load-command-reader.js");
    const reading = (await loadCommandReader())("ls");
    expect(reading.certain).toBeUndefined();
    expect(reading.possible).toContain("ls");
    expect(reading.unreadable).toMatch(/could not be loaded/);
  });

  it("returns no certain commands if the parser throws, although it promises not to", async () => {
    const { parsedCommandReader } = await import("../../src/permissions/shell/parsed-command-reader.js");
    const broken = {
      parse: () => {
        throw new RangeError("stack");
      },
      forEachChild: () => {},
    };
    const reading = parsedCommandReader(broken)("rm x");
    expect(reading.certain).toBeUndefined();
    expect(reading.possible).toContain("rm x");
    expect(reading.unreadable).toBeDefined();
  });

  it("loads the parser only dynamically: no module imports it statically", () => {
    const importers = readdirSync(SOURCE, { recursive: true, encoding: "utf8" })
      .filter((name) => name.endsWith(".ts"))
      .flatMap((name) => {
        const text = readFileSync(join(SOURCE, name), "utf8");
        return [...text.matchAll(/^(import (?!type )[^;]*|export [^;]*)from "unbash"/gm)].map(() => name);
      });
    expect(importers).toEqual([]);
  });
});
