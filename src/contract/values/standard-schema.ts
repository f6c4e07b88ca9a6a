/**
 * A schema of any library that implements the Standard Schema specification (zod, valibot, arktype ...).
 *
 * `~standard.validate` parses a value; `~standard.jsonSchema`, if a library provides it, exports the schema.
 * Source: https://standardschema.dev, version 1.
 */
export interface StandardSchema<Input = unknown, Output = Input> {
  readonly "~standard": {
    readonly version: 1;
    readonly vendor: string;
    readonly validate: (value: unknown) => StandardResult<Output> | Promise<StandardResult<Output>>;
    readonly types?: { readonly input: Input; readonly output: Output } | undefined;
    // Deliberately wide: libraries type their converter options differently.
    readonly jsonSchema?: unknown;
  };
}

/** The result of a Standard Schema's `validate`: the parsed value or the issues, never both. */
export type StandardResult<Output> =
  | { readonly value: Output; readonly issues?: undefined }
  | { readonly issues: readonly StandardIssue[] };

/** One issue found by a schema; `path` holds keys or `{ key }` segments from the root of the value. */
export interface StandardIssue {
  readonly message: string;
  readonly path?: readonly (PropertyKey | { readonly key: PropertyKey })[] | undefined;
}

/** The type a schema accepts. */
export type InferInput<Schema> = Schema extends {
  readonly "~standard": { readonly types?: infer Types };
}
  ? NonNullable<Types> extends { readonly input: infer Input }
    ? Input
    : unknown
  : unknown;

/** The type a schema returns after parsing. */
export type InferOutput<Schema> = Schema extends {
  readonly "~standard": { readonly types?: infer Types };
}
  ? NonNullable<Types> extends { readonly output: infer Output }
    ? Output
    : unknown
  : unknown;
