import type { Search, SearchScope, SkippedEntry, WorkspaceScope } from "../../contract/index.js";

/**
 * Excludes the paths that a rule denies from a search, including names and counts: a listing of the parent folder
 * must not reveal the content of a folder that may not be listed.
 */
export function permittedSearch(
  search: Search,
  isExcluded: NonNullable<WorkspaceScope["isExcluded"]>,
): Search {
  const isShown = (path: string) => !isExcluded(path, "name");
  const scoped = <Scope extends SearchScope>(scope: Scope): Scope => {
    const { onUnreadable, onSkipped } = scope;
    return {
      ...scope,
      ...(onUnreadable !== undefined && {
        onUnreadable: (path: string) => {
          if (isShown(path)) onUnreadable(path);
        },
      }),
      ...(onSkipped !== undefined && {
        onSkipped: (skipped: SkippedEntry) => {
          if (isShown(skipped.path)) onSkipped(skipped);
        },
      }),
    };
  };
  const { count } = search;
  return {
    files: (scope) => shown(search.files(scoped(scope)), isShown),
    text: (request) => shown(search.text(scoped(request)), ({ path }) => isShown(path)),
    ...(count !== undefined && {
      count: (request) => shown(count.call(search, scoped(request)), ({ path }) => isShown(path)),
    }),
  };
}

async function* shown<Found>(
  found: AsyncIterable<Found>,
  isShown: (item: Found) => boolean,
): AsyncGenerator<Found, void, undefined> {
  for await (const item of found) if (isShown(item)) yield item;
}
