/**
 * The one registry of the chat's commands and their keys. The palette, the keyboard and the help read it. To add a
 * command: one entry here, and `useCommand("its-id", run)` where it can be done.
 */
import * as text from "@/lib/messages/palette.ts";

export type Chord = {
  /** As `KeyboardEvent.key`, in lower case. */
  key: string;
  /** Command on a Mac, Ctrl elsewhere. A chord without it does nothing while the person writes. */
  mod?: boolean;
  shift?: boolean;
};

type Spec = {
  label: () => string;
  group: () => string;
  keys?: readonly Chord[];
  /** True for what the keyboard does by itself: it is listed in the help, and is no command of the palette. */
  isHelpOnly?: boolean;
};

const COMMANDS = {
  search: { label: text.search, group: text.groupMoving, keys: [{ key: "k", mod: true }] },
  "new-conversation": {
    label: text.newConversation,
    group: text.groupMoving,
    keys: [{ key: "o", mod: true, shift: true }],
  },
  "write-message": {
    label: text.writeMessage,
    group: text.groupMoving,
    keys: [{ key: "i", mod: true }],
  },
  "toggle-sidebar": {
    label: text.toggleSidebar,
    group: text.groupMoving,
    keys: [{ key: "b", mod: true }],
  },
  "find-here": {
    label: text.findHere,
    group: text.groupThis,
    keys: [{ key: "f", mod: true, shift: true }],
  },
  rename: { label: text.rename, group: text.groupThis },
  pin: { label: text.pin, group: text.groupThis },
  unpin: { label: text.unpin, group: text.groupThis },
  archive: { label: text.archive, group: text.groupThis },
  unarchive: { label: text.unarchive, group: text.groupThis },
  "export-markdown": { label: text.exportMarkdown, group: text.groupThis },
  "export-json": { label: text.exportJson, group: text.groupThis },
  "theme-light": { label: text.themeLight, group: text.groupYours },
  "theme-dark": { label: text.themeDark, group: text.groupYours },
  "theme-system": { label: text.themeSystem, group: text.groupYours },
  settings: { label: text.settings, group: text.groupYours },
  account: { label: text.account, group: text.groupYours },
  inspector: { label: text.inspector, group: text.groupYours },
  "key-help": {
    label: text.keyHelp,
    group: text.groupYours,
    keys: [{ key: "/", mod: true }, { key: "?" }],
  },
  "sign-out": { label: text.signOut, group: text.groupYours },
  send: { label: text.send, group: text.groupWriting, keys: [{ key: "enter" }], isHelpOnly: true },
  "new-line": {
    label: text.newLine,
    group: text.groupWriting,
    keys: [{ key: "enter", shift: true }],
    isHelpOnly: true,
  },
  stop: {
    label: text.stopAnswer,
    group: text.groupWriting,
    keys: [{ key: "escape" }],
    isHelpOnly: true,
  },
} as const satisfies Record<string, Spec>;

export type CommandId = keyof typeof COMMANDS;

export const COMMAND_IDS = Object.keys(COMMANDS) as CommandId[];

export function specOf(id: CommandId): Spec {
  return COMMANDS[id];
}

/** @param isMac whose keys have signs */
export function nameChord({ key, mod, shift }: Chord, isMac: boolean): string {
  const name = key.length === 1 ? key.toUpperCase() : key[0]?.toUpperCase() + key.slice(1);
  const names = isMac ? { mod: "⌘", shift: "⇧" } : { mod: "Ctrl", shift: "Shift" };
  // "?" is typed with Shift on many keyboards, which its sign already says.
  const parts = [mod && names.mod, shift && names.shift, name].filter(Boolean);
  return parts.join(isMac ? "" : "+");
}

/** Whether a key press is this chord. */
export function isChord({ key, mod, shift }: Chord, event: KeyboardEvent): boolean {
  if (event.key.toLowerCase() !== key || event.altKey) return false;
  if ((event.metaKey || event.ctrlKey) !== (mod ?? false)) return false;
  // A sign such as "?" or "/" may need Shift, according to the keyboard.
  return /^[a-z]+$/.test(key) ? event.shiftKey === (shift ?? false) : true;
}
