export { checkedBackend, checkedPorts } from "./checked-backend.js";
export { withOwnPorts } from "./own-ports.js";
