/** Copies a text, and confirms that for a moment. */
"use client";
import { Check, Copy } from "lucide-react";
import { useEffect, useState } from "react";
import * as text from "@/lib/messages/ui.ts";
import { IconButton } from "./button.tsx";

const SAID_MS = 1_600;

type CopyButtonProps = { text: string; label: string; className?: string };

export function CopyButton({ text: copied, label, className }: CopyButtonProps) {
  const [isCopied, setCopied] = useState(false);

  useEffect(() => {
    if (!isCopied) return;
    const timer = setTimeout(() => setCopied(false), SAID_MS);
    return () => clearTimeout(timer);
  }, [isCopied]);

  const copy = async () => {
    await navigator.clipboard.writeText(copied);
    setCopied(true);
  };

  const Icon = isCopied ? Check : Copy;
  return (
    <IconButton
      size="sm"
      aria-label={isCopied ? text.copied() : label}
      className={className}
      onClick={() => void copy().catch(() => undefined)}
    >
      <Icon className="size-3.5" strokeWidth={1.75} aria-hidden="true" />
    </IconButton>
  );
}
