/** PDFs by script, each with the text that a careful person would write down. */
import type { CorpusFile } from "./corpus-file.ts";
import { withCrossReferences } from "./make-pdf.ts";

type Line = readonly [x: number, y: number, text: string, size?: number];
type Page = {
  lines: readonly Line[];
  more?: string;
  annotations?: readonly string[];
  matrix?: string;
};

const HELVETICA = "<</Type/Font/Subtype/Type1/BaseFont/Helvetica>>";

/** Lines in one font, of ten points where no other size is told, in the order in which they are drawn. */
function pdf(
  name: string,
  pages: readonly Page[],
  text: string,
  notes?: CorpusFile["notes"],
  font = HELVETICA,
): CorpusFile {
  const objects = ["", "", font];
  const kids: string[] = [];
  const add = (body: string) => `${objects.push(body)} 0 R`;
  for (const { lines, more = "", annotations = [], matrix } of pages) {
    const drawn = lines.map(
      ([x, y, said, size = 10]) =>
        `BT /F1 ${size} Tf ${matrix ?? "1 0 0 1"} ${x} ${y} Tm (${said}) Tj ET`,
    );
    const stream = drawn.join("\n");
    const contents = add(`<</Length ${stream.length}>>stream\n${stream}\nendstream`);
    const notes = annotations.map((one) => add(one));
    const page = `<</Type/Page/Parent 2 0 R/MediaBox[0 0 600 400]/Contents ${contents}/Annots[${notes.join(" ")}]/Resources<</Font<</F1 3 0 R>>>>${more}>>`;
    kids.push(add(page));
  }
  objects[0] = "<</Type/Catalog/Pages 2 0 R>>";
  objects[1] = `<</Type/Pages/Kids[${kids.join(" ")}]/Count ${kids.length}>>`;
  const bytes = Buffer.from(withCrossReferences(objects), "latin1");
  return { name, bytes, text, ...(notes && { notes }) };
}

/** A text in a font that every reader is to have, and that the file does not hold (ISO 32000-1, 9.7.5.2). */
function asian(text: string, font: string, encoding: string, ordering: string, bytes?: Buffer) {
  const codes = bytes ?? Buffer.from(text, "utf16le").swap16();
  const said = [...codes].map((byte) => `\\${byte.toString(8).padStart(3, "0")}`).join("");
  const info = `<</Registry(Adobe)/Ordering(${ordering})/Supplement 2>>`;
  const inside = `<</Type/Font/Subtype/CIDFontType0/BaseFont/${font}/CIDSystemInfo${info}>>`;
  return pdf(
    `a font of the reader's own: ${encoding}`,
    [{ lines: [[40, 300, said]] }],
    `[page 1]\n${text}`,
    undefined,
    `<</Type/Font/Subtype/Type0/BaseFont/${font}/Encoding/${encoding}/DescendantFonts[${inside}]>>`,
  );
}

const LEFT = [
  "The harbour opens at seven",
  "and the ships leave with",
  "the tide on each morning.",
];
const RIGHT = [
  "The cafe on the quay has",
  "its doors open by then for",
  "the people who work there.",
];
const MIDDLE = [
  "A pilot comes on board of",
  "the larger ones, which he",
  "brings through the narrows.",
];
const column = (x: number, texts: readonly string[]) =>
  texts.map((text, index): Line => [x, 300 - index * 14, text]);

const FORM = [
  "<</Type/Annot/Subtype/Widget/FT/Btn/T(member)/V/Yes/AS/Yes/AP<</N<</Yes 3 0 R/Off 3 0 R>>>>/Rect[0 0 9 9]>>",
  "<</Type/Annot/Subtype/Widget/FT/Btn/T(guest)/V/Off/AS/Off/AP<</N<</Yes 3 0 R/Off 3 0 R>>>>/Rect[0 0 9 9]>>",
  "<</Type/Annot/Subtype/Widget/FT/Tx/Ff 4096/T(address)/V(12 High Street\\nLondon)/Rect[0 0 9 9]>>",
  "<</Type/Annot/Subtype/Widget/FT/Ch/Ff 2097152/T(days)/Opt[(Mon)(Tue)(Wed)]/V[(Mon)(Wed)]/Rect[0 0 9 9]>>",
  "<</Type/Annot/Subtype/Highlight/T(Ada)/Contents(Too much)/QuadPoints[0 9 9 9 0 0 9 0]/Rect[0 0 9 9]>>",
  "<</Type/Annot/Subtype/StrikeOut/QuadPoints[0 9 9 9 0 0 9 0]/Rect[0 0 9 9]>>",
];

