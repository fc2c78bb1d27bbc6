"use client";
/** A SHA-256 by its first digits, whole when copied. */
import { CopyButton } from "./copy-button.tsx";

export function Digest({ sha256 }: { sha256: string }) {
  return (
    <span className="inline-flex items-center gap-0.5 whitespace-nowrap">
      <code className="font-mono text-xs text-soft" title={sha256}>
        {sha256.slice(0, 10)}
      </code>
      <CopyButton text={() => sha256} what="digest" className="-my-1 size-6" />
    </span>
  );
}
