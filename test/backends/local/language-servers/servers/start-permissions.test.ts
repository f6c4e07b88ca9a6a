import { describe, expect, it } from "vitest";
import { fakeProject } from "../server-project.js";

describe("leave to start a server", () => {
  const asking = async () => {
    const project = await fakeProject("answers", { servers: { start: "ask" } });
    return project;
  };

  it("is asked for once, with the command, whoever waits", async () => {
    const project = await asking();
    await Promise.all([project.change("a.fake", "BAD"), project.change("b.fake", "BAD")]);
    await project.change("a.fake", "fine");
    expect(project.questions).toEqual([expect.stringMatching(/^\/.*fake-server\.mjs answers \/.*log\.txt$/)]);
  });

  it("that is refused is not asked for again, and only a look at diagnostics tells why there are none", async () => {
    const project = await asking();
    let questions = 0;
    const mayStart = async () => {
      questions += 1;
      return false;
    };
    for (let count = 0; count < 3; count += 1) {
      const report = await project.change("a.fake", `BAD ${count}`, { mayStart });
      expect(report).toEqual({ diagnostics: [], elsewhere: [], complete: true, servers: [], problems: [] });
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

  it("that a subagent was refused can be given to the session it works for, and not the other way round", async () => {
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

  it("that nobody gives in time delays nothing, and counts when it comes", async () => {
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

  it("is a no when asking fails, and none when the call was over", async () => {
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
});