export const PDF_CORPUS = [
  asian("合计 1234.50 元", "STSong-Light", "UniGB-UCS2-H", "GB1"),
  asian("合計 1234 元", "MSung-Light", "UniCNS-UCS2-H", "CNS1"),
  asian("合計 1234 円", "HeiseiMin-W3", "UniJIS-UCS2-H", "Japan1"),
  asian("합계 1234 원", "HYSMyeongJo-Medium", "UniKS-UCS2-H", "Korea1"),
  asian(
    "カナ 12",
    "HeiseiKakuGo-W5",
    "90ms-RKSJ-H",
    "Japan1",
    Buffer.from("834a8369203132", "hex"),
  ),
  pdf(
    "figures above and below the line, and the mark of a footnote behind a number",
    [
      {
        lines: [
          [40, 300, "Energy of 10"],
          [95.5, 304, "6", 6],
          [101, 300, "J in H"],
          [126.6, 298, "2", 6],
          [130, 300, "O, for 2500"],
          [180, 304.5, "1", 6],
          [40, 200, "1 Without tax."],
        ],
      },
    ],
    "[page 1]\nEnergy of 10⁶ J in H₂O, for 2500¹\n1 Without tax.",
  ),
  pdf(
    "a form of several kinds, and what was marked",
    [{ lines: [[40, 300, "Join"]], annotations: FORM }],
    "[page 1]\nJoin\n\n[note by Ada: Too much]\n[form field member: yes]\n[form field guest: no]\n[form field address: 12 High Street / London]\n[form field days: Mon, Wed]",
  ),
  pdf(
    "a table with figures that end below each other, and a sum",
    [
      {
        lines: [
          [40, 300, "Port"],
          [240, 300, "Tons"],
          [330, 300, "Share"],
          [40, 286, "Bremen"],
          [230, 286, "12,500"],
          [333, 286, "41 %"],
          [40, 272, "Kiel"],
          [247, 272, "900"],
          [338, 272, "3 %"],
          [40, 258, "In all"],
          [230, 258, "13,400"],
        ],
      },
    ],
    "[page 1]\nPort | Tons | Share\nBremen | 12,500 | 41 %\nKiel | 900 | 3 %\nIn all | 13,400 |",
  ),
  pdf(
    "a page that is rotated the other way, and one that has no text, between others",
    [
      {
        more: "/Rotate 270",
        matrix: "0 -1 1 0",
        lines: [
          [120, 300, "one"],
          [100, 300, "two"],
        ],
      },
      { lines: [] },
      { lines: [] },
      { lines: [[40, 300, "end"]] },
    ],
    "[page 1]\none\ntwo\n\n[page 2]\n\n\n[page 3]\n\n\n[page 4]\nend",
    [{ code: "empty-pages", count: 2, name: "2, 3" }],
  ),
  pdf(
    "columns that are drawn line by line",
    [
      {
        lines: [
          [40, 340, "A day at the harbour, with a title above both of the columns of the page"],
          ...LEFT.flatMap((text, row): Line[] => [
            [40, 300 - row * 14, text],
            [300, 300 - row * 14, RIGHT[row] ?? ""],
          ]),
          [40, 200, "A line below both of them, which goes from the left edge to the right one"],
        ],
      },
    ],
    `[page 1]\nA day at the harbour, with a title above both of the columns of the page\n${LEFT.join("\n")}\n${RIGHT.join("\n")}\nA line below both of them, which goes from the left edge to the right one`,
  ),
  pdf(
    "columns whose lines stand at other heights",
    [
      {
        lines: [
          ...column(300, RIGHT),
          ...LEFT.map((text, row): Line => [40, 306 - row * 14, text]),
        ],
      },
    ],
    `[page 1]\n${[...LEFT, ...RIGHT].join("\n")}`,
  ),
  pdf(
    "three columns",
    [{ lines: [...column(40, LEFT), ...column(220, MIDDLE), ...column(400, RIGHT)] }],
    `[page 1]\n${[...LEFT, ...MIDDLE, ...RIGHT].join("\n")}`,
  ),
  pdf(
    "a page that stands upside down",
    [
      {
        more: "/Rotate 180",
        matrix: "-1 0 0 -1",
        lines: [
          [500, 120, "two"],
          [500, 100, "one"],
        ],
      },
    ],
    "[page 1]\none\ntwo",
  ),
  pdf(
    "a choice, a note in the open, a link and a window of a note",
    [
      {
        lines: [[40, 300, "Port"]],
        annotations: [
          "<</Type/Annot/Subtype/Widget/FT/Ch/Ff 131072/T(port)/Opt[(Bremen)(Kiel)]/V(Kiel)/Rect[0 0 9 9]>>",
          "<</Type/Annot/Subtype/FreeText/DA(/F1 10 Tf)/Contents(By ferry)/Rect[0 0 9 9]>>",
          "<</Type/Annot/Subtype/Link/Contents(go)/Rect[0 0 9 9]>>",
          "<</Type/Annot/Subtype/Popup/Contents(again)/Rect[0 0 9 9]>>",
        ],
      },
    ],
    "[page 1]\nPort\n\n[note: By ferry]\n[form field port: Kiel]",
  ),
  pdf(
    "a table with a blank cell",
    [
      {
        lines: [
          [40, 300, "Item"],
          [150, 300, "Q1"],
          [250, 300, "Q2"],
          [40, 285, "Rent"],
          [150, 285, "100"],
          [40, 270, "Food"],
          [250, 270, "55"],
        ],
      },
    ],
    "[page 1]\nItem | Q1 | Q2\nRent | 100 | \nFood |  | 55",
  ),
  pdf(
    "words that are drawn from the bottom up",
    [
      {
        lines: [
          [40, 100, "last"],
          [40, 200, "first"],
        ],
      },
    ],
    "[page 1]\nfirst\nlast",
  ),
  pdf(
    "a page that is rotated",
    [
      {
        more: "/Rotate 90",
        matrix: "0 1 -1 0",
        lines: [
          [100, 40, "one"],
          [120, 40, "two"],
        ],
      },
    ],
    "[page 1]\none\ntwo",
  ),
  pdf(
    "text that stands across the page",
    [
      {
        matrix: "0 1 -1 0",
        lines: [
          [120, 40, "two"],
          [100, 40, "one"],
        ],
      },
    ],
    "[page 1]\none\ntwo",
  ),
  pdf(
    "form values and notes",
    [
      {
        lines: [[40, 300, "Name"]],
        annotations: [
          "<</Type/Annot/Subtype/Widget/FT/Tx/T(name)/V(Ada Lovelace)/Rect[0 0 9 9]>>",
          "<</Type/Annot/Subtype/Widget/FT/Tx/T(empty)/Rect[0 0 9 9]>>",
          "<</Type/Annot/Subtype/Text/T(Bo)/Contents(Check this)/Rect[0 0 9 9]>>",
        ],
      },
    ],
    "[page 1]\nName\n\n[note by Bo: Check this]\n[form field name: Ada Lovelace]",
  ),
  pdf(
    "a page without text",
    [{ lines: [[40, 300, "one"]] }, { lines: [] }, { lines: [[40, 300, "three"]] }],
    "[page 1]\none\n\n[page 2]\n\n\n[page 3]\nthree",
    [{ code: "empty-pages", count: 1, name: "2" }],
  ),
];
