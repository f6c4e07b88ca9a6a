export { RemoteCalls } from "./remote-calls.js";
