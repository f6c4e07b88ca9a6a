import type { EditWording } from "./edit-wording.js";

/** Rewrites a sentence of the matching engine with the parameter names that the model knows. */
export function inParameterWords(sentence: string, wording: EditWording): string {
  const words: Readonly<Record<string, string>> = {
    oldString: wording.oldText,
    newString: wording.newText,
    replaceAll: wording.replaceAll,
  };
  return sentence.replace(/\b(?:oldString|newString|replaceAll)\b/g, (word) => words[word] ?? word);
}
