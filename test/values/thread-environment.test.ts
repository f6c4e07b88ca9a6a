import { describe, expect, it } from "vitest";
import { threadEnvironment } from "../../src/values/index.js";

describe("threadEnvironment", () => {
  it.each([
    ["nothing", { versions: {}, env: { NODE_OPTIONS: "--max-old-space-size=99", KEY: "secret" } }, {}],
    ["nothing without a loader", { versions: { pnp: "3" }, env: { KEY: "secret" } }, {}],
    [
      "the loader of Plug'n'Play",
      { versions: { pnp: "3" }, env: { NODE_OPTIONS: "--require /p/.pnp.cjs", KEY: "secret" } },
      { NODE_OPTIONS: "--require /p/.pnp.cjs" },
    ],
  ])("passes %s to a thread", (_, host, expected) => {
    expect(threadEnvironment(host)).toEqual(expected);
  });
});
