import { literalWord, type ShellWord } from "./shell-word.js";

/** What a command that runs another one runs. */
export interface WrappedCommands {
  /** The words of commands in its arguments. */
  readonly commands: readonly (readonly ShellWord[])[];
  /** Arguments that a shell reads. */
  readonly scripts: readonly ShellWord[];
}

/** How the arguments of a wrapper are read up to the command. */
interface WrapperShape {
  /** Short options that take the next word, when it is not attached. */
  readonly valued?: string;
  /** Long options that take the next word, when they have no `=`. */
  readonly longValued?: readonly string[];
  /** Words in front of the command that are no options: a duration, a host. */
  readonly operands?: number;
  /** Short options whose value a shell reads. */
  readonly script?: string;
  /** The rest is joined and read by a shell. */
  readonly joined?: boolean;
}

const SHELL: WrapperShape = { script: "c", valued: "oO" };
const SHAPES: ReadonlyMap<string, WrapperShape> = new Map<string, WrapperShape>([
  ...["bash", "sh", "zsh", "dash", "ksh", "ash", "fish", "mksh", "rbash"].map(
    (name): [string, WrapperShape] => [name, SHELL],
  ),
  ["env", { valued: "uC", script: "S", longValued: ["--unset", "--chdir"] }],
  ["sudo", { valued: "ugpChrtDRTU", longValued: ["--user", "--group", "--chdir", "--host", "--prompt"] }],
  ["doas", { valued: "uC" }],
  ["su", { script: "c", operands: 1 }],
  ["runuser", { script: "c", valued: "ug", operands: 0 }],
  ["timeout", { valued: "ks", longValued: ["--signal", "--kill-after"], operands: 1 }],
  ["nohup", {}],
  ["nice", { valued: "n", longValued: ["--adjustment"] }],
  ["ionice", { valued: "cnpPu" }],
  ["chrt", { operands: 1 }],
  ["taskset", { operands: 1 }],
  ["stdbuf", { valued: "ioe" }],
  ["setsid", {}],
  ["time", { valued: "fo" }],
  ["command", {}],
  ["builtin", {}],
  ["exec", { valued: "a" }],
  ["coproc", {}],
  ["eval", { joined: true }],
  ["xargs", { valued: "aEeIiLlnPsdR", longValued: ["--max-args", "--max-procs", "--replace", "--arg-file"] }],
  ["watch", { valued: "n", joined: true }],
  ["parallel", { valued: "jaSI" }],
  ["ssh", { valued: "BbcDEeFIiJLlmOopQRSWw", operands: 1, joined: true }],
  ["script", { script: "c" }],
  ["flock", { operands: 1, script: "c", valued: "wE" }],
  ["chroot", { operands: 1 }],
  ["unshare", {}],
  ["nsenter", { valued: "tSG" }],
  ["strace", { valued: "aeEIoOpPsSuUX" }],
  ["ltrace", { valued: "aeFlnopsuw" }],
  ["busybox", {}],
  ["toybox", {}],
  ["trap", { script: "", operands: 0, joined: false }],
  ["firejail", {}],
  ["caffeinate", { valued: "tw" }],
  ["arch", {}],
]);

const ASSIGNMENT = /^[A-Za-z_][A-Za-z0-9_]*\+?=/;
const EXEC_OPTIONS: ReadonlySet<string> = new Set(["-exec", "-execdir", "-ok", "-okdir"]);

/** The bare, lower-case name of a program: `/usr/bin/RM` and `rm.exe` are `rm`. */
export function programName(word: string): string {
  const name = word.slice(word.lastIndexOf("/") + 1) || word;
  return name.toLowerCase().replace(/\.(?:exe|cmd|bat|com)$/, "");
}

/** Whether a program runs the command in its arguments. */
export function isWrapper(name: string): boolean {
  return SHAPES.has(name);
}

