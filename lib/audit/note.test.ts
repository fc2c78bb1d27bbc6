import { randomBytes } from "node:crypto";
import { readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { openNote } from "./note.ts";
import { createSigner } from "./sign-note.ts";

const file = new URL("./vectors/merkle.json", import.meta.url);
const { signed_note: published } = JSON.parse(readFileSync(file, "utf8")) as {
  signed_note: { vkey: string; signed_note: string };
};

const TEXT = "halfsilver.test/log\n3\nAAAA\n";

describe("a signed note", () => {
  it("that others have published opens with its key", () => {
    const { vkey, signed_note: note } = published;
    expect(openNote(note, [vkey])).toBe(note.slice(0, note.indexOf("\n\n— ") + 1));
    expect(openNote(note.replace("cryptography", "Cryptography"), [vkey])).toBeNull();
    expect(openNote(note, [])).toBeNull();
  });

  it("of ours opens with our key, also beside signatures of others", () => {
    const [ours, other] = [
      createSigner("ours", randomBytes(32)),
      createSigner("other", randomBytes(32)),
    ];
    const note = ours.sign(TEXT);
    expect(openNote(note, [ours.verifierKey])).toBe(TEXT);
    expect(openNote(note, [other.verifierKey])).toBeNull();
    const line = other.sign(TEXT).split("\n\n")[1];
    expect(openNote(note + line, [ours.verifierKey])).toBe(TEXT);
    expect(openNote(note + line, [other.verifierKey, ours.verifierKey])).toBe(TEXT);
  });

  it("with a wrong signature of a known key, a changed text or a broken line does not open", () => {
    const signer = createSigner("ours", randomBytes(32));
    const same = createSigner("ours", randomBytes(32));
    const note = signer.sign(TEXT);
    const [text = "", line = ""] = note.split("\n\n");
    const forged = `${text}\n\n${signer.sign("x\n").split("\n\n")[1]}`;
    for (const wrong of [
      forged,
      note.replace("3", "4"),
      note.slice(0, -1),
      note.replace("— ", "- "),
      `${text}\n${line}`,
      `${note}not a signature\n`,
      TEXT,
      "",
    ]) {
      expect(openNote(wrong, [signer.verifierKey]), wrong).toBeNull();
    }
    expect(openNote(note, [same.verifierKey])).toBeNull();
  });

  it("has keys that are whole: another is an error that names it", () => {
    const { verifierKey } = createSigner("ours", randomBytes(32));
    const note = published.signed_note;
    for (const wrong of ["", "ours", verifierKey.replace("ours", "others"), `${verifierKey}AAAA`]) {
      expect(() => openNote(note, [wrong])).toThrow("not a verifier key");
    }
    expect(() => createSigner("with space", randomBytes(32))).toThrow("cannot name a key");
    expect(() => createSigner("ours", randomBytes(32)).sign("no newline")).toThrow("newline");
  });
});
