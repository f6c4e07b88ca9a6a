import type MiniSearch from "minisearch";
import type { AnyTool } from "../../contract/index.js";

/** Weight of a word in the name of a tool relative to one in its description. */
const NAME_BOOST = 4;

/** Share of the letters of a word that may differ. */
const FUZZINESS = 0.2;

/** Maximum characters of a query that are used: a few words. */
const MAX_QUERY_LENGTH = 1_000;

/** A search for tools by words. */
export interface ToolCatalog {
  /** Returns the tools that match the words of a query, the best first. */
  search(query: string, limit: number): Promise<readonly AnyTool[]>;
}

/**
 * Creates a catalog of tools; the first search builds the index over names, descriptions and parameter names.
 */
export function createToolCatalog(tools: readonly AnyTool[]): ToolCatalog {
  let indexing: Promise<MiniSearch> | undefined;
  return {
    async search(query, limit) {
      indexing ??= indexTools(tools);
      const index = await indexing;
      return index
        .search(query.slice(0, MAX_QUERY_LENGTH))
        .slice(0, limit)
        .flatMap(({ id }) => tools[id as number] ?? []);
    },
  };
}

async function indexTools(tools: readonly AnyTool[]): Promise<MiniSearch> {
  // Loaded on first use, because few hosts have deferred tools.
  const { default: Index } = await import("minisearch");
  const index = new Index({
    fields: ["name", "description", "parameters"],
    tokenize: words,
    searchOptions: { boost: { name: NAME_BOOST }, prefix: (word) => word.length > 2, fuzzy: fuzziness },
  });
  index.addAll(
    tools.map((tool, id) => {
      const faces = [tool, ...tool.aliases.flatMap(({ name, shown }) => (shown ? [{ name, ...shown }] : []))];
      return {
        id,
        name: faces.map(({ name }) => name).join(" "),
        description: faces.map(({ description }) => description).join(" "),
        parameters: faces.flatMap(({ inputSchema }) => Object.keys(inputSchema.properties ?? {})).join(" "),
      };
    }),
  );
  return index;
}

function fuzziness(word: string): number | false {
  return word.length > 3 ? FUZZINESS : false;
}

/**
 * Returns the words of a text, including those in names: `sendMessage`, `send_message` and `send-message` are
 * the same two.
 */
function words(text: string): string[] {
  return text
    .replace(/(\p{Ll})(\p{Lu})/gu, "$1 $2")
    .split(/[^\p{L}\p{N}]+/u)
    .filter((word) => word !== "");
}
