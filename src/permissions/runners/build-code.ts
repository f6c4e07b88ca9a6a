import type { CodeRunner } from "./code-runner.js";

/** Build tools, package managers and media programs that run code from their words. */
export const BUILD_CODE: readonly (readonly [programs: string, runner: CodeRunner])[] = [
  ["m4", { matches: /^-D|syscmd/, readsInput: true, source: "GNU m4 manual, Shell commands" }],
  ["rails", { matches: /^(?:r|runner|c|console)$/, source: "Rails guide, The Rails command line" }],
  ["mix", { matches: /^(?:-e|--eval|eval)$/, source: "Mix documentation, run" }],
  ["erl", { matches: /^-(?:run|s|eval)$/, readsInput: true, source: "erl(1)" }],
  ["kotlin kotlinc", { matches: /^-(?:e|expression)$/, source: "Kotlin documentation, kotlin command" }],
  ["sbt", { matches: /^(?:eval |set |!|console)/, source: "sbt reference manual" }],
  ["brew", { matches: /^(?:sh|ruby|irb)$/, source: "brew(1)" }],
  [
    "java javaw",
    { matches: /^(?:-javaagent|-agentlib|-agentpath|-XX:(?:Flags|VMOptionsFile)=|@)/, source: "java(1)" },
  ],
  [
    "rpm",
    {
      matches: /^(?:-[iUFeED]|--(?:install|upgrade|freshen|erase|eval|define|load|pipe|rcfile))/,
      source: "rpm(8): scripts of the package, macros",
    },
  ],
  [
    "dpkg",
    {
      matches: /^(?:-[irP]|--(?:install|unpack|configure|triggers-only|remove|purge))/,
      source: "dpkg(1): scripts of the package",
    },
  ],
  [
    "apt apt-get aptitude",
    { matches: /^(?:-c|--config-file)|\.deb$/, source: "apt-get(8): scripts of the package, apt.conf(5)" },
  ],
  ["pacman", { matches: /^(?:-[a-zA-Z]{0,8}U|--upgrade|--hookdir|--config)/, source: "pacman(8)" }],
  [
    "magick convert mogrify identify composite montage",
    { matches: /^(?:[a-zA-Z0-9]{1,16}:)?\|/, source: "ImageMagick manual, Command-line processing" },
  ],
  ["nm ar ld objdump objcopy ranlib strip", { matches: /^--?plugin/, source: "GNU Binutils manual" }],
  ["ssh-keygen", { matches: /^-[Dw]/, source: "ssh-keygen(1), PKCS#11 and FIDO libraries" }],
  ["ssh-add", { matches: /^-[seS]/, source: "ssh-add(1)" }],
  ["wget", { matches: /^--config/, source: "wget(1)" }],
  ["rsync", { matches: /^--(?:daemon|config)/, source: "rsyncd.conf(5), pre-xfer exec" }],
  ["svn", { matches: /^--config-dir/, source: "svn help" }],
  ["tmux", { matches: /^(?:-f|-C|-CC|source|source-file)$/, source: "tmux(1)" }],
];
