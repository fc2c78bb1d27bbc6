/**
 * The keys for messages. Letters work while a message has the focus, or nothing has: who types loses none of them. Each
 * presses the button that the pointer would press.
 */
import * as text from "@/lib/messages/chat.ts";

type Scope =
  /** Everywhere in the chat, also while typing. */
  | "anywhere"
  /** In the empty composer. */
  | "empty-composer"
  /** While nothing is typed. */
  | "reading";

export type TurnKey = {
  /** As `KeyboardEvent.key`, in lower case. */
  key: string;
  alt?: true;
  scope: Scope;
  /** The keys as the help shows them. */
  shown: readonly string[];
  does: () => string;
  act: (place: Place) => boolean;
};

/** Where the key was pressed: the messages on the page, and which of them has the focus. */
type Place = { messages: readonly HTMLElement[]; focused: HTMLElement | null };

export const TURN_KEYS: readonly TurnKey[] = [
  {
    key: "arrowup",
    alt: true,
    scope: "anywhere",
    shown: ["Alt", "\u2191"],
    does: text.keyPrevious,
    act: (place) => step(place, -1),
  },
  {
    key: "arrowdown",
    alt: true,
    scope: "anywhere",
    shown: ["Alt", "\u2193"],
    does: text.keyNext,
    act: (place) => step(place, 1),
  },
  {
    key: "k",
    scope: "reading",
    shown: ["K"],
    does: text.keyPrevious,
    act: (place) => step(place, -1),
  },
  { key: "j", scope: "reading", shown: ["J"], does: text.keyNext, act: (place) => step(place, 1) },
  {
    key: "arrowup",
    scope: "empty-composer",
    shown: ["\u2191"],
    does: text.keyEditLast,
    act: ({ messages }) => press(messages, "[data-edit]"),
  },
  {
    key: "e",
    scope: "reading",
    shown: ["E"],
    does: text.keyEdit,
    act: (place) => press(around(place), "[data-edit]"),
  },
  {
    key: "r",
    scope: "reading",
    shown: ["R"],
    does: text.keyAgain,
    act: (place) => press(around(place), "[data-again]"),
  },
  {
    key: "c",
    scope: "reading",
    shown: ["C"],
    does: text.keyCopy,
    act: (place) => press(around(place), "[data-copy]"),
  },
  {
    key: "f",
    scope: "reading",
    shown: ["F"],
    does: text.keyCopyFormatted,
    act: (place) => press(around(place), "[data-copy]", { altKey: true }),
  },
  {
    key: "[",
    scope: "reading",
    shown: ["["],
    does: text.previousVersion,
    act: (place) => press(around(place), '[data-step="-1"]'),
  },
  {
    key: "]",
    scope: "reading",
    shown: ["]"],
    does: text.nextVersion,
    act: (place) => press(around(place), '[data-step="1"]'),
  },
  {
    key: "+",
    scope: "reading",
    shown: ["+"],
    does: text.thumbUp,
    act: (place) => press(around(place), '[data-thumb="up"]'),
  },
  {
    key: "-",
    scope: "reading",
    shown: ["\u2212"],
    does: text.thumbDown,
    act: (place) => press(around(place), '[data-thumb="down"]'),
  },
];

/** The message that has the focus; without one, all of them: the last one that has the button counts. */
function around({ messages, focused }: Place): readonly HTMLElement[] {
  return focused ? [focused] : messages;
}

function press(
  messages: readonly HTMLElement[],
  button: string,
  keys: MouseEventInit = {},
): boolean {
  const found = messages.findLast((message) => message.querySelector(button));
  const control = found?.querySelector<HTMLElement>(button);
  if (!control) return false;
  control.dispatchEvent(new MouseEvent("click", { bubbles: true, cancelable: true, ...keys }));
  return true;
}

/** From the composer up to the last message, and from there down to it again. */
function step({ messages, focused }: Place, by: -1 | 1): boolean {
  const at = focused ? messages.indexOf(focused) : messages.length;
  const next = messages[at + by];
  if (next) {
    next.focus({ preventScroll: true });
    next.scrollIntoView({ block: "nearest" });
    return true;
  }
  if (by === 1) document.querySelector<HTMLElement>("textarea[name=message]")?.focus();
  return true;
}
