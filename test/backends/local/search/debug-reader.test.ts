import { describe, expect, it } from "vitest";
import { DebugReader } from "../../../../src/backends/local/search/debug-reader.js";

const OUTPUT = [
  "rg: DEBUG|rg::flags::hiargs|crates/core/flags/hiargs.rs:175: using 2 thread(s)",
  "rg: ./closed: Permission denied (os error 13)",
  "rg: DEBUG|ignore::walk|crates/ignore/src/walk.rs:1942: ignoring ./.git: Ignore(IgnoreMatch(Hidden))",
  "rg: DEBUG|grep_printer::json|src/json.rs:792: ignoring ./a: ignoring b: found binary data at offset 3",
  "DEBUG|grep_printer::summary|src/summary.rs:686: ignoring ./c.bin: found binary data at offset 100004",
  "rg: ./DEBUG|x: Permission denied (os error 13)",
  "",
].join("\n");

describe("a reader of ripgrep's debug output", () => {
  it.each([1, 7, 64, OUTPUT.length])(
    "separates errors and binary files in chunks of %i characters",
    (length) => {
      const reader = new DebugReader();
      let errors = "";
      for (let start = 0; start < OUTPUT.length; start += length) {
        errors += reader.push(OUTPUT.slice(start, start + length));
      }
      expect(errors).toBe(
        "rg: ./closed: Permission denied (os error 13)\nrg: ./DEBUG|x: Permission denied (os error 13)\n",
      );
      expect(reader.binaryFiles).toEqual(["./a: ignoring b", "./c.bin"]);
    },
  );

  it("holds a bounded part of a line without an end", () => {
    const reader = new DebugReader();
    for (let count = 0; count < 100; count += 1) reader.push("x".repeat(10_000));
    expect(reader.push("\n").length).toBeLessThan(20_000);
  });
});
