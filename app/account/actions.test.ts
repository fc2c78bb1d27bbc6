/**
 * Every server action, found in the code, gets what no page of ours sends: arguments of every wrong kind, and ids of others,
 * of the wrong kind and of what is gone, signed in and out. Each answers with a refusal in words, and nothing is logged as
 * an error of ours.
 */
import { randomUUID } from "node:crypto";
import { join } from "node:path";
import { beforeAll, beforeEach, describe, expect, it, vi } from "vitest";
import type { Actor } from "@/lib/access/actor.ts";
import { headersWith, openSession } from "@/lib/auth/session/testing/request-cookie.ts";
import { db } from "@/lib/db/client.ts";
import { arrangeFolder } from "@/lib/db/conversations/organise/organise-conversations.ts";
import { shareConversation } from "@/lib/db/shares/share-conversation.ts";
import {
  createPerson,
  newTurn,
  provideTestDatabase,
  upload,
} from "@/lib/db/testing/turn-fixtures.ts";
import { createTurn } from "@/lib/db/turns/create-turn.ts";
import { log } from "@/lib/log/log.ts";
import { ROOT } from "@/scripts/setup/paths.ts";
import { isTest, listSourceFiles } from "@/scripts/structure/list-files.ts";
import { readSource } from "@/scripts/structure/parse-source.ts";
import { isActionFile } from "@/scripts/structure/rules/check-actions.ts";

type Action = (...args: unknown[]) => Promise<unknown>;

/** The cookies of the request that there is not here. */
let cookie: string | undefined;
vi.mock("next/headers", () => headersWith(() => cookie));
vi.mock("next/cache", () => ({ revalidatePath: () => undefined }));

provideTestDatabase();

/**
 * What a page sends to each action. The ids in it are replaced by those of the test's world.
 * An action that begins a turn never does so here: the person's own conversation has a turn under way.
 */
const ID = randomUUID();
const SENT: Record<string, unknown> = {
  sendMessage: { conversationId: ID, clientMessageId: ID, text: "Hello", attachmentIds: [ID] },
  editMessage: { conversationId: ID, messageId: ID, clientMessageId: ID, text: "Hello" },
  continueAnswer: { answerMessageId: ID },
  retryAnswer: { answerMessageId: ID },
  decideApproval: { approvalId: ID, decision: "approved" },
  openApproval: { approvalId: ID },
  correctFact: { conversationId: ID, path: "/answers/goal", value: "Glass" },
  chooseVersion: { conversationId: ID, messageId: ID },
  giveFeedback: { answerMessageId: ID, feedback: { verdict: "up", words: "Good" } },
  organise: { conversationIds: [ID], change: { to: "moved", folderId: ID } },
  arrangeFolder: { to: "renamed", folderId: ID, name: "Glass" },
  share: { conversationId: ID, isNamed: true },
  revokeShare: { shareLinkId: ID },
  changeName: { name: "Ada" },
  changePassword: { current: "not this one", next: "violet plover sings" },
  changeEmail: { email: "ada@example.org", current: "not this one" },
  deleteAccount: { current: "not this one" },
  signOutOthers: ID,
  revokeLink: ID,
  saveInstructions: { instructions: "Be brief." },
  saveLook: { theme: "dark" },
  chooseModel: { model: "of-nobody" },
  markNoticeSeen: { digest: "a".repeat(64) },
};

function deep(levels: number): unknown {
  let value: unknown = "end";
  for (let level = 0; level < levels; level += 1) value = level % 2 ? { value } : [value];
  return value;
}

function form(): FormData {
  const data = new FormData();
  data.set("conversationId", ID);
  data.set("file", new File(["a"], "a.txt"));
  return data;
}

const WRONG: readonly [string, unknown][] = [
  ["nothing", undefined],
  ["null", null],
  ["true", true],
  ["a number", 7],
  ["no number", Number.NaN],
  ["a large integer", 10n ** 40n],
  ["an empty text", ""],
  ["a text with NUL", "a\u0000b"],
  ["half of a character", "\ud800"],
  ["a text that is an SQL statement", "'; DELETE FROM message; --"],
  ["a huge text", "a".repeat(300_000)],
  ["a word of every object", "__proto__"],
  ["a date", new Date(Number.NaN)],
  ["a map", new Map([["a", 1]])],
  ["a set", new Set([ID])],
  ["bytes", new Uint8Array(1_000)],
  ["a form", form()],
  ["a file", new Blob(["a"])],
  ["an empty list", []],
  ["a list of lists", [[[]]]],
  ["a huge list", Array(50_000).fill(ID)],
  ["an empty object", {}],
  ["an object without a prototype", Object.create(null)],
  [
    "an object of many fields",
    Object.fromEntries(
      Array(5_000)
        .fill(0)
        .map((_, at) => [`${at}`, at]),
    ),
  ],
  [
    "an object with prototype keys",
    JSON.parse('{"__proto__":{"ok":true},"constructor":{"prototype":{}}}'),
  ],
  ["something deep", deep(3_000)],
];

