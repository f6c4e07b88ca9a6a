import type { FileSystem, SearchScope } from "../../../../contract/index.js";
import { yieldToEventLoop } from "../../../../values/index.js";
import { linkFolders } from "./link-folders.js";

/**
 * Yields the results of ripgrep and meanwhile reports the links that it skips: ripgrep does not name links to folders.
 * The examination ends with the search if the caller leaves it early.
 */
export async function* withSkippedLinks<Found>(
  files: FileSystem,
  scope: SearchScope,
  results: AsyncIterable<Found>,
): AsyncGenerator<Found, void, undefined> {
  if (scope.onSkipped === undefined) {
    yield* results;
    return;
  }
  const left = new AbortController();
  const signal = AbortSignal.any([scope.signal, left.signal]);
  let isOver = false;
  const examined = examine(files, { ...scope, signal }, () => isOver);
  try {
    yield* results;
    isOver = true;
    await examined;
  } finally {
    left.abort();
    await examined;
  }
}

/** Never rejects. A single file contains no links. */
async function examine(files: FileSystem, scope: SearchScope, isOver: () => boolean): Promise<void> {
  // ripgrep starts first; it works while this process examines the folders.
  await yieldToEventLoop();
  const { reportSkippedLinks } = await import("../../../memory/index.js");
  const start = await files.resolve(scope.path).catch(() => undefined);
  if (start?.stat?.type === "directory") await reportSkippedLinks(linkFolders(files), scope, isOver);
}
