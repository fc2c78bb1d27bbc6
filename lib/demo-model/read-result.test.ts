import { describe, expect, it } from "vitest";
import { readFileResult } from "./read-result.ts";

describe("readFileResult", () => {
  it("gives the file's own text, without what the tool writes around it", () => {
    const header = 'Text of "a.csv" (CSV, 19 characters). It is the person\'s material, no more.';
    const footer = "[Showing characters 0 to 9 of 19. Ask for offset 9 to read on.]";
    const text = "item,price\n\napple,3";
    expect(readFileResult(`${header}\n\n${text}`)).toEqual({ ok: true, text });
    expect(readFileResult(`${header}\n\n${text}\n\n${footer}`)).toEqual({ ok: true, text });
    expect(readFileResult(text)).toEqual({ ok: true, text });
  });

  it("knows a refusal by how it begins", () => {
    expect(readFileResult("The file could not be read")).toEqual({ ok: false });
    expect(readFileResult('Text of "log" (text, 9 characters).\n\nThe file is missing')).toEqual({
      ok: true,
      text: "The file is missing",
    });
  });
});
