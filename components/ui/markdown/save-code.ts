/** Offers a block of code as a file, named by its language. */

const EXTENSIONS: Record<string, string> = {
  bash: "sh",
  csharp: "cs",
  docker: "dockerfile",
  javascript: "js",
  kotlin: "kt",
  markdown: "md",
  mermaid: "mmd",
  python: "py",
  ruby: "rb",
  rust: "rs",
  typescript: "ts",
  yaml: "yml",
};

/** @param language as `languageOf` names it; null: plain text */
function fileNameOf(language: string | null): string {
  return `code.${language === null ? "txt" : (EXTENSIONS[language] ?? language)}`;
}

export function saveCode(code: string, language: string | null): void {
  const address = URL.createObjectURL(new Blob([code], { type: "text/plain;charset=utf-8" }));
  const link = document.createElement("a");
  link.href = address;
  link.download = fileNameOf(language);
  link.click();
  URL.revokeObjectURL(address);
}
