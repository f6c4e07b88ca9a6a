export type { EditRequest, Peer, PeerTools } from "./peer.js";
export { PEERS } from "./peers.js";
