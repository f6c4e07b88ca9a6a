import { compareWays } from "./compare-ways.js";

const { direct, program, calls, answer } = await compareWays();
console.log(`${calls} calls:    about ${direct.toLocaleString("en")} tokens`);
console.log(
  `one program: about ${program.toLocaleString("en")} tokens, ${Math.round((1 - program / direct) * 100)} % less`,
);
console.log(`\nThe model reads:\n${answer}`);
