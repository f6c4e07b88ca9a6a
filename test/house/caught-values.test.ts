import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, it } from "vitest";

const RUNTIME = join(import.meta.dirname, "../../src/runtime");

/** A `catch` of either form that drops the value. After `throw Promise.reject(error)`, the rejection would end the process. */
const DROPPED = /\bcatch \{|\.catch\(\(\) =>/;

it("keeps every value that a catch of the runtime receives", () => {
  const files = readdirSync(RUNTIME, { recursive: true, encoding: "utf8" }).filter((name) =>
    name.endsWith(".ts"),
  );
  expect(files.length).toBeGreaterThan(100);
  const dropping = files.filter((name) => DROPPED.test(readFileSync(join(RUNTIME, name), "utf8")));
  expect(dropping, "Name the value and pass it to ignoreRejection() or describeThrown().").toEqual([]);
});
