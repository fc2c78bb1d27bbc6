/** An MCP server over stdio that returns a number as it came over the wire: as text, or as structured content only. */
import { createInterface } from "node:readline";
import { answerNumber } from "./answer-number.ts";

createInterface({ input: process.stdin }).on("line", (line) => {
  const answer = answerNumber(line);
  if (answer !== null) process.stdout.write(`${answer}\n`);
});
