/** Which conversations are selected, while the person selects several of them. */
"use client";
import { useMemo, useRef, useState } from "react";
import type { ListedConversation } from "@/lib/contracts/public/organise/conversation-list.ts";

export type Selection = {
  /** Null while nothing is being selected. */
  selected: ReadonlyMap<string, ListedConversation> | null;
  begin: (first?: ListedConversation) => void;
  end: () => void;
  toggle: (conversation: ListedConversation) => void;
  add: (conversations: readonly ListedConversation[]) => void;
  /** The one that was toggled last, where a range begins. */
  last: () => string | null;
};

export function useSelection(): Selection {
  const [selected, setSelected] = useState<ReadonlyMap<string, ListedConversation> | null>(null);
  const last = useRef<string | null>(null);
  return useMemo(
    () => ({
      selected,
      begin(first) {
        last.current = first?.id ?? null;
        setSelected(new Map(first ? [[first.id, first]] : []));
      },
      end: () => setSelected(null),
      toggle(conversation) {
        last.current = conversation.id;
        setSelected((before) => {
          const after = new Map(before);
          if (!after.delete(conversation.id)) after.set(conversation.id, conversation);
          return after;
        });
      },
      add: (conversations) =>
        setSelected((before) => {
          const added = conversations.map((one) => [one.id, one] as const);
          return new Map([...(before ?? []), ...added]);
        }),
      last: () => last.current,
    }),
    [selected],
  );
}
