/** Sends requests to the service, for its tests. */
import "server-only";
import { expect } from "vitest";
import { UmsChatAnswer, type UmsChatRequest } from "../../contracts/ums/ums-chat.ts";
import { db } from "../../db/client.ts";
import { ENVELOPE, signedHeaders, type Ums } from "./provide-ums.ts";

export const say = (content: string, stream = false): UmsChatRequest => ({
  message: { role: "user", content },
  stream,
});

/** A scripted model's tool call. */
export const call = (name: string, args: object) => ({
  toolCalls: [{ name, arguments: JSON.stringify(args) }],
});

export const text = (words: string) => ({ text: words });

export async function storedMessages(conversationId: string) {
  const where = { where: { conversationId }, orderBy: { ordinal: "asc" } } as const;
  const rows = await db().umsMessage.findMany(where);
  return rows.map(({ message }) => message as { role: string; content: string });
}

/** The frames of a streamed answer, as JSON; `[DONE]` stays text. */
export async function frames(response: Response): Promise<unknown[]> {
  const events = (await response.text())
    .split("\n\n")
    .filter((event) => event.startsWith("data: "));
  return events.map((event) => {
    const data = event.slice("data: ".length);
    return data === "[DONE]" ? data : JSON.parse(data);
  });
}

export function converseWith(ums: Ums) {
  const open = async (): Promise<string> => {
    const init = { method: "POST", headers: signedHeaders(), body: "{}" };
    const opened = await (await fetch(`${ums.server().url}/conversations`, init)).json();
    return opened.id;
  };
  const post = (
    id: string,
    request: UmsChatRequest,
    signal?: AbortSignal,
    metadata: Record<string, unknown> = {},
  ): Promise<Response> => {
    const body = JSON.stringify(request);
    const state = { ...ENVELOPE, metadata: { ...ENVELOPE.metadata, ...metadata } };
    const init = { method: "POST", headers: signedHeaders(state), body, signal };
    return fetch(`${ums.server().url}/conversations/${id}/chat`, init);
  };
  /** @param metadata of the envelope, in place of what it has */
  const ask = async (
    id: string,
    request: UmsChatRequest,
    metadata?: Record<string, unknown>,
  ): Promise<UmsChatAnswer> => {
    const response = await post(id, request, undefined, metadata);
    expect(response.status).toBe(200);
    return UmsChatAnswer.parse(await response.json());
  };
  return { open, post, ask };
}
