import { mkdirSync, rmdirSync, statSync, unlinkSync, writeFileSync } from "node:fs";

/** Something empty that exists so that it can be mounted on. */
export interface Placeholder {
  readonly path: string;
  readonly type: "file" | "directory";
}

/** Makes placeholders, and removes them when no command needs them any more. */
export class Placeholders {
  readonly #users = new Map<string, number>();

  /** Makes what is not there yet; gives back what takes it away again. */
  take(placeholders: readonly Placeholder[]): () => void {
    const taken = placeholders.filter((placeholder) => this.#take(placeholder));
    return () => {
      for (const placeholder of taken.splice(0)) this.#giveBack(placeholder);
    };
  }

  /** Whether a path exists only because a command needs it. */
  has(path: string): boolean {
    return this.#users.has(path);
  }

  #take({ path, type }: Placeholder): boolean {
    const users = this.#users.get(path) ?? 0;
    if (users === 0) {
      try {
        if (type === "directory") mkdirSync(path);
        else writeFileSync(path, "", { flag: "wx" });
      } catch {
        // It is there by now, or nobody can make it, a command neither.
        return false;
      }
    }
    this.#users.set(path, users + 1);
    return true;
  }

  #giveBack({ path, type }: Placeholder): void {
    const users = (this.#users.get(path) ?? 1) - 1;
    if (users > 0) {
      this.#users.set(path, users);
      return;
    }
    this.#users.delete(path);
    try {
      if (type === "directory") rmdirSync(path);
      else if (statSync(path).size === 0) unlinkSync(path);
    } catch {
      // Somebody outside of the sandbox put something into it: then it is not ours any more.
    }
  }
}
