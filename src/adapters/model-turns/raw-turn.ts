import type { ModelMessage } from "../../contract/index.js";

/** An assistant's turn in a provider's own form, marked with whose it is. Plain JSON where the provider's form is. */
export interface RawTurn<Provider extends string, Value> {
  readonly provider: Provider;
  readonly value: Value;
}

/** Marks a turn in a provider's own form, for `ModelReply.raw`. */
export function rawTurn<const Provider extends string, Value>(
  provider: Provider,
  value: Value,
): RawTurn<Provider, Value> {
  return { provider, value };
}

/** The provider's own form of a turn; nothing for a turn of another provider, or one that was written by hand. */
export function rawTurnOf(message: ModelMessage, provider: string): unknown {
  if (message.role !== "assistant") return undefined;
  const { raw } = message;
  if (typeof raw !== "object" || raw === null || !("provider" in raw) || !("value" in raw)) return undefined;
  return raw.provider === provider ? raw.value : undefined;
}
