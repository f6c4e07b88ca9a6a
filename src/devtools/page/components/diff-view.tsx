import { parse } from "diff2html";
import { Diff2HtmlUI } from "diff2html/lib-esm/ui/js/diff2html-ui-base.js";
import { useLayoutEffect, useMemo, useRef } from "preact/hooks";
import { codeHighlighter } from "../code-highlighter.js";

/** The most characters of a diff that is coloured; a longer one is shown as it is. */
const MAX_DIFF_CHARACTERS = 65_536;

const OPTIONS = {
  outputFormat: "line-by-line",
  drawFileList: false,
  matching: "words",
  // The library's type has an enum that exists only at compile time.
  colorScheme: "auto" as never,
  synchronisedScroll: false,
  fileListToggle: false,
  fileContentToggle: false,
  stickyFileHeaders: false,
} as const;

/** A unified diff with the changed words marked and the colours of its language. */
export function DiffView({ diff }: { readonly diff: string }) {
  const area = useRef<HTMLDivElement>(null);
  const isDrawn = useMemo(() => diff.length <= MAX_DIFF_CHARACTERS && parse(diff).length > 0, [diff]);
  useLayoutEffect(() => {
    // diff2html escapes the diff itself, and the page allows no inline script.
    if (isDrawn && area.current !== null) {
      new Diff2HtmlUI(area.current, diff, OPTIONS, codeHighlighter as never).draw();
    }
  }, [diff, isDrawn]);
  return isDrawn ? <div class="diff" ref={area} /> : <pre>{diff}</pre>;
}
