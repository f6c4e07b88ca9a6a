/**
 * Files that a search by a command reads where a glob or a type narrows it to source: every extension of the types that the table of
 * ripgrep accounts for (`rg --type-list`), which is more than of the globs.
 */
export const NARROWED_NAMES =
  /\.(?:[cm]?[jt]sx?|pyi?|go|rs|jav|java|jspx?|properties|kts?|rb|rbw|gemspec|irbrc|rake|ru|php[3-8s]?|pht|phtml|[chCH]|in|cats|cc|cpp|cxx|[ch]\+\+|hh|hpp|hxx|inl|cs|swift|scala|sbt|md|mdx|mdwn|mdown|mkdn?|markdown|txt|rst|x?html?|ejs|css|scss|sass|less|vue|svelte|p?sql|proto|graphqls?)$/;

/** Texts of which each private key has one in its head, in the syntax of ripgrep; `isPrivateKey` looks closer. */
export const KEY_MARKS =
  "PRIVATE KEY|SECRET KEY BLOCK-----|PuTTY-User-Key-File-|AGE-SECRET-KEY-1|AGE-PLUGIN-|signify secret key|encrypted secret key|" +
  "OpenVPN Static key V1-----|PrivateKey ?=|client-key-data|[(]private-key";
