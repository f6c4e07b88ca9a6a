import type { AnyTool } from "../../contract/index.js";
import { declareTool } from "../declarations/index.js";
import type { ProgramGlobals } from "../engine/index.js";
import { MAX_STORED_CHARACTERS } from "./stored-values.js";

/** Names of Codex' contract. */
const NAMES = [
  "tools",
  "text",
  "image",
  "exit",
  "forward_output",
  "store",
  "load",
  "notify",
  "yield_control",
  "ALL_TOOLS",
];

/** The globals of Codex' contract. The code runs in the sandbox, and is no more trusted than the program. */
const SOURCE = `({ text: put, image: show, exit: leave, signal, write, known, missed, values }) => {
  // As in Codex, a name that is not a tool is undefined: programs test for a tool by \`tools.name?.(...)\`.
  const tools = new Proxy(known, {
    get: (_target, name) => {
      if (typeof name !== "symbol" && known[name] === undefined) missed(name);
      return known[name];
    },
  });
  const stored = new Map(values.stored);
  let total = 0;
  for (const [key, json] of stored) total += key.length + json.length;
  const textOf = (value) => {
    if (typeof value === "string") return value;
    if (value instanceof Error) return String(value);
    try { const json = JSON.stringify(value); return json === undefined ? String(value) : json; }
    catch { return String(value); }
  };
  const text = (value) => put(textOf(value));
  const image = (value) => {
    const url = typeof value === "string" ? value : value && value.image_url;
    if (typeof url === "string" && !/^data:image\\//i.test(url)) throw new TypeError("image(...) takes data URLs only: the program has no network.");
    show(value);
  };
  const forward = (output) => {
    if (typeof output === "string") return text(output);
    const items = output && (output.content || output.content_items);
    if (output && typeof output === "object" && Array.isArray(output.images)) {
      if (output.result !== undefined && output.result !== null) text(output.result);
      return image(output);
    }
    if (output && typeof output.image_url === "string") return image(output);
    if (!Array.isArray(items)) throw new TypeError("forward_output(...) takes the output of a tool with text or image blocks. Use text(...) or image(...).");
    for (const item of items) {
      const type = item && item.type;
      if (type === "text" || type === "input_text") text(item.text);
      else if (type === "image" || type === "input_image") image(item);
      else throw new TypeError("forward_output(...) takes text and image blocks only, not " + textOf(type) + ".");
    }
  };
  const store = (key, value) => {
    const name = String(key);
    const json = JSON.stringify(value);
    if (json === undefined) throw new TypeError("Unable to store " + write(name) + ". Only plain serializable values can be stored.");
    const before = stored.get(name);
    const after = total + json.length + (before === undefined ? name.length : -before.length);
    if (after > ${MAX_STORED_CHARACTERS}) throw new RangeError("All stored values together have at most ${MAX_STORED_CHARACTERS} characters of JSON.");
    total = after;
    stored.set(name, json);
    signal("store", name, json);
  };
  const load = (key) => {
    const json = stored.get(String(key));
    return json === undefined ? undefined : JSON.parse(json);
  };
  const notify = (value) => {
    const message = textOf(value);
    if (message.trim() === "") throw new TypeError("notify expects non-empty text");
    signal("notify", message);
  };
  const exit = () => {
    leave();
    throw new Error("exit");
  };
  const all = Object.freeze(values.tools.map(([name, description]) => Object.freeze({ name, description })));
  return [tools, text, image, exit, (...outputs) => outputs.forEach(forward), store, load, notify, () => signal("yield"), all];
}`;

/** Returns the globals of Codex' contract with the values that earlier programs stored, as pairs of a key and JSON. */
export function codexGlobals(
  tools: readonly (readonly [identifier: string, tool: AnyTool])[],
  stored: readonly (readonly [string, string])[],
): ProgramGlobals {
  const described = tools.map(([identifier, tool]) => [identifier, declareTool(tool, identifier)]);
  return { names: NAMES, source: SOURCE, values: { stored, tools: described } };
}
