import { readGeminiSettings } from "../gemini-cli/index.js";
import type { ConfigReader } from "../load/index.js";
import { booleanOf, member, textsOf } from "../parse/index.js";
import type { ConfiguredHook } from "./configured-hook.js";
import { GEMINI_HOOKS } from "./hook-dialect.js";
import { type HookSource, readHooks } from "./read-hooks.js";

/** Reads the hooks of Gemini CLI: `hooks` in `settings.json`. Nothing is run. */
export async function readGeminiHooks(reader: ConfigReader): Promise<readonly ConfiguredHook[]> {
  const { notices } = reader.options;
  const found = (await readGeminiSettings(reader)).map(({ source, value }) => ({ source, settings: value }));
  const counted = found.filter(({ source }) => source.trusted);
  // The value of the strongest file counts.
  const isOff =
    counted
      .map(({ settings }) => booleanOf(member(member(settings, "hooksConfig"), "enabled")))
      .find((each) => each !== undefined) === false;
  const disabled = counted.flatMap(({ settings }) =>
    textsOf(member(member(settings, "hooksConfig"), "disabled")),
  );
  const sources = found.flatMap(({ source, settings }): readonly HookSource[] => {
    const configured = member(settings, "hooks");
    return configured === undefined ? [] : [{ source, configured, disabled }];
  });
  if (!isOff) return readHooks(sources, GEMINI_HOOKS, reader);
  for (const { source, configured } of sources) {
    const origin = { file: source.file, line: configured.line, text: "hooks" };
    notices.add("ignored", origin, "A setting disables these hooks.");
  }
  return [];
}
