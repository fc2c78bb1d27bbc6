/** More Word documents by script: what people do in tables, lists, notes and forms, several of them at once. */
import {
  box,
  cells,
  level,
  math,
  mr,
  num,
  p,
  part,
  style,
  t,
  tbl,
  tc,
  tr,
  word,
} from "./word-corpus.ts";

const ref = (kind: string, id: number, more = "") =>
  `<w:r><w:${kind}Reference w:id="${id}" ${more}/></w:r>`;
const raised = (text: string, align = "superscript") =>
  `<w:r><w:rPr><w:vertAlign w:val="${align}"/></w:rPr><w:t>${text}</w:t></w:r>`;
const hidden = (inside: string) => `<w:r><w:rPr><w:vanish/></w:rPr>${inside}</w:r>`;
const control = (inside: string, properties = "") =>
  `<w:sdt><w:sdtPr>${properties}</w:sdtPr><w:sdtContent>${inside}</w:sdtContent></w:sdt>`;
const notes = (kind: "footnote" | "endnote" | "comment", ...texts: [number, string, string?][]) =>
  part(
    `${kind}s`,
    `<w:${kind}s>${texts.map(([id, inside, more = ""]) => `<w:${kind} w:id="${id}" ${more}>${inside}</w:${kind}>`).join("")}</w:${kind}s>`,
  );
const NUMBERING = part(
  "numbering",
  `<w:numbering><w:abstractNum w:abstractNumId="0">${level(0, "decimal", "%1")}${level(1, "decimal", "%1.%2")}${level(2, "lowerLetter", "(%3)", '<w:lvlRestart w:val="0"/>')}</w:abstractNum>
  <w:num w:numId="1"><w:abstractNumId w:val="0"/></w:num>
  <w:num w:numId="2"><w:abstractNumId w:val="0"/><w:lvlOverride w:ilvl="0"><w:startOverride w:val="1"/></w:lvlOverride></w:num></w:numbering>`,
);

const TABLES = [
  word(
    "cells that are merged over rows and columns at once",
    tbl(
      tr([
        tc(p(t("Port")), '<w:gridSpan w:val="2"/><w:vMerge w:val="restart"/>'),
        tc(p(t("Tons"))),
      ]),
      tr([tc(p(""), '<w:gridSpan w:val="2"/><w:vMerge/>'), tc(p(t("12")))]),
      tr([tc(p(t("a"))), tc(p(t("b"))), tc(p(t("c")))]),
    ),
    "Port | [merged left] | Tons\n[merged above] | [merged left] | 12\na | b | c",
  ),
  word(
    "tables three deep",
    tbl(tr([tc(tbl(tr([tc(tbl(cells("x", "y")) + p("")), tc(p(t("z")))])) + p(t("below")))])),
    "[table: [table: x | y] | z] / below",
  ),
  word(
    "a row that ends early, and cells that were added and taken away",
    tbl(
      cells("1", "2", "3"),
      tr([tc(p(t("4")))], '<w:gridAfter w:val="2"/>'),
      tr([
        tc(p(t("5")), '<w:cellIns w:author="Bo"/>'),
        tc(p(t("6")), "<w:cellDel/>"),
        tc(p(t("7"))),
      ]),
    ),
    "1 | 2 | 3\n4 |  | \n[cell inserted by Bo] 5 | [cell deleted] 6 | 7",
  ),
  word(
    "footnotes in cells, numbered as they are read",
    p(t("First") + ref("footnote", 2)) +
      tbl(tr([tc(p(t("10") + ref("footnote", 3))), tc(p(t("20") + ref("footnote", 4)))])) +
      p(t("Last") + ref("footnote", 5)),
    "First[footnote 1: a]\n\n10[footnote 2: b] | 20[footnote 3: c]\n\nLast[footnote 4: d]",
    { parts: [notes("footnote", [2, p(t("a"))], [3, p(t("b"))], [4, p(t("c"))], [5, p(t("d"))])] },
  ),
];

