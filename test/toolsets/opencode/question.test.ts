import { describe, expect, it } from "vitest";
import { toolsetWorld } from "../toolset-world.js";

describe("OpenCode's question", () => {
  it("returns the answers that the approver fills in, and an error without them", async () => {
    const { text, call } = await toolsetWorld("opencode");
    const options = [{ label: "A", description: "The first" }];
    const questions = [{ question: "Which?", header: "Choice", options, multiple: true, custom: true }];
    expect((await call("question", { questions })).error?.errorCode).toBe("not-supported");
    const answers = [{ question: "Which?", answer: "A" }];
    expect(await text("question", { questions, answers })).toBe(
      'User has answered your questions: "Which?"="A". You can now continue with the user\'s answers in mind.',
    );
  });
});
