/** What the browser of the person who shares may receive, and what it asks for. */
import * as z from "zod/mini";
import type { TurnRefused } from "../send-message.ts";

/** One's own link to a frozen copy. */
export const ShareLink = z.strictObject({
  id: z.uuid(),
  conversationId: z.uuid(),
  title: z.string(),
  /** A path of this site; null where the deployment's secret has changed since, so that nobody can say it again. */
  path: z.nullable(z.string()),
  isNamed: z.boolean(),
  /** Whether the page says of an answer that it was found wrong. */
  showsVerdict: z.boolean(),
  frozenAt: z.iso.datetime(),
});
export type ShareLink = z.infer<typeof ShareLink>;

/** `GET /api/conversations/[conversationId]/share`: what a copy that is made now would hold, and the link that there is. */
export const ShareState = z.strictObject({
  link: z.nullable(ShareLink),
  messages: z.int(),
  pictures: z.int(),
  /** Files that would be named and left out. */
  files: z.int(),
  /** True where an answer is being written: its turn would be left out. */
  isWriting: z.boolean(),
  /** True where an answer of it was contested: the person may choose whether the page says so. */
  hasContest: z.boolean(),
});
export type ShareState = z.infer<typeof ShareState>;

/** Makes a link, or a new copy behind the one that there is. */
export const ShareConversation = z.strictObject({
  conversationId: z.uuid(),
  /** Whether the page says the person's name. */
  isNamed: z.boolean(),
  /** Whether it says of an answer that it was found wrong, from when on it was. */
  showsVerdict: z.optional(z.boolean()),
});
export type ShareConversation = z.infer<typeof ShareConversation>;

export const RevokeShare = z.strictObject({ shareLinkId: z.uuid() });
export type RevokeShare = z.infer<typeof RevokeShare>;

export type ShareResult = { ok: true; link: ShareLink } | TurnRefused;
