/** How large a formula may be. KaTeX reads and draws its parts recursively. Pure. */

const FORMULA_MAX_CHARS = 5_000;
/** Groups, environments and fences inside each other, and commands that take each other as arguments. */
const DEPTH_MAX = 60;
/** `\frac a \frac b \frac c …`: each is a part of the one before. */
const TAKING_MAX = 120;
/** A formula that defines commands can become as long as this, times how often it may use them. */
const DEFINING_MAX_CHARS = 500;

const DEFINES = /\\(?:[egx]?def|g?let|futurelet|(?:re)?newcommand|providecommand|newenvironment)/;
const PART = /\\(?:[a-zA-Z]+\*?|[\s\S])|[{}^_]|[^\\{}^_\s]/g;
const OPENS = new Set(["{", "\\left", "\\begin", "\\bgroup", "\\begingroup", "\\(", "\\lbrace"]);
const CLOSES = new Set(["}", "\\right", "\\end", "\\egroup", "\\endgroup", "\\)", "\\rbrace"]);

/** Takes what follows as its own part, with or without braces: the rest of its group, or the next command. */
const TAKES =
  /^\\(?:[cdt]?frac|[dt]?binom|sqrt|root|over|under|wide|overset|underset|stackrel|x\w+|color|(?:h?box|text|math|bold|op)\w*|(?:display|text|script|scriptscript)style|tiny|scriptsize|footnotesize|small|normalsize|large|Large|LARGE|huge|Huge|rm|bf|it|sf|tt|cal|hat|vec|dot|ddot|bar|tilde|not|smash|[hv]?phantom|cancel|bcancel|xcancel|big\w*|Big\w*)/;

/** False for a formula that is shown as its source. */
export function fitsTypesetter(tex: string): boolean {
  if (tex.length > FORMULA_MAX_CHARS) return false;
  if (tex.length > DEFINING_MAX_CHARS && DEFINES.test(tex)) return false;
  let depth = 0;
  /** Commands and scripts that follow each other: each may be the argument of the last. */
  let chained = 0;
  /** Commands that took no group, but what follows. */
  let taking = 0;
  let wasTaking = false;
  for (const [part] of tex.matchAll(PART)) {
    if (OPENS.has(part)) depth += 1;
    else if (CLOSES.has(part)) depth = Math.max(0, depth - 1);
    chained = part.startsWith("\\") || part === "^" || part === "_" ? chained + 1 : 0;
    if (wasTaking && part !== "{") taking += 1;
    wasTaking = TAKES.test(part);
    if (depth + chained > DEPTH_MAX || taking > TAKING_MAX) return false;
  }
  return true;
}
