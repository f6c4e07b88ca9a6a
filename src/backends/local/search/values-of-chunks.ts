/**
 * Returns the values of chunks one by one, each read when it is requested. A search has tens of thousands of results: through
 * nested async generators, each would take several turns of the queue of promises.
 *
 * Leaving the loop returns the generator of the chunks, and so does an error while a chunk is read.
 */
export function valuesOfChunks<Value>(
  chunks: AsyncGenerator<Iterable<Value>, void, undefined>,
): AsyncIterableIterator<Value> {
  return new ChunkValues(chunks);
}

class ChunkValues<Value> implements AsyncIterableIterator<Value> {
  readonly #chunks: AsyncGenerator<Iterable<Value>, void, undefined>;
  #values: Iterator<Value> | undefined;
  /** The request in progress; the next one waits for it, as with a generator. */
  #pending: Promise<IteratorResult<Value>> | undefined;

  constructor(chunks: AsyncGenerator<Iterable<Value>, void, undefined>) {
    this.#chunks = chunks;
  }

  [Symbol.asyncIterator](): this {
    return this;
  }

  next(): Promise<IteratorResult<Value>> {
    if (this.#pending !== undefined) return this.#queue(() => this.#next());
    try {
      const result = this.#values?.next();
      if (result !== undefined && result.done !== true) return Promise.resolve(result);
    } catch (error) {
      return this.#queue(() => this.#fail(error));
    }
    return this.#queue(() => this.#next());
  }

  return(): Promise<IteratorResult<Value>> {
    return this.#queue(() => this.#end());
  }

  async #next(): Promise<IteratorResult<Value>> {
    for (;;) {
      try {
        const result = this.#values?.next();
        if (result !== undefined && result.done !== true) return result;
      } catch (error) {
        return await this.#fail(error);
      }
      const chunk = await this.#chunks.next();
      this.#values = chunk.done === true ? undefined : chunk.value[Symbol.iterator]();
      if (chunk.done === true) return { value: undefined, done: true };
    }
  }

  async #fail(error: unknown): Promise<never> {
    await this.#end();
    throw error;
  }

  async #end(): Promise<IteratorResult<Value>> {
    this.#values = undefined;
    await this.#chunks.return();
    return { value: undefined, done: true };
  }

  #queue(request: () => Promise<IteratorResult<Value>>): Promise<IteratorResult<Value>> {
    const answer = this.#pending === undefined ? request() : this.#pending.then(request, request);
    const tracked = answer.finally(() => {
      if (this.#pending === tracked) this.#pending = undefined;
    });
    this.#pending = tracked;
    return tracked;
  }
}
