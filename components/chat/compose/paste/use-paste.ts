/** Pasting into the message: files are attached, tables become Markdown, and pictures of a text are offered. */
"use client";
import { type ClipboardEvent, useState } from "react";

type PasteInto = {
  isReady: boolean;
  onText: (text: string) => void;
  onFiles: (files: readonly File[]) => void;
  /** @returns whether what is pasted became a file; `replaced`: characters that it is pasted over */
  onPasteText: (pasted: string, replaced: number) => boolean;
};

/** Without its code, the text is as the clipboard has it. */
const tablesOf = (pasted: string) =>
  import("./pasted-tables.ts").then(
    ({ withTables }) => withTables(pasted),
    () => pasted,
  );

export function usePaste({ isReady, onText, onFiles, onPasteText }: PasteInto) {
  /** Pictures of a text that was pasted. */
  const [offered, setOffered] = useState<readonly File[]>([]);
  const onPaste = (event: ClipboardEvent<HTMLTextAreaElement>) => {
    const { clipboardData, currentTarget: box } = event;
    const { text, hasTable, files, offered } = readPaste({
      text: clipboardData.getData("text/plain"),
      html: clipboardData.getData("text/html"),
      files: [...clipboardData.files],
    });
    setOffered(offered);
    if (files.length > 0) onFiles(files);
    const becomesFile = (said: string) => onPasteText(said, box.selectionEnd - box.selectionStart);
    const isTaken = hasTable ? isReady : text === "" ? files.length > 0 : becomesFile(text);
    if (isTaken) event.preventDefault();
    if (!hasTable || !isReady) return;
    void tablesOf(text).then((markdown) => {
      if (becomesFile(markdown)) return;
      box.setRangeText(markdown, box.selectionStart, box.selectionEnd, "end");
      onText(box.value);
    });
  };
  const attachOffered = () => {
    onFiles(offered);
    setOffered([]);
  };
  return { onPaste, offersPicture: offered.length > 0, attachOffered };
}

type Pasted = {
  /** Empty where the files are all that the clipboard has. */
  text: string;
  /** Its cells stand between tabs (pasted-tables.ts). */
  hasTable: boolean;
  /** Attached at once. */
  files: readonly File[];
  /** Pictures of what the text says. */
  offered: readonly File[];
};

type Clipboard = { text: string; html: string; files: readonly File[] };

export function readPaste({ text, html, files }: Clipboard): Pasted {
  if (text.trim() === "" || namesOnly(text, files))
    return { text: files.length > 0 ? "" : text, hasTable: false, files, offered: [] };
  const isPicture = (file: File) => file.type.startsWith("image/");
  return {
    text,
    hasTable: text.includes("\t") && /<table[\s>]/i.test(html),
    files: files.filter((file) => !isPicture(file)),
    offered: files.filter(isPicture),
  };
}

/** File managers put the names beside the files. */
function namesOnly(text: string, files: readonly File[]): boolean {
  const lines = text.split(/\r?\n|\r/).filter((line) => line.trim() !== "");
  return lines.length > 0 && lines.every((line) => files.some(({ name }) => isNameOf(line, name)));
}

function isNameOf(line: string, name: string): boolean {
  const written = line.trim();
  return written === name || written.endsWith(`/${name}`) || written.endsWith(`\\${name}`);
}
