"use client";
/** Renames the conversation on the screen, in the place of the palette's field. */
import * as text from "@/lib/messages/palette.ts";
import { useOrganise } from "../data/use-organise.ts";
import { RenameField } from "../sidebar/rows/rename-field.tsx";

type RenameHereProps = { conversationId: string; title: string; onDone: () => void };

export function RenameHere({ conversationId, title, onDone }: RenameHereProps) {
  const { mutate } = useOrganise();
  return (
    <div className="grid gap-1 p-4">
      <p className="text-xs text-faint">{text.rename()}</p>
      <RenameField
        label={text.titleField()}
        value={title}
        onRename={(renamed) =>
          mutate({ conversationIds: [conversationId], change: { to: "renamed", title: renamed } })
        }
        onClose={onDone}
      />
      <p className="text-xs text-faint">{text.saveTitle()}</p>
    </div>
  );
}
