import { readFileSync } from "node:fs";
import { expect, it } from "vitest";
import { errorCodesByTopic, withErrorCodes } from "../../scripts/error-codes.js";

const read = (path: string) => readFileSync(new URL(`../../${path}`, import.meta.url), "utf8");

it("docs/troubleshooting.md lists every error code (npx tsx scripts/write-error-codes.ts writes the list)", () => {
  const page = read("docs/troubleshooting.md");
  expect(withErrorCodes(page)).toBe(page);
});

it("reads every code of the contract, below a topic", () => {
  const codes = [...read("src/contract/tool/error-code.ts").matchAll(/"([a-z0-9-]+)"/g)].map(
    ([, code]) => code,
  );
  expect([...errorCodesByTopic().values()].flat()).toEqual(codes);
  expect([...errorCodesByTopic().keys()][0]).toBe("the call");
});
