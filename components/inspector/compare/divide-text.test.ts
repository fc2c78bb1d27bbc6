import { expect, test } from "vitest";
import { divideText } from "./text-difference.tsx";

const long = "a word and ".repeat(30);

test("long texts with little in common stand beside each other, each of them whole", () => {
  const parts = [
    { change: "left", text: long },
    { change: "same", text: "both" },
    { change: "right", text: " alone" },
  ] as const;
  expect(divideText([...parts])).toEqual({ left: `${long}both`, right: "both alone" });
});

test("texts that are short, or mostly the same, are one text", () => {
  expect(
    divideText([
      { change: "left", text: "list the users" },
      { change: "right", text: "delete the second" },
    ]),
  ).toBeNull();
  expect(
    divideText([
      { change: "same", text: long },
      { change: "right", text: long },
    ]),
  ).toBeNull();
});
