import { type ConfigValue, configValue } from "./config-value.js";

/** A markdown file with a header. */
export interface FrontMatter {
  readonly header: ConfigValue;
  readonly body: string;
}

/** Longest header, in UTF-16 code units; real ones have a few hundred. */
const MAX_HEADER = 16_384;

/**
 * Parses the YAML header between two lines of three hyphens. Returns `undefined` for a file without one.
 *
 * @throws SyntaxError for a header that is too long or not YAML
 */
export async function parseFrontMatter(text: string): Promise<FrontMatter | undefined> {
  const unified = text.replaceAll("\r\n", "\n");
  if (!unified.startsWith("---\n")) return undefined;
  const end = unified.indexOf("\n---", 3);
  if (end === -1) return undefined;
  if (end > MAX_HEADER) throw new SyntaxError("the header is too long");
  const { parse } = await import("yaml");
  // No aliases: a few of them can stand for millions of values.
  const data: unknown = parse(unified.slice(4, end + 1), { maxAliasCount: 0, logLevel: "error" });
  return { header: configValue(data, () => 1), body: unified.slice(end + "\n---".length).trim() };
}
