/** A message of a prompt as what it is: data between marks has no role of its own on the wire. */
import { readMarked } from "../../contracts/model/marked-data.ts";

type Wire = { role: string; content?: unknown };

/** @returns role `data` and the words between the marks where the message is marked as a whole, else the message */
export function unmark<Message extends Wire>(message: Message): Message {
  const { content } = message;
  const [only, ...others] = typeof content === "string" ? readMarked(content) : [];
  if (message.role !== "user" || !only?.isData || others.length > 0) return message;
  return { ...message, role: "data", content: only.text };
}
