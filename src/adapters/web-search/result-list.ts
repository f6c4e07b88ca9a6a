import { ToolError, type WebSearchHit } from "../../contract/index.js";

/** Names that a service uses for the parts of a hit. */
export interface HitFields {
  /** Name for messages. */
  readonly provider: string;
  readonly snippet: string;
  /** The first that exists counts. */
  readonly dates: readonly string[];
}

/**
 * Returns the hits of a service's JSON; hits without a URL are omitted. An answer without the list has no hits.
 *
 * @param path - property names that lead to the list
 * @throws ToolError `unsupported-content` for any other answer, because an empty result would be wrong
 */
export function hitsIn(
  answer: unknown,
  path: readonly string[],
  { provider, snippet, dates }: HitFields,
): WebSearchHit[] {
  let list = answer;
  for (const name of path) {
    list = Array.isArray(list) ? null : valueIn(list, name);
    if (list === undefined && isObject(answer) && !Array.isArray(answer)) return [];
  }
  if (!Array.isArray(list)) {
    throw new ToolError(
      `${provider} answered with JSON without a list of results. The operator of this agent should check its address and the configuration of ${provider}.`,
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

/** Returns a property of a JSON value, if it has one. */
function valueIn(value: unknown, name: string): unknown {
  return isObject(value) && Object.hasOwn(value, name) ? value[name] : undefined;
}

function isObject(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === "object" && value !== null;
}

function textOf(value: unknown, name: string): string | undefined {
  const text = valueIn(value, name);
  return typeof text === "string" && text !== "" ? text : undefined;
}
