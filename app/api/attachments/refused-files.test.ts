/**
 * Every kind of file that cannot be read, from its bytes to what the person reads: at the upload, and in the answer of a turn
 * where it was stored before it was looked at so closely. What a tool says to a model is never an answer.
 */
import { describe, expect, it, vi } from "vitest";
import { headersWith, openSession } from "@/lib/auth/session/testing/request-cookie.ts";
import { newTalk } from "@/lib/coordinator/testing/take-turns.ts";
import { db } from "@/lib/db/client.ts";
import { upload } from "@/lib/db/testing/turn-fixtures.ts";
import { UPLOAD_FILE_MAX_BYTES } from "@/lib/edge/limits.ts";
import { settings } from "@/lib/env/settings.ts";
import * as said from "@/lib/messages/errors.ts";
import { DOCX, PPTX, XLSX } from "@/lib/tools/file-extraction/detect-media-type.ts";
import { makePackedOffice } from "@/lib/tools/file-extraction/testing/make-bomb.ts";
import { makeDocx, makeZip } from "@/lib/tools/file-extraction/testing/make-docx.ts";
import { makeOffice } from "@/lib/tools/file-extraction/testing/make-office.ts";
import { encryptPdf, makePdf } from "@/lib/tools/file-extraction/testing/make-pdf.ts";
import { provideUms } from "@/lib/ums/testing/provide-ums.ts";
import { POST } from "./route.ts";

/** The cookies of the request that there is not here. */
let cookie: string | undefined;
vi.mock("next/headers", () => headersWith(() => cookie));

provideUms();

async function send(name: string, bytes: Uint8Array) {
  const body = new FormData();
  body.set("file", new File([Buffer.from(bytes)], name));
  const response = await POST(
    new Request("http://127.0.0.1/api/attachments", { method: "POST", body }),
  );
  return { status: response.status, body: await response.json() };
}

const MEGABYTE = 1_000_000;

/** The container of Office files of before 2007, and of today's with a password. */
const COMPOUND = Buffer.concat([
  Buffer.from("d0cf11e0a1b11ae1", "hex"),
  Buffer.alloc(1_024, 1),
  Buffer.alloc(2_048),
]);
const LOCKED = Buffer.concat([COMPOUND, Buffer.from("EncryptedPackage", "utf16le")]);
const NOISE = Buffer.from(Array.from({ length: 400 }, (_, index) => (index * 7) % 32));
const openDocument = (kind: string) =>
  makeZip([
    { name: "mimetype", body: Buffer.from(`application/vnd.oasis.opendocument.${kind}`) },
    { name: "content.xml", body: Buffer.from("<office:document-content/>"), deflate: true },
  ]);
const bomb = (kind: "docx" | "xlsx" | "pptx") => makePackedOffice(kind, "<w:p/>", 80 * 1024 * 1024);
const cut = (bytes: Uint8Array) => bytes.subarray(0, Math.floor(bytes.length * 0.7));
const emptyOffice = (kind: "docx" | "xlsx" | "pptx") =>
  makeOffice(
    kind,
    {
      docx: "<w:document><w:body><w:p/></w:body></w:document>",
      xlsx: "<workbook><sheets/></workbook>",
      pptx: "<p:presentation/>",
    }[kind],
    [],
  );

describe("a file that is refused when it is attached", () => {
  it.each<[what: string, name: string, bytes: () => Uint8Array, said: string]>([
    ["empty", "a.txt", () => Buffer.alloc(0), said.fileEmpty()],
    [
      "larger than it may be",
      "a.txt",
      () => Buffer.alloc(UPLOAD_FILE_MAX_BYTES + 1, "a"),
      said.tooLarge(),
    ],
    ["a PDF with a password", "a.pdf", () => encryptPdf(makePdf(["x"])), said.fileProtected()],
    ["a Word document with a password", "a.docx", () => LOCKED, said.fileProtected()],
    ["a Word document of before 2007", "a.doc", () => COMPOUND, said.fileOldOffice()],
    ["a Word bomb", "a.docx", () => bomb("docx"), said.fileUnpacksTooLarge()],
    ["an Excel bomb", "a.xlsx", () => bomb("xlsx"), said.fileUnpacksTooLarge()],
    ["a PowerPoint bomb", "a.pptx", () => bomb("pptx"), said.fileUnpacksTooLarge()],
    ["a broken PDF", "a.pdf", () => Buffer.from("%PDF-1.4 and no more"), said.fileDamaged()],
    ["half of a Word document", "a.docx", () => cut(makeDocx(["x"])), said.fileDamaged()],
    ["half of a workbook", "a.xlsx", () => cut(emptyOffice("xlsx")), said.fileDamaged()],
    [
      "the first bytes of a show",
      "a.pptx",
      () => Buffer.from("PK\x03\x04\x14\0"),
      said.fileDamaged(),
    ],
    ["a PDF of other bytes", "a.pdf", () => NOISE, said.fileDamaged()],
    [
      "a broken picture",
      "a.png",
      () => Buffer.from("89504e470d0a1a0a00", "hex"),
      said.fileDamaged(),
    ],
    ["a picture of other bytes", "a.jpg", () => NOISE, said.fileDamaged()],
    ["a text in no encoding", "a.csv", () => NOISE, said.fileNoEncoding()],
    ["a PDF that says it is text", "a.txt", () => makePdf(["x"]), said.fileMisnamed()],
    ["a Word document that says it is Excel", "a.xlsx", () => makeDocx(["x"]), said.fileMisnamed()],
    ["an OpenDocument text", "a.odt", () => openDocument("text"), said.unsupportedType()],
    ["an OpenDocument sheet", "a.ods", () => openDocument("spreadsheet"), said.unsupportedType()],
    ["an OpenDocument show", "a.odp", () => openDocument("presentation"), said.unsupportedType()],
    ["a text with letterforms", "a.rtf", () => Buffer.from("{\\rtf1 x}"), said.unsupportedType()],
    [
      "a package",
      "a.zip",
      () => makeZip([{ name: "a", body: Buffer.from("x") }]),
      said.unsupportedType(),
    ],
    ["a program", "a.exe", () => Buffer.concat([Buffer.from("MZ"), NOISE]), said.unsupportedType()],
  ])(
    "%s is refused in our words, and nothing of it is stored",
    async (_what, name, bytes, words) => {
      const { actor } = await newTalk();
      cookie = await openSession(actor);
      const { status, body } = await send(name, bytes());
      expect([400, 413, 415]).toContain(status);
      expect(body.error.message).toMatch(/^[A-Z].{8,}\.$/s);
      expect(body.error.message).toBe(words);
      expect(await db().attachment.count({ where: { ownerId: actor.userId } })).toBe(0);
    },
  );
});

