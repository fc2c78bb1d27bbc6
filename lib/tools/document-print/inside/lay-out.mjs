/** Lays a document out on pages: headings, paragraphs, lists, tables, code, and a number on every page. */

const PAGE_WIDTH_PT = 595;
const MARGIN_PT = 62;
const INDENT_PT = 18;
const INK = "#1b2226";
const SOFT = "#5d686e";
const LINE = "#d5dadd";
const HEADINGS = [20, 14, 12, 11, 11, 11];
const BODY_PT = 10.5;

const RIGHT_TO_LEFT = /^[^\p{L}]*[\p{Script=Arabic}\p{Script=Hebrew}]/u;

/**
 * Breaks text without spaces between words into lines: the renderer breaks at spaces alone. A letter of Chinese or
 * Japanese is one em wide; of others the width is estimated, rather too wide.
 */
const WIDE = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\u3000-\u303f\uff00-\uffef]/u;
/** Never begins a line. */
const CLOSING = /[、。，．！？：；）」』】〉》〕ー々…]/u;
const NARROW_EM = 0.62;

/** @param h React's createElement. @returns the document as elements of the renderer */
export function layOut({ tokens, families, labels, notes }, h, { Document, Page, Text, View }) {
  const title = tokens.find(({ type }) => type === "heading")?.text ?? "";
  const style = {
    paddingTop: MARGIN_PT,
    paddingBottom: MARGIN_PT + 10,
    paddingHorizontal: MARGIN_PT,
    fontFamily: families,
    fontSize: BODY_PT,
    color: INK,
  };
  const number = ({ pageNumber, totalPages }) =>
    labels.page.replace("{page}", pageNumber).replace("{pages}", totalPages);
  const footer = { position: "absolute", bottom: 34, right: MARGIN_PT, fontSize: 8.5, color: SOFT };
  return h(
    Document,
    { title, creator: "Halfsilver", producer: "Halfsilver" },
    h(
      Page,
      { size: "A4", style },
      // Apart from the number: what is made for each page is not drawn where it inherits a line height.
      h(
        View,
        { style: { fontSize: BODY_PT, lineHeight: 1.5 } },
        ...blocks({ h, Text, View }, tokens, 0),
      ),
      ...notes.map((note) =>
        h(Text, { key: note, style: { marginTop: 20, fontSize: 8.5, color: SOFT } }, note),
      ),
      h(Text, { fixed: true, style: footer, render: number }),
    ),
  );
}

/** @param drawn `{h, Text, View}` of the renderer */
function blocks(drawn, list, depth) {
  return list.map((token, index) => block(drawn, token, depth, index)).filter(Boolean);
}

function block(drawn, token, depth, key) {
  const { h, Text, View } = drawn;
  switch (token.type) {
    case "heading": {
      const fontSize = HEADINGS[token.depth - 1] ?? BODY_PT;
      const space = { marginTop: key === 0 ? 0 : 13, marginBottom: 4 };
      // A heading stays with the lines that follow it.
      const rest = { fontSize, fontWeight: 600, lineHeight: 1.3, ...space };
      return line(drawn, token, depth, { key, minPresenceAhead: 48 }, rest);
    }
    case "paragraph":
    case "text":
      return line(drawn, token, depth, { key }, { marginBottom: 7 });
    case "list":
      return h(View, { key, style: { marginBottom: 7 } }, ...items(drawn, token, depth));
    case "blockquote": {
      const style = { borderLeft: `2pt solid ${LINE}`, paddingLeft: 10, color: SOFT };
      return h(View, { key, style }, ...blocks(drawn, token.tokens, depth + 1));
    }
    case "code": {
      const style = { backgroundColor: "#f3f5f6", padding: 8, marginBottom: 7, fontSize: 9 };
      return h(Text, { key, style }, token.text);
    }
    case "table":
      return table(drawn, token, key);
    case "hr":
      return h(View, { key, style: { borderBottom: `0.7pt solid ${LINE}`, marginVertical: 10 } });
    case "plain":
      return h(Text, { key }, plainLine(token.raw));
    case "math":
      return h(Text, { key, style: { marginBottom: 7 } }, token.text);
    case "space":
    case "def":
      return null;
    default:
      return h(Text, { key, style: { marginBottom: 7 } }, token.raw.trim());
  }
}

