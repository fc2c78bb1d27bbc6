/** Copies a text, and confirms that for a moment. */
"use client";
import { Check, Copy } from "lucide-react";
import * as text from "@/lib/messages/ui.ts";
import { IconButton } from "./button.tsx";
import { useSaid } from "./copied/use-said.ts";

type CopyButtonProps = { text: string; label: string; className?: string };

export function CopyButton({ text: copied, label, className }: CopyButtonProps) {
  const [said, say] = useSaid<"copied">();
  const copy = async () => {
    await navigator.clipboard.writeText(copied);
    say("copied");
  };
  const Icon = said ? Check : Copy;
  return (
    <IconButton
      size="sm"
      aria-label={said ? text.copied() : label}
      className={className}
      onClick={() => void copy().catch(() => undefined)}
    >
      <Icon className="size-3.5" strokeWidth={1.75} aria-hidden="true" />
    </IconButton>
  );
}
