/** Returns the text of a terminal recording, one line for each row. */
export function textOfPicture(svg: string): string {
  const rows = [...svg.matchAll(/<text y="\d+">(.*)<\/text>/g)].map(([, row = ""]) =>
    row.replace(/<[^>]+>/g, ""),
  );
  const characters: Readonly<Record<string, string>> = { lt: "<", gt: ">", quot: '"', amp: "&" };
  return rows.join("\n").replace(/&(\w+);/g, (_, name: string) => characters[name] ?? "");
}