const NOTES = [
  word(
    "a footnote with a mark of its own takes no number",
    p(
      `${t("Rent")}${ref("footnote", 2, 'w:customMarkFollows="1"')}${t("*")}${t(" and food")}${ref("footnote", 3)}`,
    ),
    "Rent[footnote: Yearly]* and food[footnote 1: Weekly]",
    { parts: [notes("footnote", [2, p(t("Yearly"))], [3, p(t("Weekly"))])] },
  ),
  word(
    "a comment on a footnote",
    p(t("Rent") + ref("footnote", 2)),
    "Rent[footnote 1: Yearly[comment by Ada: Or monthly?]]",
    {
      parts: [
        notes("footnote", [2, p(t("Yearly") + ref("comment", 0))]),
        notes("comment", [0, p(t("Or monthly?")), 'w:author="Ada"']),
      ],
    },
  ),
  word(
    "comments with replies, one of them settled",
    p(t("12") + ref("comment", 0) + ref("comment", 1) + t(" and 13") + ref("comment", 2)),
    "12[resolved comment by Ada: Sure?][reply by Bo: Yes.] and 13[comment by Ada: And here?]",
    {
      parts: [
        notes(
          "comment",
          [0, `<w:p w14:paraId="00A1">${t("Sure?")}</w:p>`, 'w:author="Ada"'],
          [1, `<w:p w14:paraId="00B1">${t("Yes.")}</w:p>`, 'w:author="Bo"'],
          [2, `<w:p w14:paraId="00C1">${t("And here?")}</w:p>`, 'w:author="Ada"'],
        ),
        part(
          "commentsExtended",
          '<w15:commentsEx><w15:commentEx w15:paraId="00A1" w15:done="1"/><w15:commentEx w15:paraId="00B1" w15:paraIdParent="00A1" w15:done="1"/><w15:commentEx w15:paraId="00C1" w15:done="0"/></w15:commentsEx>',
        ),
      ],
    },
  ),
  word(
    "what was added and taken away again, by two people, and a paragraph that was moved",
    p(
      `${t("Pay ")}<w:ins w:author="Bo"><w:del w:author="Ada"><w:r><w:delText>11</w:delText></w:r></w:del>${t("12")}</w:ins>`,
    ) +
      '<w:moveFromRangeStart w:id="1" w:name="m"/>' +
      p(`<w:moveFrom w:author="Bo">${t("gone")}</w:moveFrom>`) +
      '<w:moveFromRangeEnd w:id="1"/>',
    "Pay [deleted by Ada: 11][inserted by Bo: 12]\n\n[moved from here by Bo: gone]",
  ),
];

const LISTS = [
  word(
    "a list that begins again, and a level that never does",
    [num(1), num(1, 1), num(1, 2), num(1), num(1, 1), num(1, 2), num(2), num(2, 1)]
      .map((list, index) => p(t(`i${index}`), list))
      .join(""),
    "1 i0\n  1.1 i1\n    (a) i2\n2 i3\n  2.1 i4\n    (b) i5\n1 i6\n  1.1 i7",
    { parts: [NUMBERING] },
  ),
  word(
    "an item without text, which has a number, and text between the items, which has none",
    p(t("a"), num(1)) + p("", num(1)) + p(t("note")) + p(t("c"), num(1)),
    "1 a\n\nnote\n\n3 c",
    { parts: [NUMBERING] },
  ),
];

