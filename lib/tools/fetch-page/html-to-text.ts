/** A page as a person reads it: its title, its headings, paragraphs and lists, without what surrounds them. */
import { decodeEntities } from "./decode-entities.ts";
import { htmlTokens } from "./html-tokens.ts";

export type PageText = { title: string; text: string };

/** A stretch of text and where it stands: within the main part, or within what surrounds it. */
type Stretch = { text: string; main: boolean; around: boolean };

const MAIN = new Set(["main", "article"]);
const AROUND = new Set(["nav", "header", "footer", "aside", "form", "button", "select"]);
/** A main part that is shorter than this is none. */
const MAIN_MIN_CHARS = 200;
const BREAKS: Record<string, string> = {
  br: "\n",
  hr: "\n\n",
  li: "\n- ",
  tr: "\n",
  td: " | ",
  th: " | ",
  dt: "\n",
  dd: "\n  ",
  h1: "\n\n# ",
  h2: "\n\n## ",
  h3: "\n\n### ",
  h4: "\n\n#### ",
  h5: "\n\n##### ",
  h6: "\n\n###### ",
  ...Object.fromEntries(
    "p div section article main header footer nav aside ul ol dl table blockquote pre figure form address details"
      .split(" ")
      .map((name) => [name, "\n\n"]),
  ),
};

/** Linear in the length of the page. Text without tags comes back as it is. */
export function htmlToText(html: string): PageText {
  const { title, stretches } = readStretches(html);
  const main = assemble(stretches.filter((stretch) => stretch.main && !stretch.around));
  if (main.length >= MAIN_MIN_CHARS) return { title, text: main };
  const body = assemble(stretches.filter((stretch) => !stretch.around));
  const all = assemble(stretches);
  return {
    title,
    text: body.length >= MAIN_MIN_CHARS || body.length * 2 >= all.length ? body : all,
  };
}

function readStretches(html: string) {
  const stretches: Stretch[] = [];
  const depth = { main: 0, around: 0, pre: 0 };
  let title = "";
  let inTitle = false;
  const add = (text: string) =>
    stretches.push({ text, main: depth.main > 0, around: depth.around > 0 });
  for (const token of htmlTokens(html)) {
    if (token.kind === "text") {
      if (inTitle) title ||= collapse(decodeEntities(token.text)).trim();
      else add(depth.pre > 0 ? decodeEntities(token.text) : collapse(decodeEntities(token.text)));
      continue;
    }
    const { kind, name } = token;
    inTitle = name === "title" && kind === "open";
    const step = kind === "open" ? 1 : -1;
    for (const [part, names] of [
      ["main", MAIN],
      ["around", AROUND],
      ["pre", PRE],
    ] as const)
      if (names.has(name)) depth[part] = Math.max(0, depth[part] + step);
    const mark = Object.hasOwn(BREAKS, name) ? (BREAKS[name] ?? "") : "";
    if (mark) add(kind === "open" ? mark : mark.replace(/[^\n]+/, ""));
  }
  return { title, stretches };
}

const PRE = new Set(["pre"]);

function collapse(text: string): string {
  return text.replace(/\s+/g, " ");
}

/** No blanks at the ends of lines, no more than one empty line, no line that only marks. */
function assemble(stretches: readonly Stretch[]): string {
  const lines = stretches
    .map((stretch) => stretch.text)
    .join("")
    .split("\n");
  return lines
    .map(tidy)
    .join("\n")
    .replace(/\n{3,}/g, "\n\n")
    .trim();
}

function tidy(line: string): string {
  if (/^[\s|#-]*$/.test(line)) return "";
  return line
    .replace(/^ (?! )|^ \| +/, "")
    .replace(/^(#+|-) +/, "$1 ")
    .trimEnd();
}
