import type { ContentPart, ToolResult } from "../../src/contract/index.js";

export const PNG =
  "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==";
export const GIF = "R0lGODlhAQABAIAAAAAAAP///ywAAAAAAQABAAACAUwAOw==";
export const PDF = Buffer.from("%PDF-1.7\n%%EOF").toString("base64");
export const ZIP = Buffer.from("PK\x03\x04rest").toString("base64");

const base = { toolName: "Read", requestedName: "Read", timing: { queuedAt: 0, endedAt: 1, durationMs: 1 } };

export const text = (value: string): ContentPart => ({ type: "text", text: value });
export const image: ContentPart = { type: "image", mediaType: "image/png", data: PNG };
export const pdf: ContentPart = { type: "file", mediaType: "application/pdf", data: PDF, name: "plan.pdf" };
export const zip: ContentPart = { type: "file", mediaType: "application/zip", data: ZIP, name: "all.zip" };

export function done(callId: string, ...content: ContentPart[]): ToolResult {
  return { ...base, callId, status: "done", result: null, content };
}

export function failed(
  callId: string,
  status: "error" | "cancelled" | "rejected-by-user",
  message: string,
  ...content: ContentPart[]
): ToolResult {
  return { ...base, callId, status, error: { message, errorCode: "tool-failed" }, content };
}

export function blocked(callId: string): ToolResult {
  return {
    ...base,
    callId,
    status: "blocked-on-user",
    error: { message: "Waits for approval.", errorCode: "blocked-on-user" },
    content: [{ type: "text", text: "The call waits for a person's approval." }],
    approval: {
      id: "approval-1",
      askedBy: "call",
      title: "Run npm test",
      summary: "Bash: Run npm test.",
      callId,
      toolName: "Bash",
      requestedName: "Bash",
      kind: "execute",
      sessionId: "s",
      requestedInput: {},
      input: {},
      facts: {},
      decision: { verdict: "ask", source: "kind" },
      digest: "d",
    },
  };
}
