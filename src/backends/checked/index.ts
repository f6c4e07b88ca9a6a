export { checkedBackend, checkedPorts } from "./checked-backend.js";
export { checkedValue } from "./checked-port.js";
export { withOwnPorts } from "./own-ports.js";
export { amount, anything, bytes, type Check, flag, listOf, optional, record, text } from "./port-checks.js";
