import { type FoundProblem, type ProblemParser, positionOf, ruleOf } from "./check-problem.js";

/** `::error title=...,file=...,line=2,col=8::message`: the format of workflow commands for GitHub's runners. */
const ANNOTATION = /^::(error|warning) ([^:]*(?::(?!:)[^:]*)*)::(.*)$/;

/** Parses the annotations of GitHub's workflow commands, as Biome, Ruff, Vitest and others print them. */
export const parseAnnotations: ProblemParser = (rows) =>
  rows.flatMap((text, row): FoundProblem[] => {
    const match = ANNOTATION.exec(text);
    if (match === null) return [];
    const [, severity, settings = "", message = ""] = match;
    const values = new Map(
      settings.split(",").map((setting) => {
        const equals = setting.indexOf("=");
        return [setting.slice(0, equals), unescaped(setting.slice(equals + 1))] as const;
      }),
    );
    const file = values.get("file");
    if (file === undefined) return [];
    return [
      {
        row,
        file,
        ...positionOf(numeric(values.get("line")), numeric(values.get("col"))),
        message: unescaped(message),
        rule: ruleOf(values.get("title")),
        severity: severity === "warning" ? "warning" : "error",
      },
    ];
  });

function numeric(text: string | undefined): string | undefined {
  return text !== undefined && /^\d+$/.test(text) ? text : undefined;
}

const ESCAPES: Readonly<Record<string, string>> = {
  "%25": "%",
  "%0D": "\r",
  "%0A": "\n",
  "%3A": ":",
  "%2C": ",",
};

function unescaped(text: string): string {
  return text.replace(/%(?:25|0D|0A|3A|2C)/g, (code) => ESCAPES[code] ?? code);
}
