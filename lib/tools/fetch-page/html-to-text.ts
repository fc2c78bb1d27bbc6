import "server-only";
/** A page as a person reads it: its title, its headings, paragraphs and lists, without what surrounds them. */
import { decodeEntities } from "./decode-entities.ts";
import { htmlTokens } from "./html-tokens.ts";

export type PageText = {
  title: string;
  text: string;
  /** The page goes on after what was read of it. */
  cut: boolean;
};

/** A stretch of text and where it stands: within the main part, or within what surrounds it. */
type Stretch = { pieces: string[]; main: boolean; around: boolean };

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
  const { title, stretches, cut } = readStretches(html);
  const main = assemble(stretches.filter((stretch) => stretch.main && !stretch.around));
  if (main.length >= MAIN_MIN_CHARS) return { title, text: main, cut };
  const body = assemble(stretches.filter((stretch) => !stretch.around));
  const all = assemble(stretches);
  const text = body.length >= MAIN_MIN_CHARS || body.length * 2 >= all.length ? body : all;
  return { title, text, cut };
}

function readStretches(html: string) {
  const stretches: Stretch[] = [];
  const depth = { main: 0, around: 0, pre: 0 };
  let title = "";
  let inTitle = false;
  const tokens = htmlTokens(html);
  let next = tokens.next();
  for (; !next.done; next = tokens.next()) {
    const token = next.value;
    if (token.kind === "text") {
      const text = decodeEntities(token.text);
      if (inTitle) title ||= collapse(text).trim();
      else addText(stretches, depth, depth.pre > 0 ? text : collapse(text));
      continue;
    }
    const { kind, name } = token;
    inTitle = name === "title" && kind === "open";
    const step = kind === "open" ? 1 : -1;
    if (MAIN.has(name)) depth.main = Math.max(0, depth.main + step);
    if (AROUND.has(name)) depth.around = Math.max(0, depth.around + step);
    if (name === "pre") depth.pre = Math.max(0, depth.pre + step);
    const mark = Object.hasOwn(BREAKS, name) ? (BREAKS[name] ?? "") : "";
    if (mark) addText(stretches, depth, kind === "open" ? mark : mark.replace(/[^\n]+/, ""));
  }
  return { title, stretches, cut: next.value };
}

/** Grows the last stretch where the new text stands in the same part. An empty line is enough of a break. */
function addText(
  stretches: Stretch[],
  depth: { main: number; around: number },
  text: string,
): void {
  const main = depth.main > 0;
  const around = depth.around > 0;
  const last = stretches.at(-1);
  if (!last || last.main !== main || last.around !== around)
    stretches.push({ pieces: [text], main, around });
  else if (text.trim() !== "" || !last.pieces.at(-1)?.endsWith("\n\n")) last.pieces.push(text);
}

function collapse(text: string): string {
  return text.replace(/\s+/g, " ");
}

/** No blanks at the ends of lines, no more than one empty line, no line that only marks. */
function assemble(stretches: readonly Stretch[]): string {
  const lines = stretches
    .flatMap((stretch) => stretch.pieces)
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
    .replace(/^ \| +|^ (?! )/, "")
    .replace(/^(#+|-) +/, "$1 ")
    .trimEnd();
}
