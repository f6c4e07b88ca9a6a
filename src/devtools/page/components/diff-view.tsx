import { html } from "diff2html";
import { useMemo } from "preact/hooks";

/** The most characters of a diff that is coloured; a longer one is shown as it is. */
const MAX_DIFF_CHARACTERS = 65_536;

/** A unified diff with the changed words marked. */
export function DiffView({ diff }: { readonly diff: string }) {
  const markup = useMemo(
    () =>
      diff.length > MAX_DIFF_CHARACTERS
        ? undefined
        : html(diff, {
            outputFormat: "line-by-line",
            drawFileList: false,
            matching: "words",
            // The library's type has an enum that exists only at compile time.
            colorScheme: "auto" as never,
          }),
    [diff],
  );
  if (markup === undefined || markup.length === 0) return <pre>{diff}</pre>;
  // diff2html escapes the diff itself, and the page allows no inline script.
  return <div class="diff" dangerouslySetInnerHTML={{ __html: markup }} />;
}
