/**
 * Whether a run was stopped, and a signal for those that have to hear of it.
 *
 * The signal is made when somebody asks for it: most runs are over before anybody does, and one costs more than the rest of a
 * run's state.
 */
export class RunStop {
  #stopped = false;
  #controller: AbortController | undefined;

  get stopped(): boolean {
    return this.#stopped;
  }

  get signal(): AbortSignal {
    if (this.#controller === undefined) {
      this.#controller = new AbortController();
      if (this.#stopped) this.#controller.abort();
    }
    return this.#controller.signal;
  }

  stop(): void {
    this.#stopped = true;
    this.#controller?.abort();
  }
}
