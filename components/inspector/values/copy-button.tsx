/** Takes a text away in full, even where only a part of it is shown: copied, or saved as a file. A digest is copied so. */
"use client";
import { Check, Copy, Download } from "lucide-react";
import { IconButton } from "@/components/ui/button.tsx";
import { useSaid } from "@/components/ui/copied/use-said.ts";
import { Explained } from "@/components/ui/explained.tsx";
import * as texts from "@/lib/messages/inspector-values.ts";

type CopyButtonProps = {
  /** A function, so that a large value becomes text only when the button is pressed. */
  text: () => string;
  /** The name of the copied text, for the button's label: "Copy arguments". */
  what: string;
  className?: string;
};

export function CopyButton({ text, what, className }: CopyButtonProps) {
  const [said, say] = useSaid<"copied" | "failed">();
  const copy = () =>
    navigator.clipboard.writeText(text()).then(
      () => say("copied"),
      () => say("failed"),
    );
  const news = said && (said === "copied" ? texts.copied() : texts.couldNotCopy());
  const Icon = said === "copied" ? Check : Copy;
  return (
    <>
      <IconButton
        size="sm"
        aria-label={news ?? texts.copy({ what })}
        onClick={copy}
        className={className}
      >
        <Icon className="size-3.5" strokeWidth={1.75} aria-hidden="true" />
      </IconButton>
      <span role="status" className="sr-only">
        {news}
      </span>
    </>
  );
}

/** The first digits of a SHA-256. The copy button copies all of it. */
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

type DownloadButtonProps = {
  /** A function, so that a large value becomes text only when the button is pressed. */
  text: () => string;
  /** The file's name. */
  name: string;
  className?: string;
};

/** Saves a text as a file, byte for byte. */
export function DownloadButton({ text, name, className }: DownloadButtonProps) {
  const download = () => {
    const address = URL.createObjectURL(new Blob([text()], { type: "application/octet-stream" }));
    const link = document.createElement("a");
    link.href = address;
    link.download = name;
    link.click();
    setTimeout(() => URL.revokeObjectURL(address), 60_000);
  };
  return (
    <IconButton
      size="sm"
      aria-label={texts.download({ name })}
      onClick={download}
      className={className}
    >
      <Download className="size-3.5" strokeWidth={1.75} aria-hidden="true" />
    </IconButton>
  );
}
