import { PassThrough } from "node:stream";
import { expect, it } from "vitest";
import { readLines } from "./read-lines.ts";

function collect(maxLineBytes: number) {
  const stream = new PassThrough();
  const lines: string[] = [];
  let overflows = 0;
  readLines(
    stream,
    maxLineBytes,
    (line) => lines.push(line),
    () => {
      overflows += 1;
    },
  );
  const feed = (chunk: string | Buffer) =>
    new Promise<void>((resolve) => stream.write(chunk, () => setImmediate(resolve)));
  return { feed, lines, overflows: () => overflows };
}

it("puts lines together wherever they were cut, inside a character too", async () => {
  const { feed, lines } = collect(100);
  const bytes = Buffer.from("one\ntwö\n\nthree");
  await feed(bytes.subarray(0, 7));
  await feed(bytes.subarray(7));
  expect(lines).toEqual(["one", "twö", ""]);
  await feed("!\n");
  expect(lines.at(-1)).toBe("three!");
});

it("gives up, once, on a line that never ends", async () => {
  const { feed, lines, overflows } = collect(10);
  await feed("fine\n");
  await feed("x".repeat(11));
  await feed(`${"x".repeat(50)}\nlate\n`);
  expect(lines).toEqual(["fine"]);
  expect(overflows()).toBe(1);
});
