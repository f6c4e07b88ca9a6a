import { loadOnce } from "./load-once.js";

/** Methods that all return a promise. */
export type AsyncMethods<Methods> = {
  readonly [Name in keyof Methods]: (...args: never[]) => Promise<unknown>;
};

/**
 * Returns an object whose methods load the object that carries them out, once, at the first call of one of them.
 *
 * `methods` names all of them. Calls keep their order: the method of the loaded object starts for the first call first. A load that
 * failed rejects the calls that wait for it, and is tried again at the next call.
 */
export function loadedLater<Methods extends AsyncMethods<Methods>>(
  load: () => Promise<Methods>,
  methods: { readonly [Name in keyof Methods]-?: true },
): Methods {
  const loadMethods = loadOnce(load);
  const names = Object.keys(methods) as (keyof Methods & string)[];
  const entries = names.map((name) => {
    const method = async (...args: never[]) => (await loadMethods())[name](...args);
    return [name, method] as const;
  });
  // Each entry has the name and the type of a method.
  return Object.fromEntries(entries) as unknown as Methods;
}
