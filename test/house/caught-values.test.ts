import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, it } from "vitest";

const RUNTIME = join(import.meta.dirname, "../../src/runtime");

/** A `catch` that drops the value, in either form: `throw Promise.reject(error)` would end the process after it. */
const DROPPED = /\bcatch \{|\.catch\(\(\) =>/;

it("no catch of the runtime drops a value that a function of the host may have thrown", () => {
  const files = readdirSync(RUNTIME, { recursive: true, encoding: "utf8" }).filter((name) =>
    name.endsWith(".ts"),
  );
  expect(files.length).toBeGreaterThan(100);
  const dropping = files.filter((name) => DROPPED.test(readFileSync(join(RUNTIME, name), "utf8")));
  expect(dropping, "Name the value and pass it to ignoreRejection() or describeThrown().").toEqual([]);
});
