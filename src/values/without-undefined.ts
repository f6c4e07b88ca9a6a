/** An object without the members that are `undefined`: those that may be are optional. */
type WithoutUndefined<Value> = {
  [Name in keyof Value as undefined extends Value[Name] ? never : Name]: Value[Name];
} & {
  [Name in keyof Value as undefined extends Value[Name] ? Name : never]?: Exclude<Value[Name], undefined>;
};

/**
 * Returns the members of an object that are not `undefined`, in their order, for a value whose optional members are absent rather than
 * `undefined`: a result, an event or a message.
 *
 * @example
 * return { path, ...withoutUndefined({ line, column }) };
 */
export function withoutUndefined<Value extends object>(value: Value): WithoutUndefined<Value> {
  const present = Object.entries(value).filter(([, member]) => member !== undefined);
  return Object.fromEntries(present) as WithoutUndefined<Value>;
}
