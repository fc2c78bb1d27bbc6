/**
 * The drafts of a person in this browser: one for each conversation and one for a new one. They are kept in
 * localStorage, so that a reload and the person's other tabs have them, under the person's id, so that nobody else sees
 * them. A draft outlives the view that shows it: an upload that ends later still finds its place.
 */
import { type Draft, EMPTY_DRAFT, isEmptyDraft, readDraft } from "./draft.ts";

const PREFIX = "halfsilver.draft.";

/** Names a draft; null for the conversation: a new one. */
export function draftKey(personId: string, conversationId: string | null): string {
  return `${PREFIX}${personId}.${conversationId ?? "new"}`;
}

type Live = {
  /** What is on screen. */
  draft: Draft;
  /** What is being sent. It is kept in place of the draft, so that a reload during a send restores it. */
  held: Draft | null;
  /** What localStorage held when this tab last read or wrote it. If it holds something else now, another tab wrote that later. */
  kept: string | null;
};

const live = new Map<string, Live>();
const listeners = new Map<string, Set<() => void>>();

export function getDraft(key: string): Draft {
  return liveOf(key).draft;
}

export function changeDraft(key: string, change: (draft: Draft) => Draft): void {
  const { draft, held } = liveOf(key);
  put(key, change(draft), held);
}

/** @param sent null when the send has ended */
export function holdDraft(key: string, sent: Draft | null): void {
  const { draft } = liveOf(key);
  if (sent === null && isEmptyDraft(draft)) empty(key);
  else put(key, draft, sent);
}

/** A new conversation has got its id: what was typed meanwhile goes along. */
export function moveDraft(from: string, to: string): void {
  const { draft, held } = liveOf(from);
  empty(from);
  put(to, draft, held);
}

/** Empties the draft of this tab. If another tab has begun one there meanwhile, that one stays in localStorage. */
function empty(key: string): void {
  const { kept } = liveOf(key);
  if (load(key) === kept) {
    put(key, EMPTY_DRAFT, null);
    return;
  }
  live.set(key, { draft: EMPTY_DRAFT, held: null, kept });
  tell(key);
}

/** Removes what others who used this browser left behind. */
export function forgetOthersDrafts(personId: string): void {
  forget((key) => !key.startsWith(`${PREFIX}${personId}.`));
}

/** For signing out. */
export function forgetDrafts(): void {
  forget(() => true);
}

export function subscribeToDraft(key: string, listener: () => void): () => void {
  readAnew(key);
  const ours = listeners.get(key) ?? new Set();
  ours.add(listener);
  listeners.set(key, ours);
  const onStorage = (event: StorageEvent) => {
    // Without a key: everything was cleared.
    if (event.key !== null && event.key !== key) return;
    readAnew(key);
    listener();
  };
  window.addEventListener("storage", onStorage);
  return () => {
    ours.delete(listener);
    window.removeEventListener("storage", onStorage);
  };
}

/** Takes over what another tab wrote; not during a send, because that tab's draft is a new one then. */
function readAnew(key: string): void {
  const known = live.get(key);
  if (known && !known.held && known.kept !== load(key)) live.delete(key);
}

function liveOf(key: string): Live {
  const known = live.get(key);
  if (known) return known;
  const kept = load(key);
  const loaded = { draft: readDraft(kept), held: null, kept };
  live.set(key, loaded);
  return loaded;
}

function put(key: string, draft: Draft, held: Draft | null): void {
  keep(key, held ?? draft);
  live.set(key, { draft, held, kept: load(key) });
  tell(key);
}

function tell(key: string): void {
  for (const listener of listeners.get(key) ?? []) listener();
}

function forget(isForgotten: (key: string) => boolean): void {
  try {
    const keys = Object.keys(localStorage).filter((key) => key.startsWith(PREFIX));
    for (const key of keys.filter(isForgotten)) localStorage.removeItem(key);
  } catch {
    // A browser that keeps nothing has nothing to forget.
  }
  for (const key of [...live.keys()].filter(isForgotten)) live.delete(key);
}

function load(key: string): string | null {
  try {
    return localStorage.getItem(key);
  } catch {
    return null;
  }
}

function keep(key: string, draft: Draft): void {
  try {
    if (isEmptyDraft(draft)) localStorage.removeItem(key);
    else localStorage.setItem(key, JSON.stringify(draft));
  } catch {
    // Storage is full or off: the draft lives as long as the page.
  }
}
