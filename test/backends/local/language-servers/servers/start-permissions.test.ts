import { describe, expect, it } from "vitest";
import { fakeProject } from "../server-project.js";

describe("permission to start a server", () => {
  const asking = async () => {
    const project = await fakeProject("answers", { servers: { start: "ask" } });
    return project;
  };

  it("permission is requested once, with the command, for all waiting callers", async () => {
    const project = await asking();
    await Promise.all([project.change("a.fake", "BAD"), project.change("b.fake", "BAD")]);
    await project.change("a.fake", "fine");
    expect(project.questions).toEqual([expect.stringMatching(/^\/.*fake-server\.mjs answers \/.*log\.txt$/)]);
  });

  it("permission is not requested again after a refusal, which only get_diagnostics reports", async () => {
    const project = await asking();
    let questions = 0;
    const mayStart = async () => {
      questions += 1;
      return false;
    };
    for (let count = 0; count < 3; count += 1) {
      const report = await project.change("a.fake", `BAD ${count}`, { mayStart });
      expect(report).toEqual({
        diagnostics: [],
        elsewhere: [],
        unclear: [],
        complete: true,
        servers: [],
        problems: [],
      });
    }
    const looked = await project.servers.current([project.path("a.fake")], { ...project.request, mayStart });
    expect(looked).toMatchObject({
      servers: [],
      problems: [
        expect.stringMatching(/was not started, because it was not allowed.*fake-server.*"trusted"/),
      ],
    });
    expect(questions).toBe(1);
    expect(await project.log()).toEqual([]);
  });

  it("can be granted to a session after its subagent was refused, but not the reverse", async () => {
    const project = await asking();
    const child = { ...project.session, id: "child", parent: project.session };
    const refuse = { mayStart: async () => false };
    expect(await project.change("a.fake", "BAD", { ...refuse, session: child })).toMatchObject({
      servers: [],
    });
    expect(await project.change("a.fake", "BAD")).toMatchObject({ servers: ["fake"] });
    const other = await asking();
    const its = { ...other.session, id: "child", parent: other.session };
    await other.change("a.fake", "BAD", refuse);
    expect(await other.change("a.fake", "BAD", { session: its })).toMatchObject({ servers: [] });
    expect(other.questions).toEqual([]);
  });

  it("delays nothing when it is not granted in time, and counts later", async () => {
    const project = await asking();
    let answer: ((allowed: boolean) => void) | undefined;
    const mayStart = () =>
      new Promise<boolean>((resolve) => {
        answer = resolve;
      });
    // A busy machine may not come to ask within one budget.
    while (answer === undefined) {
      const report = await project.change("a.fake", "BAD", { mayStart, budgetMs: 50 });
      expect(report).toMatchObject({ servers: [], diagnostics: [] });
    }
    const again = performance.now();
    await project.change("a.fake", "BAD BAD", { mayStart, budgetMs: 60_000 });
    expect(performance.now() - again).toBeLessThan(10_000);
    answer?.(true);
    await expect.poll(() => project.alive()).toHaveLength(1);
  });

  it("counts as refused when asking fails, and stays open when the call was over", async () => {
    const project = await asking();
    const fails = () => Promise.reject(new Error("nobody there"));
    expect(await project.change("a.fake", "BAD", { mayStart: fails })).toMatchObject({ servers: [] });
    const other = await asking();
    const controller = new AbortController();
    const cancelled = async () => {
      controller.abort();
      return false;
    };
    await other.change("a.fake", "BAD", { mayStart: cancelled, signal: controller.signal });
    expect(await other.change("a.fake", "BAD")).toMatchObject({ servers: ["fake"] });
  });

  it("permission is requested only when diagnostics are requested, with the start on request", async () => {
    const project = await fakeProject("answers", { servers: { start: "on-request" } });
    expect(await project.change("a.fake", "BAD")).toMatchObject({ servers: [] });
    expect(project.questions).toEqual([]);
    const isAllowed = async () => false;
    expect(await project.change("a.fake", "BAD", { isAllowed })).toMatchObject({ servers: [] });
    expect(project.questions).toEqual([]);
    const looked = await project.servers.current([project.path("a.fake")], project.request);
    expect(looked).toMatchObject({ servers: ["fake"] });
    expect(project.questions).toHaveLength(1);
    expect(await project.change("a.fake", "BAD again")).toMatchObject({ servers: ["fake"] });
  });

  it("permission is not requested for a change whose server a rule allows, with the start on request", async () => {
    const project = await fakeProject("answers", { servers: { start: "on-request" } });
    const isAllowed = async () => true;
    expect(await project.change("a.fake", "BAD", { isAllowed })).toMatchObject({ servers: ["fake"] });
    expect(project.questions).toEqual([]);
  });
});