function items(drawn, { items: list, ordered, start }, depth) {
  const { h, Text, View } = drawn;
  return list.map((item, index) => {
    const mark = item.task
      ? item.checked
        ? "[x]"
        : "[ ]"
      : ordered
        ? `${Number(start) + index}.`
        : "•";
    const flexDirection = RIGHT_TO_LEFT.test(item.text) ? "row-reverse" : "row";
    return h(
      View,
      { key: index, style: { flexDirection, marginBottom: 2 } },
      h(Text, { style: { width: INDENT_PT, textAlign: "center", color: SOFT } }, mark),
      h(View, { style: { flex: 1 } }, ...blocks(drawn, item.tokens, depth + 1)),
    );
  });
}

function table(drawn, { header, rows }, key) {
  const { h, Text, View } = drawn;
  const row = (cells, index, isHead) =>
    h(
      View,
      {
        key: index,
        wrap: false,
        style: { flexDirection: "row", borderBottom: `0.5pt solid ${LINE}` },
      },
      ...cells.map((cell, place) =>
        h(
          Text,
          { key: place, style: { flex: 1, padding: 4, fontWeight: isHead ? 600 : 400 } },
          ...inline(drawn, cell.tokens),
        ),
      ),
    );
  const all = [row(header, 0, true), ...rows.map((cells, index) => row(cells, index + 1, false))];
  return h(View, { key, style: { marginBottom: 9 } }, ...all);
}

/** One block of text, in the direction of its first letter. */
function line(drawn, token, depth, props, style) {
  const { h, Text } = drawn;
  const widthPt = PAGE_WIDTH_PT - 2 * MARGIN_PT - depth * INDENT_PT;
  const broken = breakLines(
    wordsOf(token.tokens ?? [token]),
    widthPt / (style.fontSize ?? BODY_PT),
  );
  const turned = RIGHT_TO_LEFT.test(token.text) ? { direction: "rtl", textAlign: "right" } : {};
  const words = broken === null ? inline(drawn, token.tokens ?? [token]) : [broken];
  return h(Text, { ...props, style: { ...style, ...turned } }, ...words);
}

/** As one writes on a line: 10 to the 6th is not 106. */
const raised = (text) => (/^[\s\d+\-−]+$/.test(text) ? `^${text}` : text);

/** Without its marks: lines that are broken by width are of one kind of letters. */
function wordsOf(list) {
  return list
    .map((token) => {
      if (token.type === "br") return "\n";
      if (token.type === "sup") return raised(wordsOf(token.tokens));
      return token.tokens ? wordsOf(token.tokens) : (token.text ?? token.raw).replace(/\n/g, " ");
    })
    .join("");
}

function inline(drawn, list) {
  const { h, Text } = drawn;
  return list.map((token, key) => {
    if (token.type === "br") return "\n";
    if (token.type === "strong")
      return h(Text, { key, style: { fontWeight: 600 } }, ...inline(drawn, token.tokens));
    if (token.type === "sub" || token.type === "sup") {
      const style = { verticalAlign: token.type === "sub" ? "sub" : "super", fontSize: 7.5 };
      return h(Text, { key, style }, ...inline(drawn, token.tokens));
    }
    if (token.type === "codespan")
      return h(Text, { key, style: { backgroundColor: "#eef1f2" } }, token.text);
    if (token.tokens) return h(Text, { key }, ...inline(drawn, token.tokens));
    return (token.text ?? token.raw).replace(/\n/g, " ");
  });
}

/** An empty line keeps its height. */
function plainLine(text) {
  return breakLines(text, (PAGE_WIDTH_PT - 2 * MARGIN_PT) / BODY_PT) ?? (text.trim() ? text : " ");
}

/** @returns null where the text has no such letter */
function breakLines(text, widthEm) {
  if (!WIDE.test(text)) return null;
  return text
    .split("\n")
    .map((line) => fill(line, widthEm))
    .join("\n");
}

function fill(line, widthEm) {
  const lines = [""];
  let room = widthEm;
  for (const [word] of line.matchAll(
    new RegExp(`${WIDE.source}|\\s+|[^\\s]+?(?=\\s|${WIDE.source}|$)`, "gu"),
  )) {
    const width = [...word].reduce((sum, letter) => sum + (WIDE.test(letter) ? 1 : NARROW_EM), 0);
    if (width > room && lines.at(-1) !== "" && !CLOSING.test(word)) {
      lines.push("");
      room = widthEm;
      if (word.trim() === "") continue;
    }
    lines[lines.length - 1] += word;
    room -= width;
  }
  return lines.join("\n");
}
