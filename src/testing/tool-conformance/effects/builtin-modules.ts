/** The context of asynchronous work, as far as the suite uses it. */
export interface EffectStorage<Store> {
  run<Value>(store: Store, run: () => Value): Value;
  getStore(): Store | undefined;
}

/** The modules of Node that the suite watches. Bun and Deno have them too, but report fewer resources. */
export interface BuiltinModules {
  readonly async_hooks: {
    readonly AsyncLocalStorage: new <Store>() => EffectStorage<Store>;
    readonly createHook: (callbacks: {
      init: (id: number, type: string, trigger: number, resource: object) => void;
    }) => { enable(): void; disable(): void };
  };
  readonly fs: Record<string, unknown> & { readonly promises: Record<string, unknown> };
  readonly module: { readonly syncBuiltinESMExports: () => void };
}

/**
 * Returns a module of the machine; `undefined` where there is none. An import would keep this module from loading in other
 * environments.
 */
export function builtinModule<Name extends keyof BuiltinModules>(
  name: Name,
): BuiltinModules[Name] | undefined {
  const { process } = globalThis as { process?: { getBuiltinModule?: (name: string) => unknown } };
  return process?.getBuiltinModule?.(name) as BuiltinModules[Name] | undefined;
}
