/** Makes a frozen copy of what a person sees of their conversation, field by field. Pure. */
import "server-only";
import { randomUUID } from "node:crypto";
import type { PublicMessage } from "../../contracts/public/conversation.ts";
import type { SharedMessage, SharedSource } from "../../contracts/public/share/shared-copy.ts";
import { nameSource } from "../../contracts/public/sources/name-source.ts";
import type { PublicSource } from "../../contracts/public/sources/public-source.ts";
import { SHARED_PICTURE_MAX_BYTES, SHARED_PICTURES_MAX } from "../limits.ts";

export type Frozen = {
  messages: SharedMessage[];
  /** Which file each picture of the copy is a copy of. */
  pictures: { id: string; attachmentId: string }[];
  /** True where the last turn is left out, because its answer is being written. */
  isWriting: boolean;
};

/** Pictures of answers are part of the copy. What the person attached, and all other files, are named only. */
export function freezeConversation(shown: readonly PublicMessage[]): Frozen {
  const isWriting = shown.at(-1)?.liveRunId !== null && shown.length > 0;
  const whole = isWriting ? shown.slice(0, -2) : shown;
  const pictures: Frozen["pictures"] = [];
  const messages = whole.map((message) => {
    const taken = message.attachments.filter(
      (file) =>
        message.role === "assistant" &&
        file.mediaType.startsWith("image/") &&
        file.sizeBytes <= SHARED_PICTURE_MAX_BYTES &&
        pictures.length < SHARED_PICTURES_MAX,
    );
    const copies = taken.map((file) => ({ file, id: randomUUID() }));
    pictures.push(...copies.map(({ file, id }) => ({ id, attachmentId: file.id })));
    return {
      by: message.role === "user" ? ("person" as const) : ("assistant" as const),
      at: message.createdAt,
      text: message.content,
      ending: message.ending,
      pictures: copies.map(({ file, id }) => ({ id, name: file.name, alt: file.alt ?? null })),
      files: message.attachments.filter((file) => !taken.includes(file)).map(({ name }) => name),
      sources: message.sources.map(toSharedSource),
    };
  });
  return { messages, pictures, isWriting };
}

function toSharedSource(source: PublicSource): SharedSource {
  return {
    number: source.number,
    name: nameSource(source),
    address: source.kind === "page" ? source.address : null,
  };
}
