/** Asks a question on the terminal, or reads the answer as a line of piped standard input. */
import { createInterface } from "node:readline";
import { Writable } from "node:stream";

let piped: AsyncIterator<string> | undefined;

/**
 * @param options.hidden does not show what is typed
 * @returns the answer; empty at the end of the input
 */
export async function ask(question: string, options: { hidden: boolean }): Promise<string> {
  process.stdout.write(question);
  if (!process.stdin.isTTY) {
    piped ??= createInterface({ input: process.stdin })[Symbol.asyncIterator]();
    const { value, done } = await piped.next();
    process.stdout.write("\n");
    return done ? "" : value;
  }
  const nowhere = new Writable({ write: (_chunk, _encoding, done) => done() });
  const output = options.hidden ? nowhere : process.stdout;
  const reader = createInterface({ input: process.stdin, output, terminal: true });
  const answer = await new Promise<string>((resolve) => {
    reader.once("line", resolve);
    reader.once("close", () => resolve(""));
  });
  reader.close();
  if (options.hidden) process.stdout.write("\n");
  return answer;
}
