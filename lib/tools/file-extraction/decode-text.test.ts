import { expect, it } from "vitest";
import { decodeText } from "./decode-text.ts";

it.each([
  ["UTF-8", Buffer.from("Grüße, 東京")],
  ["UTF-8 with a mark", Buffer.from("\uFEFFGrüße, 東京")],
  ["UTF-16 little endian", Buffer.from("\uFEFFGrüße, 東京", "utf16le")],
  ["UTF-16 big endian", Buffer.from("\uFEFFGrüße, 東京", "utf16le").swap16()],
])("reads %s, without its mark", (_name, bytes) => {
  expect(decodeText(bytes)).toBe("Grüße, 東京");
});

it.each([
  ["little endian", Buffer.from("Grüße, and a few words more 東", "utf16le")],
  ["big endian", Buffer.from("Grüße, and a few words more 東", "utf16le").swap16()],
])("recognises UTF-16 %s without a mark", (_name, bytes) => {
  expect(decodeText(bytes)).toBe("Grüße, and a few words more 東");
});

it("takes for Windows-1252 what is no UTF-8", () => {
  expect(decodeText(Buffer.from("Gr\u00FC\u00DFe \u0080", "latin1"))).toBe("Grüße €");
});

it.each([
  ["a NUL", Buffer.from("a\0b")],
  ["a control", Buffer.from("a\x01b")],
  ["a control in Windows-1252", Buffer.from("\xFC\x02", "latin1")],
  ["a byte that Windows-1252 leaves out", Buffer.from("\xFC\x81", "latin1")],
  ["half a UTF-16 character", Buffer.concat([Buffer.from("\uFEFFa", "utf16le"), Buffer.from([0])])],
])("takes %s for no text", (_name, bytes) => {
  expect(decodeText(bytes)).toBeNull();
});

it("keeps tabs, lines, form feeds and terminal colours", () => {
  expect(decodeText(Buffer.from("a\tb\r\nc\fd\x1b[0m"))).toBe("a\tb\r\nc\fd\x1b[0m");
});
