import { describe, expect, it } from "vitest";
import { createDisposals } from "../../../src/runtime/sessions/disposals.js";

describe("createDisposals", () => {
  it("ends every resource once despite failures, except removed ones", async () => {
    const ended: string[] = [];
    const disposals = createDisposals("session");
    disposals.add(async () => {
      throw new Error("cannot end");
    });
    disposals.add(async () => void ended.push("kept"));
    disposals.add(async () => void ended.push("untied"))();
    await Promise.all([disposals.dispose(), disposals.dispose()]);
    expect(ended).toEqual(["kept"]);
    expect(() => disposals.add(async () => {})).toThrow("This session was disposed of. Open a new one.");
  });

  it("registers with its owner only while it contains a resource", async () => {
    const ended: string[] = [];
    const runtime = createDisposals("runtime");
    let ties = 0;
    const session = createDisposals("session", (end) => {
      ties += 1;
      return [runtime.add(end)];
    });
    expect(ties).toBe(0);
    session.add(async () => void ended.push("job"));
    session.add(async () => void ended.push("other job"));
    expect(ties).toBe(1);
    await runtime.dispose();
    expect(ended).toEqual(["job", "other job"]);
  });
});
