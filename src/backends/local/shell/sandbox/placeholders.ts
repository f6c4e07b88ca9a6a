import { mkdirSync, rmdirSync, statSync, unlinkSync, writeFileSync } from "node:fs";

/** An empty file or folder that exists only as a mount point. */
export interface Placeholder {
  readonly path: string;
  readonly type: "file" | "directory";
}

/** The placeholders in use: created on demand, and removed when no command needs them. */
export class Placeholders {
  readonly #users = new Map<string, number>();

  /** Creates missing placeholders; returns the function that releases them. */
  take(placeholders: readonly Placeholder[]): () => void {
    const taken = placeholders.filter((placeholder) => this.#take(placeholder));
    return () => {
      for (const placeholder of taken.splice(0)) this.#giveBack(placeholder);
    };
  }

  /** Returns whether a path exists only because a command needs it. */
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
        // It exists by now, or cannot be created, so a command cannot create it either.
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
      // Another program put content into it: then it no longer belongs to Collet.
    }
  }
}
