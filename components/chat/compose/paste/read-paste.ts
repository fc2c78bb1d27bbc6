/** What a paste puts into a message: its text, or its files where it has none. Pure. */

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
