/**
 * Copies a message: its exact Markdown, or as it looks, for a program that shows formatted text. The second stands in a menu with
 * what is wanted rarely.
 */
"use client";
import { Check, Copy, Ellipsis } from "lucide-react";
import { useRef } from "react";
import { announce } from "@/components/ui/announcer.tsx";
import { IconButton } from "@/components/ui/button.tsx";
import { useSaid } from "@/components/ui/copied/use-said.ts";
import { LateOverlay, lazyOverlay } from "@/components/ui/overlay/late-overlay.tsx";
import * as text from "@/lib/messages/chat.ts";

const MoreMenu = lazyOverlay(() => import("./more-menu.tsx"));

const ICON = { className: "size-3.5", strokeWidth: 1.75, "aria-hidden": true } as const;

type CopyMessageProps = {
  source: string;
  label: string;
  /** Of an answer: what else its menu has is about this one. */
  answerId?: string;
  isContested?: boolean;
};

export function CopyMessage({ source, label, answerId, isContested }: CopyMessageProps) {
  const button = useRef<HTMLButtonElement>(null);
  const [said, say] = useSaid<"copied">();
  const copy = async (isFormatted: boolean) => {
    const rendered = button.current?.closest("article")?.querySelector(".prose") ?? null;
    try {
      if (isFormatted) await copyRich(rendered, source);
      else await navigator.clipboard.writeText(source);
      say("copied");
      announce(text.copied());
    } catch {
      announce(text.notCopied());
    }
  };
  const Shown = said ? Check : Copy;
  const more = (
    <IconButton size="sm" data-more="" aria-label={text.moreActions()}>
      <Ellipsis {...ICON} />
    </IconButton>
  );
  return (
    <>
      <IconButton
        ref={button}
        size="sm"
        data-copy=""
        aria-label={label}
        onClick={({ altKey }) => void copy(altKey)}
      >
        <Shown {...ICON} />
      </IconButton>
      <LateOverlay trigger={more} isOnDemand>
        <MoreMenu
          trigger={more}
          answerId={answerId}
          isContested={isContested}
          onCopyFormatted={() => void copy(true)}
        />
      </LateOverlay>
    </>
  );
}

/** The text of a page that knows no formatted text is the exact source. */
async function copyRich(rendered: Element | null, source: string): Promise<void> {
  if (!rendered) throw new Error("nothing is rendered");
  const { toRichText } = await import("./rich-text.ts");
  const part = (type: string, words: string) => [type, new Blob([words], { type })] as const;
  const parts = [part("text/html", toRichText(rendered)), part("text/plain", source)];
  await navigator.clipboard.write([new ClipboardItem(Object.fromEntries(parts))]);
}
