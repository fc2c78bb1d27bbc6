/** Copies a message: its exact Markdown, or as it looks, for a program that shows formatted text. */
"use client";
import { Check, ClipboardType, Copy, type LucideIcon } from "lucide-react";
import { type MouseEvent, useEffect, useState } from "react";
import { announce } from "@/components/ui/announcer.tsx";
import { IconButton } from "@/components/ui/button.tsx";
import * as text from "@/lib/messages/chat.ts";

const SAID_MS = 1_600;

type How = "source" | "rich";

type CopyButtonsProps = { source: string; label: string };

export function CopyButtons({ source, label }: CopyButtonsProps) {
  const [copied, setCopied] = useState<How | null>(null);
  useEffect(() => {
    if (copied === null) return;
    const timer = setTimeout(() => setCopied(null), SAID_MS);
    return () => clearTimeout(timer);
  }, [copied]);
  const copy = async (how: How, rendered: Element | null) => {
    try {
      if (how === "source") await navigator.clipboard.writeText(source);
      else await copyRich(rendered, source);
      setCopied(how);
      announce(text.copied());
    } catch {
      announce(text.notCopied());
    }
  };
  const button = (how: How, name: string, Icon: LucideIcon) => {
    const Shown = copied === how ? Check : Icon;
    return (
      <IconButton
        size="sm"
        data-copy={how}
        aria-label={name}
        onClick={({ currentTarget }: MouseEvent) => {
          const article = currentTarget.closest("article");
          void copy(how, article?.querySelector(".prose") ?? null);
        }}
      >
        <Shown className="size-3.5" strokeWidth={1.75} aria-hidden="true" />
      </IconButton>
    );
  };
  return (
    <>
      {button("source", label, Copy)}
      {button("rich", text.copyFormatted(), ClipboardType)}
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