/** The actions of the code by name. */
const actions = new Map<string, Action>();
/** Ids of what is of the person, of somebody else, and gone. */
let own: Record<string, string>;
let others: Record<string, string>;
let gone: Record<string, string>;
let signedIn: string;
let errors: unknown[];

beforeAll(async () => {
  const files = listSourceFiles().filter((path) => path.startsWith("app/") && !isTest(path));
  for (const file of files.filter((path) => isActionFile(readSource(path)))) {
    const module: Record<string, unknown> = await import(join(ROOT, file));
    for (const [name, value] of Object.entries(module))
      if (typeof value === "function") actions.set(name, value as Action);
  }
  const [person, other] = [await createPerson(), await createPerson()];
  own = await world(person);
  others = await world(other);
  gone = await world(person);
  await db().conversation.delete({ where: { id: gone.conversation ?? "" } });
  await db().folder.delete({ where: { id: gone.folder ?? "" } });
  await db().session.delete({ where: { id: gone.device ?? "" } });
  signedIn = await openSession(person);
});
beforeEach(() => {
  cookie = signedIn;
  errors = [];
  const keep = (...said: unknown[]) => {
    errors.push(said);
  };
  for (const level of ["warn", "error", "fatal"] as const)
    vi.spyOn(log(), level).mockImplementation(keep);
  vi.spyOn(console, "error").mockImplementation(keep);
});

/** A conversation with an answer and a link to it, whose second turn is under way, a file and a folder. */
async function world(actor: Actor): Promise<Record<string, string>> {
  const data = Buffer.from("inside");
  const file = await upload(actor, { name: "a.txt", mediaType: "text/plain", data });
  const begin = async (conversationId: string | null) => {
    const begun = await createTurn(actor, newTurn({ conversationId }));
    if (!begun.ok || begun.repeated) throw new Error("the turn did not begin");
    return begun.turn;
  };
  const first = await begin(null);
  const { conversationId: conversation, answerMessageId: answer, userMessageId, runId } = first;
  const ended = { status: "complete", endedAt: new Date() } as const;
  await db().run.update({ where: { id: runId }, data: ended });
  const said = { ending: "complete", content: "Hello" } as const;
  await db().message.update({ where: { id: answer }, data: said });
  const { id: link } = await shareConversation(actor, {
    conversationId: conversation,
    isNamed: false,
  });
  const folder = randomUUID();
  await arrangeFolder(actor, { to: "created", folderId: folder, name: `${folder}` });
  const { answerMessageId: writing } = await begin(conversation);
  const session = (await openSession(actor)).split(".")[0] ?? "";
  const { id: device } = await db().session.findUniqueOrThrow({ where: { token: session } });
  return {
    conversation,
    answer,
    question: userMessageId,
    run: runId,
    link,
    folder,
    file: file.id,
    writing,
    device,
  };
}

const isPlain = (value: unknown): value is Record<string, unknown> =>
  typeof value === "object" && value !== null && Object.getPrototypeOf(value) === Object.prototype;

/** What a page sends, with the id in each place replaced. */
function withId(sent: unknown, id: string): unknown {
  if (Array.isArray(sent)) return sent.map((inner) => withId(inner, id));
  if (!isPlain(sent)) return sent === ID ? id : sent;
  return Object.fromEntries(Object.entries(sent).map(([key, inner]) => [key, withId(inner, id)]));
}

/** What a page sends with one field, at any depth, replaced by each wrong value, left out, or beside one that is not known. */
function* withFault(sent: unknown): Generator<[string, unknown]> {
  if (!isPlain(sent)) return;
  yield ["an unknown field", { ...sent, userId: ID, isAdmin: true }];
  for (const [key, inner] of Object.entries(sent)) {
    const { [key]: _left, ...rest } = sent;
    yield [`without ${key}`, rest];
    for (const [what, value] of WRONG) yield [`${key}: ${what}`, { ...rest, [key]: value }];
    for (const [what, value] of withFault(inner))
      yield [`${key}.${what}`, { ...rest, [key]: value }];
  }
}

