"use client";
/** Copies a text in full, whatever part of it is shown. */
import { Check, Copy } from "lucide-react";
import { useEffect, useState } from "react";
import { IconButton } from "@/components/ui/button.tsx";
import * as texts from "@/lib/messages/inspector-values.ts";

const SHOWN_MS = 1_600;

type CopyButtonProps = {
  /** Asked when it is pressed: a large value need not be text before. */
  text: () => string;
  /** What is copied, for the button's name: "Copy arguments". */
  what: string;
  className?: string;
};

export function CopyButton({ text, what, className }: CopyButtonProps) {
  const [state, setState] = useState<"idle" | "copied" | "failed">("idle");
  useEffect(() => {
    if (state === "idle") return;
    const timer = setTimeout(() => setState("idle"), SHOWN_MS);
    return () => clearTimeout(timer);
  }, [state]);
  const copy = () =>
    navigator.clipboard.writeText(text()).then(
      () => setState("copied"),
      () => setState("failed"),
    );
  const names = { idle: texts.copy({ what }), copied: "Copied", failed: texts.couldNotCopy() };
  const Icon = state === "copied" ? Check : Copy;
  return (
    <>
      <IconButton size="sm" aria-label={names[state]} onClick={copy} className={className}>
        <Icon className="size-3.5" strokeWidth={1.75} aria-hidden="true" />
      </IconButton>
      <span role="status" className="sr-only">
        {state === "idle" ? "" : names[state]}
      </span>
    </>
  );
}
