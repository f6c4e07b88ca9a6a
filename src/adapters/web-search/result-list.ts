import { ToolError, type WebSearchHit } from "../../contract/index.js";

/** What a service calls the parts of a hit. */
export interface HitFields {
  /** For messages. */
  readonly provider: string;
  readonly snippet: string;
  /** The first that is there counts. */
  readonly dates: readonly string[];
}

/**
 * Takes the hits out of a service's JSON; what has no URL is left out. An answer without the list has no hits.
 *
 * @param path - the names under which the list stands
 * @throws ToolError `unsupported-content` for what is no such answer at all: that nothing was found would be a lie
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
