/** A person in a conversation of their own, who sends and follows answers as a browser does. */
import { randomUUID } from "node:crypto";
import { IncomingMessage, ServerResponse } from "node:http";
import { Socket } from "node:net";
import type { Actor } from "@/lib/access/actor.ts";
import { actAsPerson } from "@/lib/auth/session/act-as-person.ts";
import { SendMessage, type SendMessageResult } from "@/lib/contracts/public/send-message.ts";
import { db } from "@/lib/db/client.ts";
import { createPerson, upload } from "@/lib/db/testing/turn-fixtures.ts";
import { settings } from "@/lib/env/settings.ts";
import { flushRuns } from "@/lib/runs/flush-runs.ts";
import { runRegistry } from "@/lib/runs/run-registry.ts";
import { holdStreamSlot } from "@/lib/runs/stream/hold-stream-slot.ts";
import { streamRun } from "@/lib/runs/stream/stream-run.ts";
import { sendTurn } from "../send-turn.ts";

type Started = Extract<SendMessageResult, { ok: true }>;

export type Chat = {
  actor: Actor;
  /** The ids of uploads that are not sent yet. */
  files: readonly string[];
  /** Resolves when the answer has ended. */
  say(text: string, more?: Partial<SendMessage>): Promise<Started>;
  end(starting: Promise<SendMessageResult | null>): Promise<Started>;
  /** The id of the open question. */
  pending(): Promise<string>;
};

export async function openChat(): Promise<Chat> {
  // By the default policies only some roles may change the directory.
  const actor = await createPerson("admin");
  const token = randomUUID();
  const expiresAt = new Date(Date.now() + 3_600_000);
  await db().session.create({ data: { id: randomUUID(), userId: actor.userId, token, expiresAt } });
  const files: string[] = [];
  for (const name of ["a.txt", "b.txt"]) {
    const file = { name, mediaType: "text/plain", data: Buffer.from("Ada, Bob") };
    files.push((await upload(actor, file)).id);
  }
  let conversationId: string | undefined;
  const end: Chat["end"] = async (starting) => {
    const started = await starting;
    if (!started?.ok) throw new Error(started?.reason ?? "signed out");
    await follow(actor, started.runId);
    ({ conversationId } = started);
    return started;
  };
  return {
    actor,
    files,
    end,
    say(text, more) {
      const sent = { conversationId, text, clientMessageId: randomUUID(), ...more };
      const message = SendMessage.parse(sent);
      return end(actAsPerson(token, (known, session) => sendTurn(known, message, session)));
    },
    async pending() {
      const [asked] = await db().$queryRaw<
        { id: string }[]
      >`/* of the test */ SELECT id FROM approval
        WHERE conversation_id = ${conversationId}::uuid AND status = 'pending'`;
      if (!asked) throw new Error("nothing was asked");
      return asked.id;
    },
  };
}

/** While the run is live, and when it has ended. */
async function follow(actor: Actor, runId: string): Promise<void> {
  const done = runRegistry().runs.get(runId)?.done;
  const live = await openStream(actor, runId);
  await flushRuns();
  await done;
  const stored = await openStream(actor, runId);
  for (const stream of [live, stored]) stream.emit("close");
}

async function openStream(actor: Actor, runId: string): Promise<ServerResponse> {
  const response = new ServerResponse(new IncomingMessage(new Socket()));
  await holdStreamSlot(actor, response, settings().MAX_STREAMS);
  await streamRun(actor, runId, 0, response, {});
  return response;
}
