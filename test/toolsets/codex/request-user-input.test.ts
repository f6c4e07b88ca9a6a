import { describe, expect, it } from "vitest";
import { createToolRuntime, memoryBackend } from "../../../src/index.js";

const questions = [
  {
    id: "store",
    header: "Store",
    question: "Which database?",
    options: [{ label: "Postgres" }, { label: "SQLite" }],
  },
  { id: "name", question: "Which name?" },
];

const call = { id: "1", name: "request_user_input", input: { questions } };

describe("request_user_input", () => {
  it("returns the answers of the user by the id of their question", async () => {
    await using runtime = createToolRuntime({
      toolset: "codex",
      backend: memoryBackend(),
      cwd: "/",
      onApproval: () => ({
        approved: true,
        input: {
          questions,
          answers: [
            { question: "Which name?", answer: "collet" },
            { question: "Which database?", answer: "SQLite" },
          ],
        },
      }),
    });
    const { result } = await runtime.execute(call);
    expect(result).toEqual({
      answers: { store: { answers: ["SQLite"] }, name: { answers: ["collet"] } },
    });
  });

  it("fails without an answer", async () => {
    await using runtime = createToolRuntime({
      toolset: "codex",
      backend: memoryBackend(),
      cwd: "/",
      permissions: "allow-all",
    });
    expect(await runtime.execute(call)).toMatchObject({
      status: "error",
      error: { errorCode: "not-supported" },
    });
  });
});
