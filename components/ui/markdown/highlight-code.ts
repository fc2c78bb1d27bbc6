/** Colours code with shiki, which is fetched when the first code block needs it. */
import type { HighlighterCore, LanguageInput } from "shiki/core";

export type CodeToken = { text: string; color: string | null };

const LANGUAGES: Record<string, () => Promise<{ default: LanguageInput }>> = {
  bash: () => import("shiki/langs/bash.mjs"),
  c: () => import("shiki/langs/c.mjs"),
  cpp: () => import("shiki/langs/cpp.mjs"),
  csharp: () => import("shiki/langs/csharp.mjs"),
  css: () => import("shiki/langs/css.mjs"),
  diff: () => import("shiki/langs/diff.mjs"),
  docker: () => import("shiki/langs/docker.mjs"),
  go: () => import("shiki/langs/go.mjs"),
  html: () => import("shiki/langs/html.mjs"),
  java: () => import("shiki/langs/java.mjs"),
  javascript: () => import("shiki/langs/javascript.mjs"),
  json: () => import("shiki/langs/json.mjs"),
  jsx: () => import("shiki/langs/jsx.mjs"),
  kotlin: () => import("shiki/langs/kotlin.mjs"),
  markdown: () => import("shiki/langs/markdown.mjs"),
  php: () => import("shiki/langs/php.mjs"),
  python: () => import("shiki/langs/python.mjs"),
  r: () => import("shiki/langs/r.mjs"),
  ruby: () => import("shiki/langs/ruby.mjs"),
  rust: () => import("shiki/langs/rust.mjs"),
  sql: () => import("shiki/langs/sql.mjs"),
  swift: () => import("shiki/langs/swift.mjs"),
  toml: () => import("shiki/langs/toml.mjs"),
  tsx: () => import("shiki/langs/tsx.mjs"),
  typescript: () => import("shiki/langs/typescript.mjs"),
  xml: () => import("shiki/langs/xml.mjs"),
  yaml: () => import("shiki/langs/yaml.mjs"),
};

const ALIASES: Record<string, string> = {
  "c++": "cpp",
  "c#": "csharp",
  cs: "csharp",
  dockerfile: "docker",
  golang: "go",
  js: "javascript",
  kt: "kotlin",
  md: "markdown",
  patch: "diff",
  py: "python",
  python3: "python",
  rb: "ruby",
  rs: "rust",
  sh: "bash",
  shell: "bash",
  svg: "xml",
  ts: "typescript",
  yml: "yaml",
  zsh: "bash",
};

/** The language named by a fence's first word; null for one that is not highlighted. */
export function languageOf(fence: string): string | null {
  const word = fence.trim().split(/\s/, 1)[0]?.toLowerCase() ?? "";
  const name = Object.hasOwn(ALIASES, word) ? (ALIASES[word] ?? word) : word;
  return Object.hasOwn(LANGUAGES, name) ? name : null;
}

/** Lines of coloured tokens; the colours are custom properties of app/code.css. */
export async function highlightCode(code: string, language: string): Promise<CodeToken[][]> {
  const highlighter = await loadHighlighter();
  const load = LANGUAGES[language];
  if (load && !highlighter.getLoadedLanguages().includes(language)) {
    await highlighter.loadLanguage((await load()).default);
  }
  const lines = highlighter.codeToTokensBase(code, { lang: language, theme: "css-variables" });
  return lines.map((line) =>
    line.map(({ content, color }) => ({ text: content, color: color ?? null })),
  );
}

let loading: Promise<HighlighterCore> | undefined;

function loadHighlighter(): Promise<HighlighterCore> {
  loading ??= createHighlighter();
  return loading;
}

async function createHighlighter(): Promise<HighlighterCore> {
  const [core, engine] = await Promise.all([
    import("shiki/core"),
    import("shiki/engine/javascript"),
  ]);
  return core.createHighlighterCore({
    themes: [core.createCssVariablesTheme({ variablePrefix: "--code-", fontStyle: false })],
    langs: [],
    engine: engine.createJavaScriptRegexEngine({ forgiving: true }),
  });
}
