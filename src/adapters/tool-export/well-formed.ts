/** Returns a text without lone surrogates: half an emoji, split by a limit, makes a provider refuse the whole request. */
export function wellFormed(text: string): string {
  return text.replace(/\p{Surrogate}/gu, "\u{FFFD}");
}
