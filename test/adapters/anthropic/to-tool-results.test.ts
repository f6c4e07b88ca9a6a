import { describe, expect, it } from "vitest";
import { toToolResults } from "../../../src/adapters/anthropic/index.js";
import type { ContentPart, ToolResult, ToolStatus } from "../../../src/contract/index.js";
import { blocked, done, failed, GIF, PDF, PNG, text, ZIP } from "../sample-results.js";

const JPEG = "/9j/4AAQSkZJRgABAQAAAQABAAD/2wBDAA==";
const WEBP = Buffer.from("RIFF\x1a\x00\x00\x00WEBPVP8L", "latin1").toString("base64");

describe("toToolResults", () => {
  it("answers all calls in one user message, in order", () => {
    expect(toToolResults([done("a", text("one")), done("b", text("two"))])).toEqual({
      role: "user",
      content: [
        { type: "tool_result", tool_use_id: "a", content: "one" },
        { type: "tool_result", tool_use_id: "b", content: "two" },
      ],
    });
  });

  it.each<[what: string, part: ContentPart, content: unknown]>([
    [
      "JSON as text",
      { type: "json", value: { files: ["/a"], remaining: 0 } },
      '{"files":["/a"],"remaining":0}',
    ],
    [
      "a PNG as an image",
      { type: "image", mediaType: "image/png", data: PNG },
      [{ type: "image", source: { type: "base64", media_type: "image/png", data: PNG } }],
    ],
    [
      "a JPEG with a sloppy label by its true type",
      { type: "image", mediaType: "image/jpg", data: JPEG },
      [{ type: "image", source: { type: "base64", media_type: "image/jpeg", data: JPEG } }],
    ],
    [
      "a GIF",
      { type: "image", mediaType: "image/gif", data: GIF },
      [{ type: "image", source: { type: "base64", media_type: "image/gif", data: GIF } }],
    ],
    [
      "a WebP that calls itself PNG by its true type",
      { type: "image", mediaType: "image/png", data: WEBP },
      [{ type: "image", source: { type: "base64", media_type: "image/webp", data: WEBP } }],
    ],
    [
      "a PDF as a document",
      { type: "file", mediaType: "application/pdf", data: PDF, name: "plan.pdf" },
      [
        {
          type: "document",
          source: { type: "base64", media_type: "application/pdf", data: PDF },
          title: "plan.pdf",
        },
      ],
    ],
    [
      "an image among the files as an image",
      { type: "file", mediaType: "application/octet-stream", data: PNG },
      [{ type: "image", source: { type: "base64", media_type: "image/png", data: PNG } }],
    ],
  ])("sends %s", (_what, part, content) => {
    expect(toToolResults([done("a", part)]).content).toEqual([
      { type: "tool_result", tool_use_id: "a", content },
    ]);
  });

  it.each<[what: string, part: ContentPart, named: string]>([
    ["an SVG", { type: "image", mediaType: "image/svg+xml", data: "PHN2Zz4=" }, "image/svg+xml"],
    ["a truncated image", { type: "image", mediaType: "image/png", data: "" }, "image/png"],
    [
      "an image over 5 MB",
      { type: "image", mediaType: "image/png", data: PNG.padEnd(5_242_881, "A") },
      "5242881 characters",
    ],
    ["an archive", { type: "file", mediaType: "application/zip", data: ZIP, name: "all.zip" }, "all.zip"],
    ["a file that only says it is a PDF", { type: "file", mediaType: "application/pdf", data: ZIP }, "pdf"],
  ])("sends a note in place of %s", (_what, part, named) => {
    const { content } = toToolResults([done("a", part)]);
    expect(content).toMatchObject([{ type: "tool_result", tool_use_id: "a" }]);
    const [block] = content;
    expect(block?.type === "tool_result" && block.content).toContain(named);
    expect(block?.type === "tool_result" && block.content).toContain("omitted");
  });

  it("keeps text and image of one result together, in order", () => {
    const [block] = toToolResults([
      done("a", text("before"), { type: "image", mediaType: "image/png", data: PNG }, text("after")),
    ]).content;
    expect(
      block?.type === "tool_result" && Array.isArray(block.content) && block.content.map((b) => b.type),
    ).toEqual(["text", "image", "text"]);
  });

  it.each<[status: ToolStatus, result: ToolResult]>([
    ["error", failed("a", "error", "Nope.", text("Nope."))],
    ["cancelled", failed("a", "cancelled", "Stopped.", text("Stopped."))],
    ["rejected-by-user", failed("a", "rejected-by-user", "No.", text("No."))],
    ["blocked-on-user", blocked("a")],
  ])("marks the status %s as an error", (_status, result) => {
    expect(toToolResults([result]).content).toMatchObject([{ is_error: true }]);
  });

  it("never sends an empty block, which the API refuses", () => {
    const { content } = toToolResults([
      done("none"),
      done("empty", text("")),
      done("blank", text(" \n")),
      failed("mute", "error", "It broke."),
      failed("dumb", "error", " "),
    ]);
    expect(content.map((block) => block.type === "tool_result" && block.content)).toEqual([
      "(no output)",
      "(no output)",
      "(no output)",
      "It broke.",
      "(error)",
    ]);
  });

  it("writes the images of a failed call after the blocks: the API accepts only text in an error", () => {
    const screenshot: ContentPart = { type: "image", mediaType: "image/png", data: PNG };
    const { content } = toToolResults([
      failed("a", "error", "Not found.", text("Not found."), screenshot),
      done("b", text("fine")),
    ]);
    expect(content).toEqual([
      { type: "tool_result", tool_use_id: "a", content: "Not found.", is_error: true },
      { type: "tool_result", tool_use_id: "b", content: "fine" },
      { type: "text", text: "Shown by the call a:" },
      { type: "image", source: { type: "base64", media_type: "image/png", data: PNG } },
    ]);
  });

  it("says that a call waits for a person, or leaves it out for a host that resumes it", () => {
    const results = [done("a", text("one")), blocked("b")];
    expect(toToolResults(results).content[1]).toEqual({
      type: "tool_result",
      tool_use_id: "b",
      content: "The call waits for a person's approval.",
      is_error: true,
    });
    expect(toToolResults(results, { blocked: "omit" }).content).toHaveLength(1);
  });

  it("replaces half an emoji, which would make the body invalid", () => {
    expect(toToolResults([done("a", text("\ud83d!"))]).content).toMatchObject([{ content: "\u{FFFD}!" }]);
  });
});
