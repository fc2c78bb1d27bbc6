/** Pictures in messages, and what stands in their place for a model that cannot see. Pure. */
import type { ModelMessage } from "../model-types.ts";

const NOT_SEEN =
  "(Not seen: you cannot see pictures. Say so plainly if it matters for the answer, and do not guess what it shows.)";

export function hasPicture({ content }: ModelMessage): boolean {
  return Array.isArray(content) && content.some((part) => part.type === "image_url");
}

export function describePictures(message: ModelMessage): ModelMessage {
  if (message.role !== "user" || !hasPicture(message)) return message;
  const parts = Array.isArray(message.content) ? message.content : [];
  const texts = parts.map((part) => (part.type === "text" ? part.text : NOT_SEEN));
  return { ...message, content: texts.join(" ") };
}
