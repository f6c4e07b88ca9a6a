import type { ResourceKey } from "../../contract/index.js";
import { AccessPlace } from "./access-place.js";
import {
  isSubtreeKey,
  isWritingKey,
  MAX_PATH_SEGMENTS,
  placeOf,
  type ResourcePlace,
} from "./resource-place.js";

/** Folders whose place is remembered. Most calls of a batch are about a few folders. */
const KNOWN_FOLDERS = 256;

/** A place and what a key does there. */
export interface Target {
  readonly place: AccessPlace;
  readonly writes: boolean;
  readonly subtree: boolean;
}

/** All resources that are touched, from the root of everything down. */
export class PlaceTree {
  readonly root = new AccessPlace(undefined, "");
  /** By the key up to its last slash. Spares cutting the path into pieces for every file of a folder. */
  readonly #folders = new Map<string, AccessPlace>();

  /** The place that a key points to, made when it is not there. */
  target(key: ResourceKey): Target {
    const known = this.#inKnownFolder(key.key);
    if (known !== undefined) return { place: known, writes: isWritingKey(key), subtree: isSubtreeKey(key) };
    const { segments, writes, subtree } = placeOf(key);
    let place = this.root;
    for (const segment of segments) place = place.child(segment);
    this.#rememberFolder(key.key, segments, place);
    return { place, writes, subtree };
  }

  /** The place that a key points to, or the deepest one above it that is there. */
  nearest(key: ResourceKey): Target & { readonly isTarget: boolean } {
    const { segments, writes, subtree }: ResourcePlace = placeOf(key);
    let place = this.root;
    for (const segment of segments) {
      const child = place.children?.get(segment);
      if (child === undefined) return { place, writes, subtree, isTarget: false };
      place = child;
    }
    return { place, writes, subtree, isTarget: true };
  }

  #inKnownFolder(key: string): AccessPlace | undefined {
    const slash = key.lastIndexOf("/");
    const folder = slash < 0 ? undefined : this.#folders.get(key.slice(0, slash));
    if (folder === undefined || folder.removed) return undefined;
    const name = key.slice(slash + 1);
    return name === "" || name === "." || name === ".." ? undefined : folder.child(name);
  }

  #rememberFolder(key: string, segments: readonly string[], place: AccessPlace): void {
    const slash = key.lastIndexOf("/");
    // Only where the rest of the key is the name of the place: not in a Windows path, nor where a path was cut off.
    const isPlain = segments[0] === "/" && segments.length < MAX_PATH_SEGMENTS;
    if (!isPlain || place.parent === undefined || place.segment !== key.slice(slash + 1)) return;
    if (this.#folders.size >= KNOWN_FOLDERS) this.#folders.clear();
    this.#folders.set(key.slice(0, slash), place.parent);
  }
}
