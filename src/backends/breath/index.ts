export { breath, type TakeBreath } from "./breath.js";
