/** Reads text in an encoding that a person chose. */
import { randomUUID } from "node:crypto";
import { describe, expect, it } from "vitest";
import { TextEncoding } from "../../../contracts/public/files/text-encoding.ts";
import { encodingName } from "../../../messages/encodings.ts";
import { detectMediaType } from "../detect-media-type.ts";
import { extractText } from "../extract-text.ts";
import { inspectUpload, previewFile } from "../preview-file.ts";
import { decodeAs } from "./decode-text.ts";
import { ENCODINGS, encode, textsIn } from "./testing/encoding-corpus.ts";

const who = { person: "one", signal: new AbortController().signal };
const fileOf = (bytes: Buffer, mediaType: string, id: string = randomUUID()) => ({
  id,
  name: "a.txt",
  mediaType,
  sizeBytes: bytes.length,
  load: async () => bytes,
});

describe("the encodings that are offered", () => {
  it("are those of the corpus and more, each known to the decoder and named", () => {
    const offered: readonly string[] = TextEncoding.options;
    expect(Object.keys(ENCODINGS).filter((one) => !offered.includes(one))).toEqual([]);
    for (const one of offered) {
      expect(new TextDecoder(one).encoding).toBe(one);
      expect(encodingName(one)).not.toBe(one);
    }
  });

  it.each(Object.keys(ENCODINGS))("read %s as it was written, also a few words", (encoding) => {
    for (const { bytes, text } of textsIn(encoding, 20))
      expect(decodeAs(bytes, encoding)?.text).toBe(text);
  });

  it("are refused where most of the text would be spoilt, controls or no characters", () => {
    const russian = encode("Привет, как дела сегодня?", "windows-1251").bytes;
    expect(decodeAs(russian, "utf-8")).toBeNull();
    const noise = Buffer.from(Array.from({ length: 400 }, (_, index) => (index * 7) % 32));
    const narrow = TextEncoding.options.filter((one) => !one.startsWith("utf-16"));
    for (const one of narrow) expect(decodeAs(noise, one)).toBeNull();
    expect(decodeAs(russian, "no-such-encoding")).toBeNull();
  });

  it("spoil one character where one byte is a stray one", () => {
    const bytes = Buffer.concat([Buffer.from("Grüße aus Köln "), Buffer.from([0xff])]);
    expect(decodeAs(bytes, "utf-8")).toMatchObject({ text: "Grüße aus Köln \uFFFD", spoilt: 1 });
  });
});

describe("a text file", () => {
  it("is stored with the encoding that is assumed of it, and UTF-8 without one", async () => {
    const { bytes } = encode("Příliš žluťoučký kůň úpěl ďábelské ódy. ".repeat(9), "windows-1250");
    const upload = (data: Buffer) => inspectUpload({ id: randomUUID(), name: "a.csv", data }, who);
    expect(await upload(bytes)).toEqual({ ok: true, mediaType: "text/csv;charset=windows-1250" });
    expect(await upload(Buffer.from("žluť"))).toEqual({ ok: true, mediaType: "text/csv" });
  });

  it("is read in the encoding that stands in its type, and says so", async () => {
    const { bytes, text } = encode("Привет, мир", "koi8-r");
    const read = await extractText(fileOf(bytes, "text/plain;charset=koi8-r"), who);
    expect(read).toMatchObject({ ok: true, text });
    expect(read.ok && read.notes.map(({ name }) => name)).toEqual(["koi8-r"]);
  });

  it("is looked at in several encodings, of which none is kept for another", async () => {
    const { bytes, text } = encode("Привет, мир", "koi8-r");
    const id = randomUUID();
    const look = async (encoding: string) =>
      (await previewFile(fileOf(bytes, `text/plain;charset=${encoding}`, id), who)).parts[0]?.text;
    expect(await look("windows-1251")).not.toBe(text);
    expect(await look("koi8-r")).toBe(text);
    expect(await look("utf-8")).toBeUndefined();
  });

  it("that reads well in no encoding is refused in words of its own", async () => {
    const noise = Buffer.from(Array.from({ length: 400 }, (_, index) => (index * 7) % 32));
    expect(await detectMediaType(noise, "a.txt")).toMatchObject({ reason: "no-encoding" });
    const refused = await inspectUpload({ id: randomUUID(), name: "a.csv", data: noise }, who);
    expect(refused).toMatchObject({ ok: false, code: "file-no-encoding" });
    expect(await detectMediaType(noise, "a.bin")).toMatchObject({ reason: "unsupported" });
  });
});
