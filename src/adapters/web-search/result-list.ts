import { ToolError, type WebSearchHit } from "../../contract/index.js";

/** What a service calls the parts of a hit. */
export interface HitFields {
  readonly snippet: string;
  /** The first that is there counts. */
  readonly dates: readonly string[];
}

/**
 * Takes the hits out of a list in a service's JSON; what has no URL is left out.
 *
 * @throws ToolError `unsupported-content` for what is no list: nothing found would be a lie about a service that is not one
 */
export function hitsIn(list: unknown, provider: string, { snippet, dates }: HitFields): WebSearchHit[] {
  if (!Array.isArray(list)) {
    throw new ToolError(
      `${provider} answered with JSON that holds no list of results. The person who runs this agent should check its address and how ${provider} is set up.`,
      { code: "unsupported-content" },
    );
  }
  return (list as readonly unknown[]).flatMap((entry) => {
    const url = textOf(entry, "url");
    if (url === undefined) return [];
    const date = dates.map((name) => textOf(entry, name)).find((found) => found !== undefined);
    return [
      {
        title: textOf(entry, "title") ?? "",
        url,
        snippet: textOf(entry, snippet) ?? "",
        ...(date !== undefined && { date }),
      },
    ];
  });
}

/** A property of a JSON value, as far as there is one. */
export function valueIn(value: unknown, name: string): unknown {
  return typeof value === "object" && value !== null && Object.hasOwn(value, name)
    ? (value as Readonly<Record<string, unknown>>)[name]
    : undefined;
}

function textOf(value: unknown, name: string): string | undefined {
  const text = valueIn(value, name);
  return typeof text === "string" && text !== "" ? text : undefined;
}
