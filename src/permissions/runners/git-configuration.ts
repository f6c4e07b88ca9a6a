import type { CodeRunner } from "./code-runner.js";
import { subcommandOf } from "./subcommands.js";

/** Keys of git whose value is a command; `*` is any text (git-config(1), and the manuals of git-lfs and git-p4). */
const COMMAND_KEYS =
  "alias.* core.pager core.editor core.fsmonitor core.sshcommand core.askpass core.gitproxy core.alternaterefscommand " +
  "sequence.editor diff.external diff.guitool diff.tool merge.tool merge.guitool pager.* interactive.difffilter " +
  "gpg.ssh.defaultkeycommand uploadpack.packobjectshook web.browser help.browser instaweb.httpd instaweb.browser " +
  "sendemail.smtpserver sendemail.*.smtpserver imap.tunnel *.cmd *.command *.textconv *.driver *.clean *.smudge *.process *.helper " +
  "*.program *.uploadpack *.receivepack *.sendmailcmd *.tocmd *.cccmd *.headercmd remote.*.vcs submodule.*.update " +
  "difftool.*.path mergetool.*.path man.*.path browser.*.path lfs.*.path svn.authorsprog";

/** Keys whose value names a file or a folder with programs or further settings. */
const FILE_KEYS = "core.hookspath init.templatedir include.path includeif.*.path";

/** Words that run a program without a key: transports, and options of git itself (git(1), git-remote-ext(1)). */
const OTHER_WORDS = "--config-env --config-env=* --exec-path=* ext::* url.ext::*";

const patternOf = (list: string): string =>
  list
    .split(" ")
    .map((key) => key.replaceAll(".", "\\.").replaceAll("*", ".*"))
    .join("|");

/** Each part is anchored and has at most one wildcard inside: time is linear in the word. */
const matches = new RegExp(
  `^(?:(?:${patternOf(COMMAND_KEYS)})$|(?:${patternOf(FILE_KEYS)})(?:=|$)|(?:${patternOf(OTHER_WORDS)})$|!)`,
  "is",
);

/** Words of `git config` that print or remove a setting (git-config(1), Commands, Deprecated modes). */
const READS =
  /^(?:--get(?:-[a-z]{1,16})?|--list|-l|--unset(?:-all)?|get|list|unset|--remove-section|remove-section)$/;
/** Options of `git config` before that word. */
const SCOPES = /^--(?:global|local|system|worktree|show-origin|show-scope|name-only|includes|all|null)$/;

/** Settings of git that run a program: given to `git config`, or as a word of another command. */
export const GIT_CODE: CodeRunner = {
  matches,
  examined(words) {
    const subcommand = subcommandOf("git", words);
    if (subcommand?.word !== "config") return words;
    let at = subcommand.index + 1;
    while (SCOPES.test(words[at] ?? "")) at += 1;
    return READS.test(words[at] ?? "") ? words.slice(0, subcommand.index) : words;
  },
  source: "git-config(1), git-remote-ext(1)",
};
