import type { ApprovalRequest } from "../../contract/index.js";
import { type DescribeRequestOptions, requestLines } from "./request-lines.js";

/**
 * Returns a request as text for an approver: what would run, with the command, the paths, the diff, the reason, warnings
 * and the effect of remembering the answer.
 *
 * Hidden characters are escaped, and text of a model or a file follows a label or a `|` on every line, so it cannot
 * imitate another part of the description, move the cursor or reverse the direction of the text.
 *
 * @example
 * onApproval: async (request) => (await terminal.question(`${describeRequest(request)}\nAllow it? [y/N] `)) === "y",
 */
export function describeRequest(request: ApprovalRequest, options: DescribeRequestOptions = {}): string {
  return requestLines(request, options)
    .map(({ text }) => text)
    .join("\n");
}

/**
 * Returns a request as HTML for an approver: a `<section class="collet-request">` with one `<div>` per line, whose class
 * is the role of the line. Its text is that of `describeRequest`; every character with a meaning in HTML is escaped.
 *
 * @example
 * card.innerHTML = describeRequestAsHtml(request);
 */
export function describeRequestAsHtml(
  request: ApprovalRequest,
  options: DescribeRequestOptions = {},
): string {
  const lines = requestLines(request, options).map(
    ({ text, look }) => `<div class="collet-${look}">${escaped(text)}</div>`,
  );
  return `<section class="collet-request" dir="ltr" style="white-space: pre-wrap">${lines.join("")}</section>`;
}

const ENTITIES: Readonly<Record<string, string>> = {
  "&": "&amp;",
  "<": "&lt;",
  ">": "&gt;",
  '"': "&quot;",
  "'": "&#39;",
  "`": "&#96;",
};

function escaped(text: string): string {
  return text.replace(/[&<>"'`]/g, (character) => ENTITIES[character] ?? character);
}
