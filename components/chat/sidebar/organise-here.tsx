/** Moves and deletes the conversation on screen from its header: with the list's own dialog, and Undo where no list may stand. */
"use client";
import { createContext, lazy, type ReactNode, Suspense, useContext, useMemo, useRef } from "react";
import type { ListedConversation } from "@/lib/contracts/public/organise/conversation-list.ts";
import { UndoBar } from "./rows/undo-bar.tsx";
import { useMany, wordsFor } from "./use-many.ts";

const MoveDialog = lazy(async () => ({
  default: (await import("./folders/folder-dialogs.tsx")).MoveDialog,
}));

type Organise = {
  move: (conversation: ListedConversation) => void;
  remove: (conversation: ListedConversation) => void;
};

const OrganiseContext = createContext<Organise | null>(null);

export function useOrganiseHere(): Organise {
  const organise = useContext(OrganiseContext);
  if (!organise) throw new Error("useOrganiseHere outside of OrganiseHere");
  return organise;
}

type OrganiseHereProps = { currentId: string | null; children: ReactNode };

export function OrganiseHere({ currentId, children }: OrganiseHereProps) {
  const many = useMany(currentId);
  const { deleted, moving, problem } = many;
  const latest = useRef(many);
  latest.current = many;
  const organise = useMemo<Organise>(
    () => ({
      move: (conversation) => latest.current.setMoving([conversation]),
      remove: (conversation) => latest.current.remove([conversation]),
    }),
    [],
  );
  return (
    <OrganiseContext value={organise}>
      {children}
      {(deleted || problem) && (
        <div className="fixed inset-x-0 bottom-28 z-20 mx-auto w-80 max-w-full">
          {problem && (
            <p
              role="alert"
              className="mx-2 mb-2 rounded-md bg-raised px-3 py-2 text-xs text-danger"
            >
              {problem.message}
            </p>
          )}
          {deleted && (
            <UndoBar
              key={deleted[0]?.id}
              words={wordsFor(deleted)}
              onUndo={many.undo}
              onOver={many.forget}
            />
          )}
        </div>
      )}
      <Suspense>
        {moving && (
          <MoveDialog
            conversations={moving}
            onMove={many.move}
            onClose={() => many.setMoving(null)}
          />
        )}
      </Suspense>
    </OrganiseContext>
  );
}
