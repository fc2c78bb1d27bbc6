/** The first digits of a SHA-256. The copy button copies all of it. */
"use client";
import { Explained } from "@/components/ui/explained.tsx";
import * as texts from "@/lib/messages/inspector-values.ts";
import { CopyButton } from "./copy-button.tsx";

export function Digest({ sha256 }: { sha256: string }) {
  return (
    <span className="inline-flex items-center gap-0.5 whitespace-nowrap">
      <Explained look="bare" text={`SHA-256 ${sha256}`} className="font-mono text-xs text-soft">
        {sha256.slice(0, 10)}
      </Explained>
      <CopyButton text={() => sha256} what={texts.digest()} className="-my-1 size-6" />
    </span>
  );
}
