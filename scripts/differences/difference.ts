/** A point in which a tool differs from the specification of its product. */
export interface Difference {
  /** Name of the tool in the toolset, or `all` for a rule that concerns every tool. */
  readonly tool: string;
  /** The statement of the specification, in Markdown. */
  readonly specification: string;
  /** The behaviour of Collet, in Markdown. */
  readonly collet: string;
  /** The reason for the difference, in Markdown. */
  readonly reason: string;
  /** Path from the root of the repository of the test that states the behaviour. */
  readonly test: string;
}
