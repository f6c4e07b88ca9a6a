import { type Search, type SearchScope, ToolError } from "../../../contract/index.js";
import { loadOnce } from "../../../values/index.js";
import { localFileSystem } from "../file-system.js";
import { countLines } from "./count-lines.js";
import { findRipgrep } from "./ripgrep-binary.js";

const loadRipgrepSearch = loadOnce(() => import("./search-with-ripgrep.js"));

/**
 * Creates the search of this machine's files with ripgrep, which is located when the first search runs. Omits
 * hidden files unless the scope sets `hidden` or a glob contains the dot (`.github/*.yml`).
 *
 * If there is no ripgrep, the search of the memory backend reads the files in this process, which is slower, and `onSlow`
 * of the scope is called.
 *
 * @param find - returns the path of ripgrep, or throws `ripgrep-missing`
 */
export function localSearch(find: () => Promise<string> = findRipgrep): Search {
  const files = localFileSystem();
  let binary: Promise<string> | undefined;
  let withRipgrep: Required<Search> | undefined;
  const ripgrep = () => {
    binary ??= find().catch((error: unknown) => {
      // Not cached: once ripgrep is installed, the next search should find it.
      binary = undefined;
      throw error;
    });
    return binary;
  };
  const chosen = async ({ onSlow }: SearchScope): Promise<Required<Search>> => {
    try {
      await ripgrep();
    } catch (error) {
      if (!ToolError.isInstance(error) || error.code !== "ripgrep-missing") throw error;
      const { treeSearch } = await import("../../memory/index.js");
      onSlow?.();
      const slow = treeSearch(files);
      return { ...slow, count: (request) => countLines(request, (plain) => slow.text(plain)) };
    }
    const { searchWithRipgrep } = await loadRipgrepSearch();
    withRipgrep ??= searchWithRipgrep(ripgrep, files);
    return withRipgrep;
  };
  return {
    files: (scope) => opened(async () => (await chosen(scope)).files(scope)),
    text: (request) => opened(async () => (await chosen(request)).text(request)),
    count: (request) => opened(async () => (await chosen(request)).count(request)),
  };
}

/** Returns the items of what `open` returns when the first one is requested, without another generator around them. */
function opened<Item>(open: () => Promise<AsyncIterable<Item>>): AsyncIterable<Item> {
  return {
    [Symbol.asyncIterator]() {
      let items: AsyncIterator<Item> | undefined;
      let opening: Promise<AsyncIterator<Item>> | undefined;
      const start = async () => {
        const iterator = (await open())[Symbol.asyncIterator]();
        items ??= iterator;
        return items;
      };
      return {
        next() {
          if (items !== undefined) return items.next();
          opening ??= start();
          return opening.then((iterator) => iterator.next());
        },
        async return() {
          await opening?.catch(() => undefined);
          const left = items;
          items = nothing();
          await left?.return?.();
          return { value: undefined, done: true };
        },
      };
    },
  };
}

async function* nothing(): AsyncGenerator<never, void, undefined> {}
