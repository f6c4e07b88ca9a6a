/** Returns the same object with some methods replaced. The others run on the object itself, which has its private fields. */
export function passing<Target extends object>(target: Target, own: Partial<Target>): Target {
  return new Proxy(target, {
    get: (object, property) => {
      if (Object.hasOwn(own, property)) return Reflect.get(own, property);
      const value: unknown = Reflect.get(object, property, object);
      return typeof value === "function" ? value.bind(object) : value;
    },
  });
}
