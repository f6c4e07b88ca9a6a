/** Declarations of a `style` attribute that hide an element. */
const HIDING_STYLE =
  /(?:^|[;\s])(?:display\s*:\s*none|visibility\s*:\s*(?:hidden|collapse)|opacity\s*:\s*(?:0+(?:\.0*)?|\.0+)(?:%|;|\s|$)|font-size\s*:\s*(?:0+(?:\.0*)?|\.0+)(?:px|em|rem|pt|%)?\s*(?:;|!|$)|(?:text-indent|left|top)\s*:\s*-\d{4,})/i;

const COLOR = /(?:^|;)\s*color\s*:\s*([^;!]{1,64})/i;
const BACKGROUND = /(?:^|;)\s*background(?:-color)?\s*:\s*([^;!]{1,64})/i;

/** Largest style that is examined; longer ones are generated and do not hide specific elements. */
const MAX_STYLE_LENGTH = 2_000;

/**
 * Returns whether an element hides itself by its own attributes: `hidden`, `aria-hidden`, or a style that
 * shows nothing. Elements hidden by a style sheet cannot be detected without a browser.
 */
export function hidesItself(attribute: (name: string) => string | null | undefined): boolean {
  if ((attribute("hidden") ?? undefined) !== undefined || attribute("aria-hidden")?.toLowerCase() === "true")
    return true;
  const style = attribute("style") ?? "";
  if (style === "" || style.length > MAX_STYLE_LENGTH) return false;
  if (HIDING_STYLE.test(style)) return true;
  const color = style.match(COLOR)?.[1];
  const background = style.match(BACKGROUND)?.[1];
  return color !== undefined && background !== undefined && plainColor(color) === plainColor(background);
}

const WHITE = new Set(["white", "#fff", "#ffffff", "rgb(255,255,255)", "rgba(255,255,255,1)"]);
const BLACK = new Set(["black", "#000", "#000000", "rgb(0,0,0)", "rgba(0,0,0,1)"]);

function plainColor(color: string): string {
  const plain = color.toLowerCase().replace(/\s+/g, "");
  if (WHITE.has(plain)) return "white";
  return BLACK.has(plain) ? "black" : plain;
}