describe("a day's quota", () => {
  it("that has no room for a file refuses it before a byte of it is read", async () => {
    const { actor } = await newTalk();
    cookie = await openSession(actor);
    const { id } = await upload(actor, {
      name: "a",
      mediaType: "text/plain",
      data: Buffer.from("a"),
    });
    const quota = settings().UPLOAD_QUOTA_MB_PER_DAY * 1_000_000;
    await db().attachment.update({ where: { id }, data: { sizeBytes: quota - MEGABYTE } });
    let isRead = false;
    const body = new ReadableStream(
      {
        pull(controller) {
          isRead = true;
          controller.error(new Error("it was read"));
        },
      },
      { highWaterMark: 0 },
    );
    const headers = {
      "content-type": "multipart/form-data; boundary=x",
      "content-length": String(2 * MEGABYTE),
    };
    const init = Object.assign({ method: "POST", headers, body }, { duplex: "half" });
    const response = await POST(new Request("http://127.0.0.1/api/attachments", init));
    expect(await response.json()).toMatchObject({ error: { code: "upload-quota" } });
    expect([response.status, isRead]).toEqual([429, false]);
    // What fits is taken, to the last byte.
    const { status } = await send("b.txt", Buffer.alloc(MEGABYTE, "b"));
    expect(status).toBe(201);
    expect(await send("c.txt", Buffer.from("c"))).toMatchObject({
      body: { error: { code: "upload-quota" } },
    });
  });
});

/** What a model reads of a tool, and no person may. */
const OF_TOOLS = /Failed|\bcodes?\b|offset|tell the person|trying again|could not be read:|"a\./i;

describe("a file that cannot be read in a turn", () => {
  it.each<[what: string, name: string, type: string, bytes: () => Uint8Array, why: string]>([
    [
      "a PDF with a password",
      "a.pdf",
      "application/pdf",
      () => encryptPdf(makePdf(["x"])),
      "it is protected by a password.",
    ],
    [
      "a broken PDF",
      "a.pdf",
      "application/pdf",
      () => Buffer.from("%PDF-1.4 and no more"),
      "it is damaged.",
    ],
    ["half of a Word document", "a.docx", DOCX, () => cut(makeDocx(["x"])), "it is damaged."],
    ["an Excel file that is none", "a.xlsx", XLSX, () => Buffer.from("PK"), "it is damaged."],
    ["a Word bomb", "a.docx", DOCX, () => bomb("docx"), "it is too large when unpacked."],
    ["an Excel bomb", "a.xlsx", XLSX, () => bomb("xlsx"), "it is too large when unpacked."],
    ["a PowerPoint bomb", "a.pptx", PPTX, () => bomb("pptx"), "it is too large when unpacked."],
    [
      "a scan",
      "a.pdf",
      "application/pdf",
      () => makePdf(["", ""]),
      "it has no text, only pictures.",
    ],
    [
      "an empty document",
      "a.docx",
      DOCX,
      () => emptyOffice("docx"),
      "it has no text, only pictures.",
    ],
    [
      "an empty workbook",
      "a.xlsx",
      XLSX,
      () => emptyOffice("xlsx"),
      "it has no text, only pictures.",
    ],
    ["an empty show", "a.pptx", PPTX, () => emptyOffice("pptx"), "it has no text, only pictures."],
    ["what is no text", "a.txt", "text/plain", () => NOISE, "its content is not text."],
    [
      "what is read in an encoding that does not fit",
      "a.txt",
      "text/plain;charset=shift_jis",
      () => NOISE,
      "its content is not text.",
    ],
    [
      "what is of no known kind",
      "a.odt",
      "application/vnd.oasis.opendocument.text",
      () => openDocument("text"),
      "files of this kind cannot be read.",
    ],
  ])("%s is said to be so, whatever is asked of it", async (_what, name, mediaType, bytes, why) => {
    const talk = await newTalk();
    const data = Buffer.from(bytes());
    for (const question of ["What does the file say?", "How many joined each month?"]) {
      const { id } = await upload(talk.actor, { name, mediaType, data });
      const { answer, result } = await talk.say(question, { attachmentIds: [id] });
      expect(answer).toBe(`I could not read **${name}**: ${why}`);
      expect(answer).not.toMatch(OF_TOOLS);
      expect(result.ending).toBe("complete");
    }
  });
});
