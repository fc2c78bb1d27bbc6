/** What the model wrote beside its calls is remembered as its person may read it. */
import type { Glass } from "../../contracts/run/glass.ts";

type Said = { role: string; content?: unknown; opaque?: unknown };

export function passMessage<Message extends Said>(
  glass: Glass | undefined,
  message: Message,
): Message {
  const { role, content } = message;
  if (!glass || role !== "assistant" || typeof content !== "string") return message;
  const passed = glass.pass(content);
  if (passed === content) return message;
  // What the server needs back belongs to the text as it was.
  const { opaque: _, ...kept } = message;
  return { ...kept, content: passed } as Message;
}
