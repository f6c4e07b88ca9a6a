import { READABLE_NAMES, SECRET_NAMES } from "../src/workspace/paths/secret-names/index.js";
import type { SensitiveName } from "../src/workspace/paths/sensitive-name.js";

/** The comments in docs/security.md around the generated list. */
export const LIST_START = "<!-- The list of secret files: written by scripts/write-secret-list.ts. -->";
export const LIST_END = "<!-- End of the list of secret files. -->";

/** Returns the list of secret files as two Markdown tables, from the lists that the library uses. */
export function secretList(): string {
  return [
    LIST_START,
    "",
    table("Secret files; folders have a trailing slash", SECRET_NAMES),
    "",
    table("Files that remain readable", READABLE_NAMES),
    "",
    LIST_END,
  ].join("\n");
}

/** Returns a page with its list replaced. */
export function withSecretList(page: string): string {
  const start = page.indexOf(LIST_START);
  const end = page.indexOf(LIST_END);
  if (start === -1 || end < start)
    throw new Error(`docs/security.md needs the lines ${LIST_START} and ${LIST_END}.`);
  return page.slice(0, start) + secretList() + page.slice(end + LIST_END.length);
}

function table(title: string, names: readonly SensitiveName[]): string {
  const bySource = new Map<string, string[]>();
  for (const { pattern, source } of names) {
    const known = bySource.get(source);
    if (known === undefined) bySource.set(source, [pattern]);
    else known.push(pattern);
  }
  const rows = [...bySource].map(
    ([source, patterns]) => `| ${patterns.map((pattern) => `\`${pattern}\``).join(", ")} | ${source} |`,
  );
  return [`| ${title} | Source |`, "| --- | --- |", ...rows].join("\n");
}