/** What the person gets: whether it was done, and otherwise why not, in words. */
async function answerOf(name: string, ...args: unknown[]): Promise<{ ok: boolean }> {
  const what = `${name}(${args.map((arg) => inspect(arg)).join(", ")})`;
  const answer = await actions
    .get(name)?.(...args)
    .catch((error: unknown) => ({ thrown: error }));
  expect(answer, what).toEqual(expect.objectContaining({ ok: expect.any(Boolean) }));
  const result = answer as { ok: boolean; message?: string };
  if (!result.ok) expect(result.message, what).toMatch(/^[A-Z].{8,}[.?]$/s);
  expect(errors, what).toEqual([]);
  return result;
}

const inspect = (value: unknown) => {
  try {
    return JSON.stringify(value)?.slice(0, 200);
  } catch {
    return String(value);
  }
};

const countRows = async () => ({
  messages: await db().message.count(),
  folders: await db().folder.count(),
  runs: await db().run.count(),
  links: await db().shareLink.count(),
  people: await db().user.count(),
});

describe("the actions of the code", () => {
  it("are those that this test knows what a page sends to", () => {
    expect([...actions.keys()].sort()).toEqual(Object.keys(SENT).sort());
  });
});

describe.each(Object.keys(SENT))("%s", (name) => {
  const sent = SENT[name];

  it("refuses arguments of every wrong kind, signed in and out", async () => {
    const before = await countRows();
    for (const as of [signedIn, undefined, "forged.c2lnbmF0dXJl"]) {
      cookie = as;
      const refusals = [await answerOf(name)];
      for (const [, value] of WRONG) {
        // Nobody else is signed out by null: the person has one session more, which stays or goes.
        if (name === "signOutOthers" && value === null) continue;
        refusals.push(await answerOf(name, value));
        refusals.push(await answerOf(name, value, sent, value));
      }
      expect(refusals.filter(({ ok }) => ok)).toEqual([]);
    }
    expect(await countRows()).toEqual(before);
  });

  it("answers arguments of the right form with a wrong field, signed in and out", async () => {
    const before = await countRows();
    for (const as of [signedIn, undefined]) {
      cookie = as;
      for (const [, value] of withFault(withId(sent, randomUUID()))) await answerOf(name, value);
    }
    expect(await countRows()).toEqual(before);
  });

  it("refuses ids of others, of the wrong kind, and of what is gone", async () => {
    const before = await countRows();
    const isOfIds = JSON.stringify(sent).includes(ID);
    for (const id of [...Object.values(others), ...Object.values(gone), randomUUID(), ID]) {
      const { ok } = await answerOf(name, withId(sent, id));
      if (isOfIds) expect(ok, id).toBe(false);
    }
    expect(await countRows()).toEqual(before);
    for (const id of Object.values(own)) await answerOf(name, withId(sent, id));
  });

  it("refuses everything to who is signed out, or whose account is gone", async () => {
    const leaving = await createPerson();
    for (const as of [undefined, "forged.c2lnbmF0dXJl", await openSession(leaving)]) {
      cookie = as;
      if (as?.includes("-")) await db().user.delete({ where: { id: leaving.userId } });
      for (const id of [own.conversation ?? "", others.link ?? ""])
        expect(await answerOf(name, withId(sent, id))).toMatchObject({ ok: false });
    }
  });
});

it("what is new takes nothing of somebody else", async () => {
  const before = await countRows();
  const { file = "", folder = "", conversation = "" } = others;
  const message = { clientMessageId: randomUUID(), text: "Hello", attachmentIds: [file] };
  const inFolder = { to: "moved", folderId: folder };
  for (const [name, input] of [
    ["sendMessage", message],
    ["sendMessage", { ...message, isTemporary: true }],
    ["editMessage", { ...message, conversationId: own.conversation, messageId: own.question }],
    ["organise", { conversationIds: [own.conversation], change: inFolder }],
    ["organise", { conversationIds: [own.conversation, conversation], change: { to: "deleted" } }],
    ["arrangeFolder", { to: "created", folderId: folder, name: "Mine" }],
    ["arrangeFolder", { to: "deleted", folderId: folder }],
  ] as const)
    expect(await answerOf(name, input), name).toMatchObject({ ok: false });
  expect(await countRows()).toEqual(before);
});
