import { describe, expect, it } from "vitest";
import {
  isOwnerToken,
  openLines,
  openText,
  ownerToken,
  type SealedFor,
  type SigningKey,
  sealText,
  workerOf,
} from "../../../../src/adapters/bullmq/signing/index.js";

const KEY: SigningKey = { secret: "s", workspace: "w" };

const SUBJECTS: readonly SealedFor[] = [
  ["message", "worker-to-host"],
  ["message", "host-to-worker"],
  ["record", "change", "1"],
  ["record", "progress", "1"],
  ["record", "change", "2"],
  ["session", "a", "t"],
  ["session", "a", "u"],
  ["session", "b", "t"],
  ["lease", "token"],
  ["lease", "released"],
];

describe("a sealed text", () => {
  it("opens only for the subject that it was sealed for", () => {
    for (const about of SUBJECTS) {
      const sealed = sealText("text", about, KEY);
      for (const other of SUBJECTS)
        expect(openText(sealed, other, KEY)).toBe(other === about ? "text" : undefined);
    }
  });

  it.each<[string, SigningKey]>([
    ["another secret", { ...KEY, secret: "t" }],
    ["another workspace", { ...KEY, workspace: "x" }],
  ])("does not open with %s", (_, key) => {
    for (const about of SUBJECTS) expect(openText(sealText("text", about, KEY), about, key)).toBeUndefined();
  });

  it.each<[string, (sealed: string) => string]>([
    ["has no signature", (sealed) => sealed.slice(sealed.indexOf(" ") + 1)],
    ["has another text", (sealed) => `${sealed}!`],
    ["has a shorter signature", (sealed) => sealed.slice(1)],
    ["has no blank after its signature", (sealed) => sealed.replace(" ", "_")],
    ["is empty", () => ""],
  ])("does not open if it %s", (_, change) => {
    const about: SealedFor = ["session", "a", "t"];
    expect(openText(change(sealText("text", about, KEY)), about, KEY)).toBeUndefined();
  });

  it("loses the lines that are not signed for its subject", () => {
    const [change, progress] = [["record", "change", "1"] as const, ["record", "progress", "1"] as const];
    const lines = [sealText("a", change, KEY), sealText("b", progress, KEY), "c", sealText("d", change, KEY)];
    expect(openLines(lines.join("\n"), change, KEY)).toBe("a\nd");
  });

  it("proves the worker of a lease only if it was created with the secret of the workspace", () => {
    const token = ownerToken("w1", KEY);
    expect([isOwnerToken(token, KEY), workerOf(token)]).toEqual([true, "w1"]);
    expect(ownerToken("w1", KEY)).not.toBe(token);
    for (const forged of [
      "",
      "w1.x",
      token.replace("w1", "w2"),
      ownerToken("w1", { ...KEY, workspace: "x" }),
    ])
      expect(isOwnerToken(forged, KEY)).toBe(false);
  });
});
