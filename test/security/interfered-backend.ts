import type { Backend, FileSystem } from "../../src/index.js";

/**
 * Called before every step that is taken in the file system, with its name: that of the method of the port, `syncDirectory`
 * for the sync of a directory, and `write on` in the middle of a write. What it throws, the step throws.
 */
export type Interference = (step: string) => void | Promise<void>;

type Method = (...parameters: unknown[]) => unknown;

// What is handed back to the real backend must be its own object.
const originals = new WeakMap<object, object>();

/** A backend whose every step can be interfered with. */
export function interferedBackend(backend: Backend, interfere: Interference): Backend {
  const files: FileSystem = {
    ...backend.files,
    resolve: async (path) => {
      await interfere("resolve");
      return backend.files.resolve(path);
    },
    openDirectory: async (path) => {
      await interfere("openDirectory");
      return watched(await backend.files.openDirectory(path), interfere);
    },
  };
  return { ...backend, files };
}

function watched<Handle extends object>(handle: Handle, interfere: Interference): Handle {
  const proxy = new Proxy(handle, {
    get(target, key) {
      const member: unknown = Reflect.get(target, key, target);
      if (typeof member !== "function" || typeof key !== "string") return member;
      return (...parameters: unknown[]) =>
        step(target, key, (member as Method).bind(target), parameters.map(original), interfere);
    },
  });
  originals.set(proxy, handle);
  return proxy;
}

async function step(
  handle: object,
  key: string,
  method: Method,
  parameters: unknown[],
  interfere: Interference,
): Promise<unknown> {
  if (key === "close") {
    // A close frees the descriptor whatever it reports, and only what was written can be lost by it.
    try {
      if ("write" in handle) await interfere(key);
    } finally {
      await method();
    }
    return;
  }
  await interfere(key === "sync" && "list" in handle ? "syncDirectory" : key);
  if (key === "write") {
    const [bytes, position] = parameters as [Uint8Array, number];
    const half = bytes.byteLength >> 1;
    await method(bytes.subarray(0, half), position);
    await interfere("write on");
    return method(bytes.subarray(half), position + half);
  }
  const result = await method(...parameters);
  return isHandle(result) ? watched(result, interfere) : result;
}

function original(parameter: unknown): unknown {
  if (typeof parameter !== "object" || parameter === null) return parameter;
  const { directory } = parameter as { readonly directory?: object };
  if (directory !== undefined) return { ...parameter, directory: originals.get(directory) ?? directory };
  return originals.get(parameter) ?? parameter;
}

function isHandle(value: unknown): value is object {
  return typeof value === "object" && value !== null && "close" in value;
}
