/** Saves a text as a file, byte for byte. */
"use client";
import { Download } from "lucide-react";
import { IconButton } from "@/components/ui/button.tsx";
import * as texts from "@/lib/messages/inspector-values.ts";

type DownloadButtonProps = {
  /** A function, so that a large value becomes text only when the button is pressed. */
  text: () => string;
  /** The file's name. */
  name: string;
  className?: string;
};

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
