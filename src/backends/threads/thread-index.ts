import type { default as MiniSearch, SearchResult } from "minisearch";
import type { Yield } from "../../values/index.js";
import { foldedWord, isUnspacedCharacter, wordsOf } from "./thread-words.js";

/** UTF-16 code units that are indexed at once: some milliseconds of work. */
export const MAX_PIECE_CHARACTERS = 16_384;

/** Shortest word that also finds words starting with it; shorter ones must match completely. */
const MIN_PREFIX_CHARACTERS = 4;

/** Largest number of words of a query that are used. */
const MAX_QUERY_WORDS = 32;

/**
 * Largest number of occurrences, one for each piece and indexed word, that the start of one word may find: some milliseconds of work.
 */
const MAX_PREFIX_OCCURRENCES = 50_000;

/** Largest number of pieces per thread in a search result. */
const MAX_HIT_PIECES = 12;

/** Largest number of indexed words of a found piece, which its excerpts are made from. */
const MAX_HIT_TERMS = 64;

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
   * Returns the threads that contain words of a query: those with most of the words first, then by relevance. Searches one word at a
   * time, with yields between them. A word that is the start of too many others finds only itself.
   */
  async search(query: string, pause: Yield): Promise<readonly ThreadHit<Position>[]> {
    const wanted = wordsOf(query.slice(0, MAX_QUERY_WORDS * 64)).slice(0, MAX_QUERY_WORDS);
    const found = new Map<number, FoundPiece>();
    for (const word of wanted) {
      for (const { id, score, terms } of this.#searchWord(word)) {
        const piece = found.get(id as number) ?? { words: new Set(), terms: new Set(), score: 0 };
        found.set(id as number, piece);
        piece.words.add(foldedWord(word));
        for (const term of terms) piece.terms.add(term);
        piece.score += score;
      }
      await pause();
    }
    // As the engine weights the results of a query of several words.
    const weight = ({ score, words }: FoundPiece) => score * words.size;
    const threads = new Map<
      string,
      { words: Set<string>; score: number; pieces: ThreadHit<Position>["pieces"][number][] }
    >();
    for (const [id, each] of [...found].sort(([, left], [, right]) => weight(right) - weight(left))) {
      const piece = this.#pieces[id];
      if (piece === undefined) continue;
      const known = threads.get(piece.thread) ?? { words: new Set(), score: 0, pieces: [] };
      for (const word of each.words) known.words.add(word);
      known.score = Math.max(known.score, weight(each));
      if (known.pieces.length < MAX_HIT_PIECES) {
        known.pieces.push({ position: piece.position, words: [...each.terms].slice(0, MAX_HIT_TERMS) });
      }
      threads.set(piece.thread, known);
    }
    return [...threads]
      .sort(([, left], [, right]) => right.words.size - left.words.size || right.score - left.score)
      .map(([thread, { pieces }]) => ({ thread, pieces }));
  }

  #searchWord(word: string): readonly SearchResult[] {
    const prefix = foldedWord(word).length >= MIN_PREFIX_CHARACTERS || isUnspacedCharacter(word);
    if (!prefix) return this.#engine.search(word, { prefix });
    let left = MAX_PREFIX_OCCURRENCES;
    const count = () => {
      left -= 1;
      if (left < 0) throw new TooManyOccurrences();
      return 1;
    };
    try {
      return this.#engine.search(word, { prefix, boostDocument: count });
    } catch (thrown) {
      if (!(thrown instanceof TooManyOccurrences)) throw thrown;
      return this.#engine.search(word, { prefix: false });
    }
  }
}

/** A piece that contains words of a query. */
interface FoundPiece {
  /** The words of the query, and the indexed words that they found. */
  readonly words: Set<string>;
  readonly terms: Set<string>;
  score: number;
}

/** Ends the search for a prefix. */
class TooManyOccurrences extends Error {}
