/** The two forms of a document to take away: its Markdown, and a PDF that the server makes when it is asked for. */
"use client";
import { useMutation } from "@tanstack/react-query";
import { Download, LoaderCircle } from "lucide-react";
import { Button } from "@/components/ui/button.tsx";
import type { PublicAttachment } from "@/lib/contracts/public/conversation.ts";
import * as text from "@/lib/messages/document-panel.ts";
import { request } from "../data/get-json.ts";
import { markdownAddress, pdfAddress, pdfName } from "./documents-of.ts";

export function Downloads({ file }: { file: PublicAttachment }) {
  const printing = usePdf(file);
  const Icon = printing.isPending ? LoaderCircle : Download;
  return (
    <span className="flex flex-wrap items-center gap-1 pointer-coarse:*:min-h-11">
      <a
        href={markdownAddress(file)}
        download={file.name}
        className="inline-flex h-7 items-center gap-1.5 rounded-md px-2 text-xs font-medium text-soft hover:bg-hover hover:text-ink"
      >
        <Download className="size-3.5" strokeWidth={1.75} aria-hidden="true" />
        {file.name}
      </a>
      <Button
        size="sm"
        aria-disabled={printing.isPending}
        onClick={() => !printing.isPending && printing.mutate()}
      >
        <Icon
          className={printing.isPending ? "size-3.5 animate-spin" : "size-3.5"}
          strokeWidth={1.75}
          aria-hidden="true"
        />
        {printing.isPending ? text.makingPdf() : text.asPdf()}
      </Button>
      <span role="alert" className="basis-full px-2 text-xs text-danger empty:hidden">
        {printing.isError && text.pdfFailed()}
      </span>
    </span>
  );
}

/** Fetched and not linked: it takes a second or two, in which the button says so, and a failure is said here. */
function usePdf(file: PublicAttachment) {
  return useMutation({
    mutationFn: async () => {
      const response = await request(pdfAddress(file), { cache: "no-store" });
      const address = URL.createObjectURL(await response.blob());
      const link = Object.assign(document.createElement("a"), {
        href: address,
        download: pdfName(file),
      });
      link.click();
      // The browser has begun to save it by the next task.
      setTimeout(() => URL.revokeObjectURL(address), 0);
    },
  });
}
