import { AMP_ALLOWED_COMMANDS, AMP_ALWAYS_ALLOWED } from "../src/permissions/index.js";
import {
  LAUNCHERS,
  PASSED_OPTIONS,
  PROJECT_PROGRAMS,
  type ProjectAction,
  type ProjectProgram,
  TASK_RUNNERS,
  type TaskRunner,
} from "../src/permissions/project/index.js";

/** The comments in docs/permissions.md around the generated list. */
export const PRESETS_START = "<!-- The list of presets: written by scripts/write-preset-list.ts. -->";
export const PRESETS_END = "<!-- End of the list of presets. -->";

/** Returns the tools and commands that the presets `"amp"` and `"project"` allow, from the tables that the library uses. */
export function presetList(): string {
  return [
    PRESETS_START,
    "",
    "### The preset `amp`",
    "",
    `Tools that never ask: ${codes(AMP_ALWAYS_ALLOWED)}. Tools of the kind \`edit\` in \`.amp/\`.`,
    "",
    `Commands, exactly as written: ${codes(AMP_ALLOWED_COMMANDS)}.`,
    "",
    "### The preset `project`",
    "",
    "It allows everything that `amp` allows, and in trusted folders the commands that files of the project define. `NAME` stands for one plain",
    "word, `TEXT` for any word; a `FILE`, `FOLDER` or `OUTPUT` (a path that is written) is judged as a path.",
    "",
    "| Program | Commands | Defined in | Options |",
    "| --- | --- | --- | --- |",
    ...TASK_RUNNERS.map(runnerRow),
    "",
    `A command of the project may receive plain words and these options: ${codes([...PASSED_OPTIONS])}.`,
    "",
    "In trusted folders, it also allows these programs with these options:",
    "",
    "| Program | Actions | Options |",
    "| --- | --- | --- |",
    ...PROJECT_PROGRAMS.flatMap((program) => program.actions.map((action) => programRow(program, action))),
    "",
    `JavaScript programs may follow ${launchers("javascript")}, if \`node_modules/.bin\` contains them. Python programs may follow`,
    `${launchers("python")}, and their modules ${launchers("module")}. Ruby programs may follow ${launchers("ruby")}.`,
    "",
    PRESETS_END,
  ].join("\n");
}

/** Returns a page with its list replaced. */
export function withPresetList(page: string): string {
  const start = page.indexOf(PRESETS_START);
  const end = page.indexOf(PRESETS_END);
  if (start === -1 || end < start)
    throw new Error(`docs/permissions.md needs the lines ${PRESETS_START} and ${PRESETS_END}.`);
  return page.slice(0, start) + presetList() + page.slice(end + PRESETS_END.length);
}

function runnerRow({
  names,
  runs,
  direct,
  anyDirect,
  hasDefault,
  defines,
  options,
  after,
}: TaskRunner): string {
  const commands = [
    ...(direct ?? "")
      .split(" ")
      .flatMap((word) => word.split(":")[0] || [])
      .map((word) => `\`${word}\``),
    ...(runs ?? "")
      .split(" ")
      .filter(Boolean)
      .map((word) => `\`${word} NAME\``),
    ...(anyDirect === true ? [after === "tasks" ? "`NAME...`" : "`NAME`"] : []),
    ...(hasDefault === true ? ["none"] : []),
  ];
  return `| ${codes(names.split(" "))} | ${commands.join(", ")} | \`${defines}\` | ${optionList(options)} |`;
}

function programRow(
  { names, before }: ProjectProgram,
  { names: actions, needs, options, passes }: ProjectAction,
): string {
  const listed =
    actions === undefined ? (needs === undefined ? "" : `with \`${needs}\``) : codes(actions.split(" "));
  const passed = passes === undefined ? "" : `; after \`--\`: ${optionList(passes)}`;
  const all = before === undefined || before === options ? options : `${before} ${options}`;
  return `| ${codes(names.split(" "))} | ${listed} | ${optionList(all)}${passed} |`;
}

/** Returns options as Markdown: `-o FILE` for one with a value. */
function optionList(options: string): string {
  return codes(
    options
      .split(" ")
      .filter(Boolean)
      .map((written) => {
        const [name = "", value] = written.split("=");
        return value === undefined ? name : `${name} ${value.replace("?", "").toUpperCase()}`;
      }),
  );
}

function launchers(kind: (typeof LAUNCHERS)[number]["of"]): string {
  return codes(LAUNCHERS.filter(({ of }) => of === kind).map(({ words }) => words));
}

function codes(words: readonly string[]): string {
  return words.map((word) => `\`${word}\``).join(", ");
}
