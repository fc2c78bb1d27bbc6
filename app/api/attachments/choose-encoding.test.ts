/** The route that stores a text file once more, in another encoding: whose file it may be, and what it refuses. */
import { randomUUID } from "node:crypto";
import { beforeEach, describe, expect, it, vi } from "vitest";
import type { Actor } from "@/lib/access/actor.ts";
import { headersWith, openSession } from "@/lib/auth/session/testing/request-cookie.ts";
import { readAttachment } from "@/lib/db/attachments/read-attachment.ts";
import { db } from "@/lib/db/client.ts";
import {
  createPerson,
  newTurn,
  provideTestDatabase,
  upload,
} from "@/lib/db/testing/turn-fixtures.ts";
import { createTurn } from "@/lib/db/turns/create-turn.ts";
import { FORM_BODY_MAX_BYTES, UPLOAD_FILE_MAX_BYTES } from "@/lib/edge/limits.ts";
import { settings } from "@/lib/env/settings.ts";
import { extractText } from "@/lib/tools/file-extraction/extract-text.ts";
import { POST } from "./[attachmentId]/preview/encoding/route.ts";

/** The cookies of the request that there is not here. */
let cookie: string | undefined;
vi.mock("next/headers", () => headersWith(() => cookie));

provideTestDatabase();
beforeEach(() => {
  cookie = undefined;
});

/** "Привет, мир" in Windows-1251. */
const HELLO = Buffer.from("cff0e8e2e5f22c20ece8f0", "hex");
const CYRILLIC = "text/plain;charset=windows-1251";

/** A person who is signed in, with a file of theirs. */
async function personWith(file: { mediaType?: string; data?: Buffer<ArrayBuffer> } = {}) {
  const person = await createPerson();
  cookie = await openSession(person);
  const { mediaType = CYRILLIC, data = HELLO } = file;
  return { person, file: await upload(person, { name: "note.txt", mediaType, data }) };
}

async function ask(id: string, body: unknown = { encoding: "koi8-r" }) {
  const response = await POST(
    new Request(`http://127.0.0.1/api/attachments/${id}/preview/encoding`, {
      method: "POST",
      headers: { "content-type": "application/json" },
      body: typeof body === "string" ? body : JSON.stringify(body),
    }),
    { params: Promise.resolve({ attachmentId: id }) },
  );
  return { status: response.status, body: await response.json() };
}

const refused = (status: number, code: string) => ({
  status,
  body: { error: { code, message: expect.stringMatching(/^[A-Z].{8,}[.?]$/s) } },
});
const countFiles = ({ userId }: Actor) => db().attachment.count({ where: { ownerId: userId } });

