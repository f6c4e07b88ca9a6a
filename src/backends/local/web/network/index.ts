export { type Connect, type ConnectTarget, connectDirectly, encrypted } from "./connect.js";
export {
  type HostAddress,
  publicAddresses,
  type ResolveHost,
  requireOutside,
  resolveBySystem,
} from "./host-addresses.js";
