import assert from "node:assert/strict";
import { test } from "node:test";
import { formatDuration, parseDuration } from "../src/duration.js";

test("reads hours and minutes alone", () => {
  assert.equal(parseDuration("2h"), 120);
  assert.equal(parseDuration("45m"), 45);
  assert.equal(parseDuration("1.5 h"), 90);
});

test("adds hours and minutes", () => {
  assert.equal(parseDuration("1h 30m"), 90);
});

test("refuses a text without a duration", () => {
  assert.throws(() => parseDuration("soon"), RangeError);
});

test("writes minutes as hours and minutes", () => {
  assert.equal(formatDuration(90), "1h 30m");
  assert.equal(formatDuration(5), "0h 05m");
});
