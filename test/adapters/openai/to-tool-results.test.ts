import { describe, expect, it } from "vitest";
import { toToolResults } from "../../../src/adapters/openai/index.js";
import { blocked, done, failed, GIF, image, PDF, PNG, pdf, text, zip } from "../sample-results.js";

describe("toToolResults for the Responses API", () => {
  it("answers each call with an item, in order", () => {
    expect(toToolResults([done("a", text("one")), failed("b", "error", "Nope.", text("Nope."))])).toEqual([
      { type: "function_call_output", call_id: "a", output: "one" },
      { type: "function_call_output", call_id: "b", output: "Nope." },
    ]);
  });

  it("sends text, images and PDF files together, in order, and a note for the rest", () => {
    const gif = { type: "image", mediaType: "image/gif", data: GIF } as const;
    expect(toToolResults([done("a", text("see"), image, pdf, gif, zip)])).toEqual([
      {
        type: "function_call_output",
        call_id: "a",
        output: [
          { type: "input_text", text: "see" },
          { type: "input_image", image_url: `data:image/png;base64,${PNG}`, detail: "auto" },
          { type: "input_file", filename: "plan.pdf", file_data: `data:application/pdf;base64,${PDF}` },
          { type: "input_image", image_url: `data:image/gif;base64,${GIF}`, detail: "auto" },
          { type: "input_text", text: expect.stringContaining("application/zip all.zip") },
        ],
      },
    ]);
  });

  it("sends JSON as text, and never nothing", () => {
    const [json, empty, mute] = toToolResults([
      done("a", { type: "json", value: { n: 1 } }),
      done("b", text(" ")),
      failed("c", "cancelled", " "),
    ]);
    expect([json?.output, empty?.output, mute?.output]).toEqual(['{"n":1}', "(no output)", "(cancelled)"]);
  });

  it("leaves out what waits for a person, only when asked", () => {
    expect(toToolResults([blocked("a")])).toMatchObject([{ output: expect.stringContaining("approval") }]);
    expect(toToolResults([blocked("a")], { blocked: "omit" })).toEqual([]);
  });
});

describe("toToolResults for Chat Completions", () => {
  it("puts images and files after all tool messages, which contain only text", () => {
    expect(toToolResults([done("a", image), done("b", text("two"), pdf)], { api: "chat" })).toEqual([
      { role: "tool", tool_call_id: "a", content: "(shown below)" },
      { role: "tool", tool_call_id: "b", content: "two" },
      {
        role: "user",
        content: [
          { type: "text", text: "Shown by the call a:" },
          { type: "image_url", image_url: { url: `data:image/png;base64,${PNG}` } },
          { type: "text", text: "Shown by the call b:" },
          { type: "file", file: { filename: "plan.pdf", file_data: `data:application/pdf;base64,${PDF}` } },
        ],
      },
    ]);
  });
});
