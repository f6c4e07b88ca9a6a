/**
 * Limits for reading a shell text. A command over a limit counts as not understood: no default runs it without asking, and
 * where a rule restricts commands or paths, an allow becomes an ask.
 *
 * Each limit keeps the time to read one command under 50 ms, measured on a machine with 2 cores at 2.5 GHz.
 */

/** Maximum length of a text that is parsed, in characters. Longer commands from models are nearly all here-documents. */
export const MAX_PARSED_LENGTH = 10_000;

/** Maximum length of a text that is searched for commands, in characters; this takes about 30 ms. */
export const MAX_SEARCHED_LENGTH = 50_000;

/**
 * Maximum number of substitutions in a text that is parsed. The parser reads inner substitutions once for each level:
 * 256 levels take 600 ms.
 */
export const MAX_SUBSTITUTIONS = 64;

/**
 * Maximum number of simple commands read from one text, including those after wrappers and in scripts. The longest of
 * 5,588 commands that models sent has 16; an approver is shown 100.
 */
export const MAX_COMMANDS = 250;

/** Maximum number of characters that may separate commands (`;`, `&`, `|`, line ends) in a text that is parsed, even in quotes. */
export const MAX_SEPARATORS = 600;

/**
 * Maximum number of words of all commands, those of wrapped commands and of scripts at each level: a word after three
 * wrappers counts four times. A word takes about 10 us, and several times that before the code is compiled.
 */
export const MAX_WORDS = 1_000;

/** Maximum number of blanks in a text that is parsed, even in quotes. 10,000 characters of English in a here-document have 1,700. */
export const MAX_BLANKS = 2_000;

/** Maximum nesting of wrappers (`sudo nice timeout 5 ...`). Each level holds all the words of the next. */
export const MAX_WRAPPER_DEPTH = 20;

/** Maximum nesting of scripts (`bash -c "bash -c ..."`). */
export const MAX_SCRIPT_DEPTH = 4;

/** Maximum number of paths looked up for one command. Each costs file-system calls. A command that names more asks. */
export const MAX_PATHS = 500;

/** Maximum number of folders that a command may run in after a `cd`. A second `cd` starts where the first one led. */
export const MAX_FOLDERS = 8;
