import { readFileSync } from "node:fs";
import type { ErrorCode } from "../src/contract/index.js";
import { ERROR_ADVICE } from "./error-advice.js";

/** The comments in docs/troubleshooting.md around the generated list. */
export const LIST_START = "<!-- The list of error codes: written by scripts/write-error-codes.ts. -->";
export const LIST_END = "<!-- End of the list of error codes. -->";

/** Returns the codes of the contract by their heading, in the order of the pipeline. */
export function errorCodesByTopic(): ReadonlyMap<string, readonly ErrorCode[]> {
  const source = readFileSync(new URL("../src/contract/tool/error-code.ts", import.meta.url), "utf8");
  const topics = new Map<string, ErrorCode[]>();
  let topic: ErrorCode[] = [];
  for (const [, heading, code] of source.matchAll(/^ {2}(?:\/\/ (.+)|\| "([a-z0-9-]+)";?)$/gm)) {
    if (heading === undefined) {
      topic.push(code as ErrorCode);
    } else {
      topic = [];
      topics.set(heading, topic);
    }
  }
  return topics;
}

/** Returns the list of error codes as Markdown tables, one for each topic. */
export function errorCodeList(): string {
  const tables = [...errorCodesByTopic()].flatMap(([topic, codes]) => [
    `### ${topic[0]?.toUpperCase()}${topic.slice(1)}`,
    "",
    "| Code | Meaning | What you can do |",
    "| --- | --- | --- |",
    ...codes.map((code) => `| \`${code}\` | ${ERROR_ADVICE[code].meaning} | ${ERROR_ADVICE[code].remedy} |`),
    "",
  ]);
  return [LIST_START, "", ...tables, LIST_END].join("\n");
}

/** Returns a page with its list replaced. */
export function withErrorCodes(page: string): string {
  const start = page.indexOf(LIST_START);
  const end = page.indexOf(LIST_END);
  if (start === -1 || end < start)
    throw new Error(`docs/troubleshooting.md needs the lines ${LIST_START} and ${LIST_END}.`);
  return page.slice(0, start) + errorCodeList() + page.slice(end + LIST_END.length);
}