const TEXTS = [
  word(
    "raised and lowered figures, which are no digits of the number before",
    p(
      `${t("10")}${raised("6")}${t(" m")}${raised("2")}${t(" of H")}${raised("2", "subscript")}${t("O at 10")}${raised("-3")}${t(", the 1")}${raised("st")}`,
    ),
    "10⁶ m² of H₂O at 10⁻³, the 1st",
  ),
  word(
    "controls: a choice, a box, an answer in a table's cell",
    p(
      `${t("Ship: ")}${control(t("Mary"), "<w:dropDownList/>")}${t(" ")}${control('<w:r><w:sym w:font="Wingdings" w:char="F0FE"/></w:r>', "<w14:checkbox/>")}`,
    ) + tbl(tr([control(tc(control(p(t("deep")))))])),
    "Ship: Mary ☑\n\ndeep",
  ),
  word(
    "a form of the older kind: a list to choose from",
    p(
      `${t("Port: ")}<w:r><w:fldChar w:fldCharType="begin"><w:ffData><w:ddList><w:result w:val="1"/><w:listEntry w:val="Bremen"/><w:listEntry w:val="Kiel"/></w:ddList></w:ffData></w:fldChar></w:r><w:r><w:instrText> FORMDROPDOWN </w:instrText></w:r><w:r><w:fldChar w:fldCharType="end"/></w:r>`,
    ),
    "Port: Kiel",
  ),
  word(
    "writing from right to left, with a number inside it",
    `<w:p><w:pPr><w:bidi/></w:pPr><w:r><w:rPr><w:rtl/></w:rPr><w:t xml:space="preserve">السعر </w:t></w:r>${t("120")}<w:bdo w:val="rtl"><w:r><w:t xml:space="preserve"> يورو</w:t></w:r></w:bdo></w:p>` +
      `<w:tbl><w:tblPr><w:bidiVisual/></w:tblPr>${cells("שם", "גיל")}</w:tbl>`,
    "السعر 120 يورو\n\nשם | גיל",
  ),
  word(
    "hidden text that is a text box or was taken away, and a note of it",
    p(
      `${t("seen")}${hidden(box(p(t("boxed"))).replace(/^<w:r>|<\/w:r>$/g, ""))}${t(" and ")}<w:del>${hidden("<w:delText>old</w:delText>")}</w:del>${t("read")}`,
    ),
    "seen and read",
    { notes: [{ code: "hidden-text", count: 2 }] },
  ),
  word(
    "text that is hidden by the style of its characters",
    p(
      `${t("a")}<w:r><w:rPr><w:rStyle w:val="Whisper"/></w:rPr><w:t>b</w:t></w:r>${t("c")}`,
      style("Loud"),
    ),
    "ac",
    {
      parts: [
        part(
          "styles",
          '<w:styles><w:style w:type="character" w:styleId="Base"><w:rPr><w:vanish/></w:rPr></w:style><w:style w:type="character" w:styleId="Whisper"><w:basedOn w:val="Base"/></w:style><w:style w:styleId="Loud"><w:rPr><w:b/></w:rPr></w:style></w:styles>',
        ),
      ],
      notes: [{ code: "hidden-text", count: 1 }],
    },
  ),
  word(
    "a box in a box, beside a document that is stored elsewhere",
    `${p(t("a") + box(p(t("outer") + box(p(t("inner"))))))}<w:subDoc r:id="x"/>`,
    "a\n\n[text box: outer / [text box: inner]]",
    { notes: [{ code: "embedded", count: 1 }] },
  ),
];

const EQUATIONS = [
  word(
    "fractions in fractions, a cube root, a function and a choice of cases",
    p(
      math(
        `<m:f><m:num><m:f><m:num>${mr("1")}</m:num><m:den>${mr("2")}</m:den></m:f></m:num><m:den>${mr("3")}</m:den></m:f>${mr("+")}<m:rad><m:deg>${mr("3")}</m:deg><m:e>${mr("x+1")}</m:e></m:rad>`,
      ),
    ) +
      p(
        math(
          `${mr("f=")}<m:d><m:dPr><m:begChr m:val="{"/><m:endChr m:val=""/></m:dPr><m:e><m:eqArr><m:e>${mr("1")}</m:e><m:e>${mr("0")}</m:e></m:eqArr></m:e></m:d>`,
        ),
      ) +
      tbl(
        tr([
          tc(
            p(
              math(
                `<m:func><m:fName>${mr("sin")}</m:fName><m:e><m:f><m:num>${mr("π")}</m:num><m:den>${mr("2")}</m:den></m:f></m:e></m:func>`,
              ),
            ),
          ),
        ]),
      ),
    "(1/2)/3+root_3 (x+1)\n\nf={1; 0\n\nsin π/2",
  ),
];

export const WORD_DETAILS = [...TABLES, ...NOTES, ...LISTS, ...TEXTS, ...EQUATIONS];
