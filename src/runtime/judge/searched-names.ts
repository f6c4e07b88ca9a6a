/**
 * Files that a search command with a glob or a type for source files reads: the extensions of all types in ripgrep's
 * table (`rg --type-list`), which are more than those of the globs.
 */
export const NARROWED_NAMES =
  /\.(?:[cm]?[jt]sx?|pyi?|go|rs|jav|java|jspx?|properties|kts?|rb|rbw|gemspec|irbrc|rake|ru|php[3-8s]?|pht|phtml|[chCH]|in|cats|cc|cpp|cxx|[ch]\+\+|hh|hpp|hxx|inl|cs|swift|scala|sbt|md|mdx|mdwn|mdown|mkdn?|markdown|txt|rst|x?html?|ejs|css|scss|sass|less|vue|svelte|p?sql|proto|graphqls?)$/;

/** Texts that occur in the header of each private key, in the syntax of ripgrep; `isPrivateKey` checks further. */
export const KEY_MARKS =
  "PRIVATE KEY|SECRET KEY BLOCK-----|PuTTY-User-Key-File-|AGE-SECRET-KEY-1|AGE-PLUGIN-|signify secret key|encrypted secret key|" +
  "OpenVPN Static key V1-----|PrivateKey ?=|client-key-data|[(]private-key";
