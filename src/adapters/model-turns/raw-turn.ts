import type { ModelMessage } from "../../contract/index.js";

/** Assistant's turn in a provider's own form, marked with the provider. Plain JSON if the provider's form is. */
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

/** Returns the provider's own form of a turn; undefined for a turn of another provider or a hand-written one. */
export function rawTurnOf(message: ModelMessage, provider: string): unknown {
  if (message.role !== "assistant") return undefined;
  const { raw } = message;
  if (typeof raw !== "object" || raw === null || !("provider" in raw) || !("value" in raw)) return undefined;
  return raw.provider === provider ? raw.value : undefined;
}
