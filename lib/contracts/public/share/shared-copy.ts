/** A frozen copy of the visible turns of a conversation: what anyone with its link receives. Nothing in it leads back. */
import * as z from "zod/mini";
import { MessageEnd } from "../message-end.ts";

/** What an answer cites, by name: a file's passages stay with its owner. */
const SharedSource = z.strictObject({
  number: z.int().check(z.positive()),
  name: z.string(),
  /** http or https; null for what has no address. */
  address: z.nullable(z.string()),
});
export type SharedSource = z.infer<typeof SharedSource>;

/** A picture that an answer brought, copied with it. */
const SharedPictureName = z.strictObject({
  id: z.uuid(),
  name: z.string(),
  alt: z.nullable(z.string()),
});

const SharedMessage = z.strictObject({
  by: z.enum(["person", "assistant"]),
  at: z.iso.datetime(),
  text: z.string(),
  /** How an answer ended; null for what a person said. */
  ending: z.nullable(MessageEnd),
  pictures: z.array(SharedPictureName),
  /** Names of files that are not part of the copy. */
  files: z.array(z.string()),
  sources: z.array(SharedSource),
});
export type SharedMessage = z.infer<typeof SharedMessage>;

/** As it is stored. */
export const SharedCopy = z.strictObject({
  version: z.literal(1),
  messages: z.array(SharedMessage),
});
export type SharedCopy = z.infer<typeof SharedCopy>;

/** What the page of a link shows. */
export type SharedPage = {
  title: string;
  /** Null where the person did not choose to be named. */
  sharedBy: string | null;
  frozenAt: string;
  messages: ShownMessage[];
};

/** `foundWrongAt`: when a reviewer found the answer wrong, where its person lets the page say so. It is no part of the copy. */
export type ShownMessage = SharedMessage & { foundWrongAt?: string };