describe("another encoding for a file", () => {
  it("makes a file of its own of the same bytes, which is read so; the first one stays", async () => {
    const { person, file } = await personWith();
    const { status, body } = await ask(file.id);
    expect(status).toBe(201);
    expect(body).toMatchObject({ name: "note.txt", mediaType: "text/plain;charset=koi8-r" });
    expect(body.id).not.toBe(file.id);
    const [first, anew] = [
      await readAttachment(person, file.id),
      await readAttachment(person, body.id),
    ];
    expect(first.mediaType).toBe(CYRILLIC);
    expect(Buffer.from(anew.data)).toEqual(HELLO);
    const who = { person: person.userId, signal: new AbortController().signal };
    const load = async () => anew.data;
    const read = await extractText({ ...anew, id: body.id, sizeBytes: HELLO.length, load }, who);
    expect(read).toMatchObject({ ok: true, text: "оПХБЕР, ЛХП" });
  });

  it("is for its owner alone: others, also admins, learn nothing of the file", async () => {
    const { person, file } = await personWith();
    for (const role of ["user", "admin"] as const) {
      const other = await createPerson(role);
      cookie = await openSession(other);
      expect(await ask(file.id)).toEqual(refused(404, "not-found"));
      // As of a file that there never was.
      expect(await ask(randomUUID())).toEqual(refused(404, "not-found"));
      expect(await countFiles(other)).toBe(0);
    }
    expect(await countFiles(person)).toBe(1);
  });

  it("is refused to who is signed out, and to a session that has ended", async () => {
    const { person, file } = await personWith();
    await db().session.deleteMany({ where: { userId: person.userId } });
    expect(await ask(file.id)).toEqual(refused(401, "signed-out"));
    cookie = undefined;
    expect(await ask(file.id)).toEqual(refused(401, "signed-out"));
    expect(await countFiles(person)).toBe(1);
  });

  it.each([
    ["of no name that is known", { encoding: "utf-7" }],
    ["that nobody is offered, such as what replaces a page", { encoding: "replacement" }],
    ["of another label of one that is offered", { encoding: "cp1251" }],
    ["with a parameter of its own", { encoding: "koi8-r;charset=utf-8" }],
    ["of no text", { encoding: 7 }],
    ["that is missing", {}],
    ["with another field", { encoding: "koi8-r", ownerId: "somebody" }],
    ["in a body that is no JSON", "koi8-r"],
  ])("is refused %s", async (_what, body) => {
    const { person, file } = await personWith();
    expect(await ask(file.id, body)).toEqual(refused(400, "invalid"));
    expect(await countFiles(person)).toBe(1);
  });

  it("is refused in words of its own where the text does not read well in it", async () => {
    const { person, file } = await personWith();
    const { status, body } = await ask(file.id, { encoding: "utf-8" });
    expect({ status, code: body.error.code }).toEqual({ status: 415, code: "encoding-unfit" });
    expect(await countFiles(person)).toBe(1);
  });

  it.each([
    "application/pdf",
    "image/png",
    "application/vnd.openxmlformats-officedocument.wordprocessingml.document",
  ])("is refused for %s, which is no text", async (mediaType) => {
    const { person, file } = await personWith({ mediaType });
    expect(await ask(file.id)).toEqual(refused(400, "invalid"));
    expect(await countFiles(person)).toBe(1);
  });

  it.each([false, true])("leaves what was sent as it was (temporary: %s)", async (isTemporary) => {
    const { person, file } = await personWith();
    const begun = await createTurn(person, newTurn({ attachmentIds: [file.id], isTemporary }));
    if (!begun.ok || begun.repeated) throw new Error("the turn did not begin");
    const { conversationId, userMessageId, runId, answerMessageId } = begun.turn;
    const said = { ending: "complete", content: "Hello" } as const;
    await db().message.update({ where: { id: answerMessageId }, data: said });
    const ended = { status: "complete", endedAt: new Date() } as const;
    await db().run.update({ where: { id: runId }, data: ended });
    const sent = await db().attachment.findUniqueOrThrow({ where: { id: file.id } });

    const { status, body } = await ask(file.id);
    expect(status).toBe(201);
    expect(await db().attachment.findUniqueOrThrow({ where: { id: file.id } })).toEqual(sent);
    expect(sent.messageId).toBe(userMessageId);
    // The version is an upload that no message has, and is taken along by the next one.
    const anew = await db().attachment.findUniqueOrThrow({ where: { id: body.id } });
    expect(anew).toMatchObject({ messageId: null, conversationId: null });
    const next = newTurn({ conversationId, attachmentIds: [body.id] });
    expect(await createTurn(person, next)).toMatchObject({ ok: true });
    const taken = await db().attachment.findUniqueOrThrow({ where: { id: body.id } });
    expect(taken.conversationId).toBe(conversationId);
  });

  it("counts as an upload: by bytes of a day, and by number of a minute", async () => {
    const quota = settings().UPLOAD_QUOTA_MB_PER_DAY * 1_000_000;
    const { person, file } = await personWith();
    await db().attachment.update({ where: { id: file.id }, data: { sizeBytes: quota - 5 } });
    expect(await ask(file.id)).toMatchObject({ body: { error: { code: "upload-quota" } } });
    expect(await countFiles(person)).toBe(1);
    for (let more = 1; more < settings().UPLOADS_PER_MINUTE; more += 1) await ask(file.id);
    const { status, body } = await ask(file.id);
    expect({ status, code: body.error.code }).toEqual({ status: 429, code: "too-many-uploads" });
  });

  it("takes a file of the largest size, and no larger question", async () => {
    const data = Buffer.alloc(UPLOAD_FILE_MAX_BYTES, HELLO);
    const { file } = await personWith({ data });
    expect((await ask(file.id)).status).toBe(201);
    const { status } = await ask(file.id, { encoding: "k".repeat(FORM_BODY_MAX_BYTES) });
    expect(status).toBe(413);
  });
});
