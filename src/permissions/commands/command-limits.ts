/**
 * Limits of what is read of a shell text. A command beyond one of them is not understood: it runs unasked under no default, and
 * where a rule restricts commands or paths, an allow becomes a question.
 *
 * Each keeps the reading of one command under 50 ms of processor time; the figures are of a machine with 2 cores at 2.5 GHz.
 */

/** Characters of a text that is parsed. Longer commands that a model wrote are nearly all here-documents. */
export const MAX_PARSED_LENGTH = 10_000;

/** Characters of a text that is searched for commands, which takes about 30 ms. Longer ones are not looked at. */
export const MAX_SEARCHED_LENGTH = 50_000;

/** Substitutions of a text that is parsed: the parser reads the inner ones once for each level, 256 levels of them in 600 ms. */
export const MAX_SUBSTITUTIONS = 64;

/**
 * Simple commands that are looked at in one text, those behind wrappers and in scripts included. The longest of 5,588 commands that models
 * sent has 16; a person who is asked is shown 100.
 */
export const MAX_COMMANDS = 250;

/** Signs that may stand between commands (`;`, `&`, `|`, line ends), in quotes too, of a text that is parsed. */
export const MAX_SEPARATORS = 600;

/** How deep wrappers may stand in wrappers (`sudo nice timeout 5 ...`): each level holds all the words of the next. */
export const MAX_WRAPPER_DEPTH = 20;

/** How deep scripts may stand in scripts (`bash -c "bash -c ..."`). */
export const MAX_SCRIPT_DEPTH = 4;

/** Paths that are looked up for one command: each costs calls of the file system. A command that names more asks. */
export const MAX_PATHS = 500;

/** Folders that a command may run in behind `cd`. A second `cd` starts where the first led; more are not followed. */
export const MAX_FOLDERS = 8;
