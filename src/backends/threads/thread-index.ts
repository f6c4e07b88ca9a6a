import type { default as MiniSearch } from "minisearch";
import { foldedWord, isUnspacedCharacter, wordsOf } from "./thread-words.js";

/** UTF-16 code units that are indexed at once: some milliseconds of work. */
export const MAX_PIECE_CHARACTERS = 16_384;

/** Shorter words are searched for as they are; of longer ones also what begins with them is found. */
const MIN_PREFIX_CHARACTERS = 4;

/** Words of a query that count. */
const MAX_QUERY_WORDS = 32;

/** Pieces of one thread that a search gives. */
const MAX_HIT_PIECES = 12;

/** A piece of a thread that can be found, and what its owner needs to get at it again. */
export interface IndexedPiece<Place> {
  readonly thread: string;
  readonly place: Place;
}

/** A thread that was found. */
export interface ThreadHit<Place> {
  readonly thread: string;
  /** Best first. */
  readonly pieces: readonly { readonly place: Place; readonly words: readonly string[] }[];
}

/** Finds threads by words. Pieces are only ever added: threads only ever grow. */
export class ThreadIndex<Place> {
  readonly #engine: MiniSearch<{ readonly id: number; readonly text: string }>;
  readonly #pieces: IndexedPiece<Place>[] = [];

  private constructor(engine: MiniSearch<{ readonly id: number; readonly text: string }>) {
    this.#engine = engine;
  }

  /** Loads the search engine: a runtime that never looks for a thread does without it. */
  static async create<Place>(): Promise<ThreadIndex<Place>> {
    const { default: Engine } = await import("minisearch");
    return new ThreadIndex(
      new Engine({ fields: ["text"], storeFields: [], tokenize: wordsOf, processTerm: foldedWord }),
    );
  }

  /** @param text - at most {@link MAX_PIECE_CHARACTERS} */
  add(thread: string, text: string, place: Place): void {
    const id = this.#pieces.push({ thread, place }) - 1;
    this.#engine.add({ id, text });
  }

  /** Threads that hold words of a query: those that hold most of them first, then by how much they are about them. */
  search(query: string): readonly ThreadHit<Place>[] {
    const wanted = wordsOf(query.slice(0, MAX_QUERY_WORDS * 64));
    const results = this.#engine.search(wanted.slice(0, MAX_QUERY_WORDS).join(" "), {
      combineWith: "OR",
      prefix: (word) => word.length >= MIN_PREFIX_CHARACTERS || isUnspacedCharacter(word),
    });
    const threads = new Map<
      string,
      { words: Set<string>; score: number; pieces: ThreadHit<Place>["pieces"][number][] }
    >();
    for (const { id, score, queryTerms, terms } of results) {
      const piece = this.#pieces[id as number];
      if (piece === undefined) continue;
      const known = threads.get(piece.thread) ?? { words: new Set(), score: 0, pieces: [] };
      for (const word of queryTerms) known.words.add(word);
      known.score = Math.max(known.score, score);
      if (known.pieces.length < MAX_HIT_PIECES) known.pieces.push({ place: piece.place, words: terms });
      threads.set(piece.thread, known);
    }
    return [...threads]
      .sort(([, left], [, right]) => right.words.size - left.words.size || right.score - left.score)
      .map(([thread, { pieces }]) => ({ thread, pieces }));
  }
}
