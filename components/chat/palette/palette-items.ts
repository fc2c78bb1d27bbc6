/** What the palette lists, in groups: conversations, commands, messages. Pure. */
import { findRanges, type TextRange } from "@/lib/contracts/public/search/find-ranges.ts";
import type {
  FoundConversation,
  FoundMessage,
  SearchResults,
} from "@/lib/contracts/public/search/search-results.ts";
import * as text from "@/lib/messages/search.ts";
import { COMMAND_IDS, type CommandId, specOf } from "./commands.ts";

export type PaletteItem =
  | { kind: "conversation"; key: string; found: FoundConversation }
  | { kind: "message"; key: string; found: FoundMessage }
  | { kind: "command"; key: string; id: CommandId; label: string; ranges: readonly TextRange[] };

export type PaletteGroup = { label: string; items: PaletteItem[] };

type Listed = { id: string; title: string };

/** Before the person types: where they were last, and what can be done. */
export function openingGroups(
  recent: readonly Listed[],
  ids: ReadonlySet<CommandId>,
): PaletteGroup[] {
  const found = recent.map(({ id, title }) => ({ id, title, ranges: [], isArchived: false }));
  return withItems([
    { label: text.groupRecent(), items: found.map(toConversation) },
    { label: text.groupCommands(), items: commandsOf(ids, "") },
  ]);
}

/** Messages last: there are many of them, and everything else would be below. */
export function foundGroups(
  words: string,
  results: SearchResults | undefined,
  ids: ReadonlySet<CommandId>,
): PaletteGroup[] {
  return withItems([
    { label: text.groupConversations(), items: (results?.conversations ?? []).map(toConversation) },
    { label: text.groupCommands(), items: commandsOf(ids, words) },
    { label: text.groupMessages(), items: (results?.messages ?? []).map(toMessage) },
  ]);
}

const withItems = (groups: PaletteGroup[]) => groups.filter(({ items }) => items.length > 0);

const toConversation = (found: FoundConversation): PaletteItem => ({
  kind: "conversation",
  key: `conversation:${found.id}`,
  found,
});

const toMessage = (found: FoundMessage): PaletteItem => ({
  kind: "message",
  key: `message:${found.messageId}`,
  found,
});

/** The palette is open: it does not offer itself. */
function commandsOf(ids: ReadonlySet<CommandId>, words: string): PaletteItem[] {
  const listed = COMMAND_IDS.filter((id) => ids.has(id) && id !== "search");
  return listed
    .map((id) => ({ id, label: specOf(id).label() }))
    .map((one) => ({ ...one, ranges: findRanges(one.label, words) }))
    .filter(({ label, ranges }) => words.trim() === "" || hasAll(label, words, ranges))
    .map(({ id, label, ranges }) => ({ kind: "command", key: `command:${id}`, id, label, ranges }));
}

function hasAll(label: string, words: string, ranges: readonly TextRange[]): boolean {
  const parts = words.trim().split(/\s+/u);
  return ranges.length > 0 && parts.every((part) => findRanges(label, part).length > 0);
}
