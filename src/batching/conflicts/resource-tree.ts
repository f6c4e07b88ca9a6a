import type { ResourceKey } from "../../contract/index.js";
import {
  isSubtreeKey,
  isWritingKey,
  MAX_PATH_SEGMENTS,
  type ResourceLocation,
  resourceLocation,
} from "./resource-location.js";
import { ResourceNode } from "./resource-node.js";

/** Number of cached folders. Most calls of a batch concern few folders. */
const KNOWN_FOLDERS = 256;

/** A resource and the access of a key to it. */
export interface Target {
  readonly resource: ResourceNode;
  readonly writes: boolean;
  readonly subtree: boolean;
}

/** The tree of all accessed resources. */
export class ResourceTree {
  readonly root = new ResourceNode(undefined, "");
  /** Indexed by the key up to its last slash. Avoids splitting the path again for every file of a folder. */
  readonly #folders = new Map<string, ResourceNode>();

  /** Returns the resource of a key, and creates it if it is missing. */
  target(key: ResourceKey): Target {
    const known = this.#inKnownFolder(key.key);
    if (known !== undefined)
      return { resource: known, writes: isWritingKey(key), subtree: isSubtreeKey(key) };
    const { segments, writes, subtree } = resourceLocation(key);
    let resource = this.root;
    for (const segment of segments) resource = resource.child(segment);
    this.#rememberFolder(key.key, segments, resource);
    return { resource, writes, subtree };
  }

  /** Returns the resource of a key, or its deepest existing ancestor. */
  nearest(key: ResourceKey): Target & { readonly isTarget: boolean } {
    const { segments, writes, subtree }: ResourceLocation = resourceLocation(key);
    let resource = this.root;
    for (const segment of segments) {
      const child = resource.children?.get(segment);
      if (child === undefined) return { resource, writes, subtree, isTarget: false };
      resource = child;
    }
    return { resource, writes, subtree, isTarget: true };
  }

  /** Clears the cache: some of the folders may have been dropped. */
  forgetFolders(): void {
    this.#folders.clear();
  }

  #inKnownFolder(key: string): ResourceNode | undefined {
    const slash = key.lastIndexOf("/");
    const folder = slash < 0 ? undefined : this.#folders.get(key.slice(0, slash));
    if (folder === undefined || folder.removed) return undefined;
    const name = key.slice(slash + 1);
    return name === "" || name === "." || name === ".." ? undefined : folder.child(name);
  }

  #rememberFolder(key: string, segments: readonly string[], resource: ResourceNode): void {
    const slash = key.lastIndexOf("/");
    // Only if the rest of the key is the name of the resource: not for a Windows path or a truncated path.
    const isPlain = segments[0] === "/" && segments.length < MAX_PATH_SEGMENTS;
    if (!isPlain || resource.parent === undefined || resource.segment !== key.slice(slash + 1)) return;
    if (this.#folders.size >= KNOWN_FOLDERS) this.#folders.clear();
    this.#folders.set(key.slice(0, slash), resource.parent);
  }
}
