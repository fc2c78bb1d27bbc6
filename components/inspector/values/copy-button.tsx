/** Copies a text in full, even where only a part of it is shown. */
"use client";
import { Check, Copy } from "lucide-react";
import { useEffect, useState } from "react";
import { IconButton } from "@/components/ui/button.tsx";
import * as texts from "@/lib/messages/inspector-values.ts";

const SHOWN_MS = 1_600;

type CopyButtonProps = {
  /** A function, so that a large value becomes text only when the button is pressed. */
  text: () => string;
  /** The name of the copied text, for the button's label: "Copy arguments". */
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
  const names = {
    idle: texts.copy({ what }),
    copied: texts.copied(),
    failed: texts.couldNotCopy(),
  };
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
