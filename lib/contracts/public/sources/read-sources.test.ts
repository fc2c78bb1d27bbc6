import { expect, it } from "vitest";
import { twoHundredNumbers } from "../../json/testing/two-hundred-numbers.ts";
import { readSources } from "./read-sources.ts";

const page = (number: string) =>
  `{"kind":"page","number":${number},"title":"1e400","address":null}`;
const passage = (number: string) =>
  `{"kind":"document","number":1,"attachmentId":"a","name":"b","passage":${number}}`;

it("has no number that a double would change: another one is not read, also from a double", () => {
  for (const source of [...twoHundredNumbers(), "1e400"]) {
    for (const text of [page(source), passage(source)]) {
      const [read] = readSources([JSON.parse(text)]);
      const number = read?.kind === "document" ? read.passage : read?.number;
      if (read) expect([source, Number.isSafeInteger(number)]).toEqual([source, true]);
    }
  }
});
