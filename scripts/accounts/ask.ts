/** Asks a question on the terminal. */
import { createInterface } from "node:readline/promises";
import { Writable } from "node:stream";

/** @param options.hidden what is typed does not appear */
export async function ask(question: string, options: { hidden: boolean }): Promise<string> {
  process.stdout.write(question);
  const nowhere = new Writable({ write: (_chunk, _encoding, done) => done() });
  const output = options.hidden ? nowhere : process.stdout;
  const terminal = process.stdin.isTTY ?? false;
  const reader = createInterface({ input: process.stdin, output, terminal });
  try {
    return await new Promise<string>((resolve) => {
      reader.once("line", resolve);
      reader.once("close", () => resolve(""));
    });
  } finally {
    reader.close();
    if (options.hidden) process.stdout.write("\n");
  }
}
