import type { default as MiniSearch } from "minisearch";
import { foldedWord, isUnspacedCharacter, wordsOf } from "./thread-words.js";

/** UTF-16 code units that are indexed at once: some milliseconds of work. */
export const MAX_PIECE_CHARACTERS = 16_384;

/** Shortest word that also finds words starting with it; shorter ones must match completely. */
const MIN_PREFIX_CHARACTERS = 4;

/** Largest number of words of a query that are used. */
const MAX_QUERY_WORDS = 32;

/** Largest number of pieces per thread in a search result. */
const MAX_HIT_PIECES = 12;

/** An indexed piece of a thread, with its owner's reference to the text. */
export interface IndexedPiece<Position> {
  readonly thread: string;
  readonly position: Position;
}

/** A found thread. */
export interface ThreadHit<Position> {
  readonly thread: string;
  /** Pieces, best first. */
  readonly pieces: readonly { readonly position: Position; readonly words: readonly string[] }[];
}

/** An index that finds threads by words. Pieces are only added, because threads only grow. */
export class ThreadIndex<Position> {
  readonly #engine: MiniSearch<{ readonly id: number; readonly text: string }>;
  readonly #pieces: IndexedPiece<Position>[] = [];

  private constructor(engine: MiniSearch<{ readonly id: number; readonly text: string }>) {
    this.#engine = engine;
  }

  /** Loads the search engine, which a runtime without thread searches does not need. */
  static async create<Position>(): Promise<ThreadIndex<Position>> {
    const { default: Engine } = await import("minisearch");
    return new ThreadIndex(
      new Engine({ fields: ["text"], storeFields: [], tokenize: wordsOf, processTerm: foldedWord }),
    );
  }

  /** @param text - at most {@link MAX_PIECE_CHARACTERS} */
  add(thread: string, text: string, position: Position): void {
    const id = this.#pieces.push({ thread, position }) - 1;
    this.#engine.add({ id, text });
  }

  /**
   * Returns the threads that contain words of a query: those with most of the words first, then by relevance.
   */
  search(query: string): readonly ThreadHit<Position>[] {
    const wanted = wordsOf(query.slice(0, MAX_QUERY_WORDS * 64));
    const results = this.#engine.search(wanted.slice(0, MAX_QUERY_WORDS).join(" "), {
      combineWith: "OR",
      prefix: (word) => word.length >= MIN_PREFIX_CHARACTERS || isUnspacedCharacter(word),
    });
    const threads = new Map<
      string,
      { words: Set<string>; score: number; pieces: ThreadHit<Position>["pieces"][number][] }
    >();
    for (const { id, score, queryTerms, terms } of results) {
      const piece = this.#pieces[id as number];
      if (piece === undefined) continue;
      const known = threads.get(piece.thread) ?? { words: new Set(), score: 0, pieces: [] };
      for (const word of queryTerms) known.words.add(word);
      known.score = Math.max(known.score, score);
      if (known.pieces.length < MAX_HIT_PIECES) known.pieces.push({ position: piece.position, words: terms });
      threads.set(piece.thread, known);
    }
    return [...threads]
      .sort(([, left], [, right]) => right.words.size - left.words.size || right.score - left.score)
      .map(([thread, { pieces }]) => ({ thread, pieces }));
  }
}
