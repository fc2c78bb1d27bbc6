import { expect, it } from "vitest";
import { addressOf, kindOf, sizeOf } from "./describe-file.ts";

it.each([
  ["a.pdf", "application/pdf", "PDF"],
  ["a.csv", "text/csv", "CSV"],
  ["main.py", "text/plain", "PY"],
  ["notes.txt", "text/plain", "Text"],
  ["README", "text/plain", "Text"],
  ["a.png", "image/png", "Picture"],
  ["a", "application/zip", "File"],
])("%s of %s is %s", (name, mediaType, kind) => {
  expect(kindOf({ name, mediaType })).toBe(kind);
});

it.each([
  [0, "0 B"],
  [1023, "1023 B"],
  [1024, "1 KB"],
  [1024 * 1024, "1.0 MB"],
  [10 * 1024 * 1024, "10.0 MB"],
])("%d bytes are %s", (bytes, size) => {
  expect(sizeOf(bytes)).toBe(size);
});

it("puts no part of a name outside its place in the address", () => {
  expect(addressOf({ id: "1", name: "../a?b#c" })).toBe("/api/attachments/1/..%2Fa%3Fb%23c");
});