/** What a simple command runs besides itself; `undefined` for one that runs nothing. */
export function wrappedCommands(words: readonly ShellWord[]): WrappedCommands | undefined {
  const name = programName(words[0]?.value ?? "");
  if (name === "find" || name === "fd" || name === "fdfind") return commandsOfFind(words);
  if (name === "trap") return { commands: [], scripts: words.slice(1, 2) };
  const shape = SHAPES.get(name);
  if (shape === undefined) return undefined;
  const { valued = "", longValued = [], script } = shape;
  const scripts: ShellWord[] = [];
  let operands = shape.operands ?? 0;
  let index = 1;
  for (; index < words.length; index += 1) {
    const word = words[index] as ShellWord;
    const { value } = word;
    if (value === "--") {
      index += 1;
      break;
    }
    if (value.startsWith("--")) {
      if (longValued.includes(value)) index += 1;
      else if (/^--(?:split-string|command)=/.test(value)) {
        scripts.push({ ...word, value: value.slice(value.indexOf("=") + 1) });
      }
    } else if (/^[-+]./.test(value)) {
      // `command -v rm` only tells where it is.
      if (name === "command" && /[vV]/.test(value)) return undefined;
      const at = script === undefined || script === "" ? -1 : value.indexOf(script, 1);
      if (at !== -1) {
        const attached = value.slice(at + 1);
        // A shell takes `-lc` and the next word; env takes `-Sls` as well.
        if (shape !== SHELL && attached !== "") scripts.push({ ...word, value: attached });
        else if (shape === SHELL) {
          // In `-oc` the next word is the value of `-o`.
          const values = [...value].filter((letter) => valued.includes(letter)).length;
          return { commands: [], scripts: scriptOfShell(words, index + 1 + values, valued) };
        } else if (index + 1 < words.length) {
          scripts.push(words[index + 1] as ShellWord);
          index += 1;
        }
      } else if (value.length === 2 && valued.includes(value[1] as string)) index += 1;
    } else if (ASSIGNMENT.test(value)) continue;
    else if (operands > 0) operands -= 1;
    else break;
  }
  // What a shell reads from a file is not in the command.
  const rest = shape === SHELL ? [] : words.slice(index);
  if (rest.length === 0) return { commands: [], scripts };
  if (shape.joined === true) {
    const known = rest.every((word) => word.known);
    const value = rest.map((word) => word.value).join(" ");
    return { commands: [], scripts: [...scripts, { ...literalWord(value), known, wholePath: known }] };
  }
  return { commands: [rest], scripts };
}

/** Options may stand between `-c` and the script: `bash -c -o pipefail -- 'rm x'`. */
function scriptOfShell(words: readonly ShellWord[], first: number, valued: string): readonly ShellWord[] {
  let index = first;
  for (; index < words.length; index += 1) {
    const { value = "" } = words[index] ?? {};
    if (value === "--") return words.slice(index + 1, index + 2);
    if (!/^[-+]./.test(value)) break;
    if (value.length === 2 && valued.includes(value[1] as string)) index += 1;
  }
  return words.slice(index, index + 1);
}

function commandsOfFind(words: readonly ShellWord[]): WrappedCommands | undefined {
  const commands: (readonly ShellWord[])[] = [];
  for (let index = 1; index < words.length; index += 1) {
    const option = words[index]?.value ?? "";
    if (!EXEC_OPTIONS.has(option) && !/^(?:-[xX]|--exec(?:-batch)?)$/.test(option)) continue;
    let end = index + 1;
    while (end < words.length && !/^[;+]$/.test(words[end]?.value ?? "")) end += 1;
    if (end > index + 1) commands.push(words.slice(index + 1, end).map(withoutPlaceholder));
    index = end;
  }
  return commands.length === 0 ? undefined : { commands, scripts: [] };
}

/** `{}` is every file that is found. */
function withoutPlaceholder(word: ShellWord): ShellWord {
  return word.value.includes("{}") ? { ...word, known: false, start: "", wholePath: false } : word;
}

const TIMEOUT_OPTION =
  /^(?:--preserve-status|--foreground|-v|--verbose|--signal=[A-Z0-9]+|--kill-after=[\d.]+[smhd]?)$/;

/**
 * The command that a wrapper runs when it does nothing else to it but bound its time or rank: then only that command
 * needs to be allowed. `undefined` for all others, and for options that are not known for certain.
 */
export function behindTransparentWrapper(words: readonly string[]): readonly string[] | undefined {
  const [name] = words;
  let index = 1;
  const next = () => words[index] ?? "";
  if (name === "timeout") {
    for (;;) {
      if (TIMEOUT_OPTION.test(next())) index += 1;
      else if (/^-[ks]$/.test(next()) && /^[A-Z0-9.]+[smhd]?$/.test(words[index + 1] ?? "")) index += 2;
      else break;
    }
    if (!/^\d+(?:\.\d+)?[smhd]?$/.test(next())) return undefined;
    index += 1;
  } else if (name === "nice") {
    if (next() === "-n" && /^-?\d{1,2}$/.test(words[index + 1] ?? "")) index += 2;
    else if (/^--adjustment=-?\d{1,2}$/.test(next())) index += 1;
  } else if (name === "stdbuf") {
    while (/^-[ioe][L0]$/.test(next())) index += 1;
    if (index === 1) return undefined;
  } else if (name !== "nohup" && name !== "env" && name !== "command") return undefined;
  const command = words.slice(index);
  const [program = ""] = command;
  return /^[A-Za-z0-9_./][A-Za-z0-9_./+-]*$/.test(program) ? command : undefined;
}
