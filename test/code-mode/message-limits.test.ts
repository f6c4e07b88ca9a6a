import { expect, it } from "vitest";
import {
  exceededLimit,
  MAX_MESSAGE_CHARACTERS,
  MAX_MESSAGE_VALUES,
} from "../../src/code-mode/program/message-limits.js";
import { readEvents } from "../../src/code-mode/program/program-events.js";

it.each([
  ["lists", "[]"],
  ["objects", '{"a":1}'],
  ["numbers", "1"],
  ["lists in each other", "["],
])("exceededLimit finds too many %s without parsing them", (_title, value) => {
  expect(exceededLimit(`[${`${value},`.repeat(MAX_MESSAGE_VALUES)}1]`)).toBe("20000 values");
});

it("exceededLimit does not count what strings contain", () => {
  expect(
    exceededLimit(JSON.stringify([",[{".repeat(MAX_MESSAGE_VALUES), '"\\'.repeat(100)])),
  ).toBeUndefined();
  expect(exceededLimit(JSON.stringify(["x".repeat(MAX_MESSAGE_CHARACTERS)]))).toBe("4194304 characters");
});

it("readEvents accepts as many text outputs as values", () => {
  const events = Array.from({ length: MAX_MESSAGE_VALUES - 1 }, () => ({ type: "text", text: '", {[' }));
  expect(readEvents(JSON.stringify(events))).toEqual(events);
  expect(() => readEvents(JSON.stringify([...events, ...events]))).toThrow("more than 20000 values");
});
