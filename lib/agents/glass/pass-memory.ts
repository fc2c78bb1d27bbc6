/** What a model wrote is remembered as its person may read it: without words that are hidden from them. */
import type { Glass } from "../../contracts/model/glass.ts";

type Said = { role: string; content?: unknown; opaque?: unknown };

/** A message beside calls. */
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

/** A change of structured memory: each text in it. */
export function passValue(glass: Glass | undefined, value: unknown): unknown {
  if (!glass) return value;
  if (typeof value === "string") return glass.pass(value);
  if (Array.isArray(value)) return value.map((item) => passValue(glass, item));
  if (typeof value !== "object" || value === null || !isPlain(value)) return value;
  return Object.fromEntries(
    Object.entries(value).map(([name, item]) => [name, passValue(glass, item)]),
  );
}

const isPlain = (value: object) => Object.getPrototypeOf(value) === Object.prototype;
