import type { MatchCount, Search, SearchScope, TextMatch } from "../../../contract/index.js";
import { isRecord } from "../../../values/index.js";
import type { RemoteLink } from "./link.js";
import { readFound, readItems, unreadable } from "./read-answers.js";
import { batches } from "./read-batches.js";

/** The search of a worker. A worker can only name what is below the searched path. */
export function remoteSearch(link: RemoteLink, { counts }: { readonly counts: boolean }): Search {
  const each = (value: unknown, read: (item: unknown) => unknown): readonly unknown[] =>
    readItems(value, "results").map(read);
  async function* search<Item>(
    method: string,
    request: SearchScope,
    read: (item: unknown) => Item,
  ): AsyncGenerator<Item> {
    const { signal, onUnreadable, onSlow, onSkipped, ...rest } = request;
    const { path } = request;
    const listens = {
      unreadable: onUnreadable !== undefined,
      slow: onSlow !== undefined,
      skipped: onSkipped !== undefined,
    };
    const report = (value: unknown) => {
      if (!isRecord(value)) return value;
      if (value.slow === true) onSlow?.();
      for (const one of list(value.unreadable)) onUnreadable?.(readFound(one, path));
      for (const one of list(value.skipped)) {
        if (!isRecord(one) || !["link", "binary", "links-uncounted"].includes(String(one.kind)))
          throw unreadable("a skipped entry");
        onSkipped?.({ kind: one.kind as "link", path: readFound(one.path, path) });
      }
      return value.items;
    };
    const { connection, first } = await link.retried(async (opened) => ({
      connection: opened,
      first: await opened.call(`search.${method}`, { request: rest, listens }, { signal }),
    }));
    for await (const items of batches(connection, first, (value) => each(report(value), read), signal))
      yield* items as readonly Item[];
  }
  return {
    files: (request) => search("files", request, (item) => readFound(item, request.path)),
    text: (request) => search("text", request, (item) => readMatch(item, request.path)),
    ...(counts && {
      count: (request) => search("count", request, (item) => readCount(item, request.path)),
    }),
  };
}

function list(value: unknown): readonly unknown[] {
  return Array.isArray(value) ? value : [];
}

function readMatch(item: unknown, scope: string): TextMatch {
  if (!isRecord(item)) throw unreadable("a match");
  const { kind, path, line, text, continues } = item;
  const isKind = kind === "match" || kind === "context";
  if (!isKind || !Number.isSafeInteger(line) || typeof text !== "string") throw unreadable("a match");
  const found = readFound(path, scope);
  return { kind, path: found, line: line as number, text, ...(continues === true && { continues }) };
}

function readCount(item: unknown, scope: string): MatchCount {
  if (!isRecord(item) || !Number.isSafeInteger(item.count)) throw unreadable("a count");
  return { path: readFound(item.path, scope), count: item.count as number };
}
