/** A long text belongs in a file: by one press, or by itself where a message cannot hold it. */
"use client";
import { useState } from "react";
import {
  ATTACHMENTS_MAX_COUNT,
  LONG_TEXT_MIN_CHARS,
  MESSAGE_MAX_CHARS,
} from "@/lib/contracts/limits.ts";
import type { Draft } from "../draft.ts";
import { keepPaste, LINE_ENDS } from "../paste/keep-paste.ts";
import type { useDraft } from "../use-draft.ts";
import { offeredText } from "./offered-text.ts";

type LongText = {
  /** What can become a file; null where there is nothing long. */
  offered: string | null;
  attach: () => void;
  /**
   * Looks at what is pasted.
   * @param replaced characters of the box that it is pasted over
   * @returns whether it became a file
   */
  onPaste: (pasted: string, replaced: number) => boolean;
};

export function useLongText(
  { draft, update }: Pick<ReturnType<typeof useDraft>, "draft" | "update">,
  addFiles: (files: readonly File[]) => void,
): LongText {
  const [pasted, setPasted] = useState<string | null>(null);
  const hasRoom = draft.attachments.length < ATTACHMENTS_MAX_COUNT;
  const offered = hasRoom ? offeredText(draft.text, pasted) : null;
  const toFile = (said: string) => {
    import("./long-text-offer.tsx").then(
      ({ fileOfText }) => addFiles([fileOfText(said)]),
      // The code could not be loaded: nothing of the text is lost.
      () => update((now) => withText(withPaste(now, said), `${now.text}${said}`)),
    );
  };
  return {
    offered,
    attach() {
      if (offered === null) return;
      update((now) => withText(now, now.text.replace(offered, () => "").trim()));
      setPasted(null);
      toFile(offered);
    },
    onPaste(given, replaced) {
      const said = given.replace(LINE_ENDS, "\n");
      const isLong = said.length >= LONG_TEXT_MIN_CHARS;
      if (isLong) setPasted(said);
      const fits = draft.text.length - replaced + said.length <= MESSAGE_MAX_CHARS;
      if (!isLong || fits || !hasRoom) {
        update((now) => withPaste(now, said));
        return false;
      }
      toFile(said);
      return true;
    },
  };
}

const withPaste = (draft: Draft, said: string): Draft => ({
  ...draft,
  pasted: keepPaste(draft.pasted, said),
});

const withText = (draft: Draft, text: string): Draft => ({ ...draft, text });
