// The part of `vscode-jsonrpc` that a connection to a language server needs. The build writes it into a separate file,
// because the package consists of CommonJS modules.
export { createMessageConnection, ErrorCodes, ResponseError } from "vscode-jsonrpc/node.js";
