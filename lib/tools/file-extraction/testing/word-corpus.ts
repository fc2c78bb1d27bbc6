/** Word documents by script, each with the text that a careful person would write down. */
import type { CorpusFile } from "./corpus-file.ts";
import { makeOffice, type OfficePart } from "./make-office.ts";
import { DIAGRAM } from "./powerpoint-corpus.ts";

export const t = (text: string) => `<w:r><w:t xml:space="preserve">${text}</w:t></w:r>`;
export const p = (inside: string, properties = "") =>
  `<w:p><w:pPr>${properties}</w:pPr>${inside}</w:p>`;
export const tc = (inside: string, properties = "") =>
  `<w:tc><w:tcPr>${properties}</w:tcPr>${inside}</w:tc>`;
export const tr = (cells: readonly string[], properties = "") =>
  `<w:tr><w:trPr>${properties}</w:trPr>${cells.join("")}</w:tr>`;
export const tbl = (...rows: string[]) => `<w:tbl><w:tblPr/><w:tblGrid/>${rows.join("")}</w:tbl>`;
export const cells = (...texts: string[]) => tr(texts.map((text) => tc(p(text && t(text)))));
export const num = (id: number, level = 0) =>
  `<w:numPr><w:ilvl w:val="${level}"/><w:numId w:val="${id}"/></w:numPr>`;
export const math = (inside: string) => `<m:oMath>${inside}</m:oMath>`;
export const mr = (text: string) => `<m:r><m:t>${text}</m:t></m:r>`;

export function part(type: string, body: string, id = type): OfficePart {
  return { path: `word/${id}.xml`, type, id, body };
}

export function word(
  name: string,
  body: string,
  text: string,
  { parts = [], notes }: { parts?: OfficePart[]; notes?: CorpusFile["notes"] } = {},
): CorpusFile {
  const main = `<w:document><w:body>${body}</w:body></w:document>`;
  return { name, bytes: makeOffice("docx", main, parts), text, ...(notes && { notes }) };
}

export const level = (index: number, format: string, text: string, more = "") =>
  `<w:lvl w:ilvl="${index}"><w:start w:val="1"/><w:numFmt w:val="${format}"/>${more}<w:lvlText w:val="${text}"/></w:lvl>`;
const NUMBERING = part(
  "numbering",
  `<w:numbering><w:abstractNum w:abstractNumId="0">${level(0, "decimal", "%1.")}${level(1, "lowerLetter", "%2)")}${level(2, "lowerRoman", "%1.%2.%3")}</w:abstractNum>
  <w:abstractNum w:abstractNumId="1">${level(0, "bullet", "\uF0B7")}${level(1, "bullet", "–")}</w:abstractNum>
  <w:abstractNum w:abstractNumId="2">${level(0, "upperRoman", "Article %1", '<w:pStyle w:val="Article"/>')}${level(1, "decimal", "%1.%2", '<w:pStyle w:val="Clause"/><w:isLgl/>')}</w:abstractNum>
  <w:num w:numId="1"><w:abstractNumId w:val="0"/></w:num><w:num w:numId="2"><w:abstractNumId w:val="1"/></w:num>
  <w:num w:numId="3"><w:abstractNumId w:val="0"/><w:lvlOverride w:ilvl="0"><w:startOverride w:val="5"/></w:lvlOverride></w:num>
  <w:num w:numId="4"><w:abstractNumId w:val="2"/></w:num></w:numbering>`,
);
const STYLES = part(
  "styles",
  '<w:styles><w:style w:styleId="Secret"><w:rPr><w:vanish/></w:rPr></w:style><w:style w:styleId="Deep"><w:basedOn w:val="Secret"/></w:style><w:style w:styleId="Article"><w:pPr><w:numPr><w:numId w:val="4"/></w:numPr></w:pPr></w:style><w:style w:styleId="Clause"><w:pPr><w:numPr><w:ilvl w:val="1"/><w:numId w:val="4"/></w:numPr></w:pPr></w:style></w:styles>',
);
export const style = (id: string) => `<w:pStyle w:val="${id}"/>`;
export const box = (inside: string) =>
  `<w:r><mc:AlternateContent><mc:Choice><w:drawing><wp:inline><wps:wsp><wps:txbx><w:txbxContent>${inside}</w:txbxContent></wps:txbx></wps:wsp></wp:inline></w:drawing></mc:Choice><mc:Fallback><w:pict><v:shape><v:textbox><w:txbxContent>${inside}</w:txbxContent></v:textbox></v:shape></w:pict></mc:Fallback></mc:AlternateContent></w:r>`;
const picture = (about = "") =>
  `<w:r><w:drawing><wp:inline><wp:docPr id="1" ${about}/><a:graphic><pic:pic/></a:graphic></wp:inline></w:drawing></w:r>`;

const LAYOUT = [
  word(
    "lines of an address",
    p("<w:r><w:t>Ada Lovelace</w:t><w:br/><w:t>12 High Street</w:t><w:br/><w:t>London</w:t></w:r>"),
    "Ada Lovelace\n12 High Street\nLondon",
  ),
  word(
    "tabs and hyphens",
    p("<w:r><w:t>Rent</w:t><w:tab/><w:t>100</w:t></w:r>") +
      p(
        "<w:r><w:t>co</w:t><w:noBreakHyphen/><w:t>op eration</w:t><w:softHyphen/><w:t>al</w:t></w:r>",
      ),
    "Rent\t100\n\nco\u2011op erational",
  ),
  word("a page break", p(`${t("One")}<w:r><w:br w:type="page"/></w:r>${t("Two")}`), "One\n\nTwo"),
  word(
    "symbols",
    p(
      '<w:r><w:sym w:font="Wingdings" w:char="F0FE"/><w:t> yes </w:t><w:sym w:font="Symbol" w:char="F061"/></w:r>',
    ),
    "☑ yes α",
  ),
  word(
    "fields with their results",
    p(
      `${t("Page ")}<w:r><w:fldChar w:fldCharType="begin"/></w:r><w:r><w:instrText>IF </w:instrText></w:r><w:r><w:fldChar w:fldCharType="begin"/></w:r><w:r><w:instrText>PAGE</w:instrText></w:r><w:r><w:fldChar w:fldCharType="separate"/></w:r>${t("inner")}<w:r><w:fldChar w:fldCharType="end"/></w:r><w:r><w:fldChar w:fldCharType="separate"/></w:r>${t("3")}<w:r><w:fldChar w:fldCharType="end"/></w:r>${t(" of ")}<w:fldSimple w:instr="NUMPAGES">${t("9")}</w:fldSimple>`,
    ),
    "Page 3 of 9",
  ),
  word(
    "content controls, links and tags",
    `<w:sdt><w:sdtPr><w:alias w:val="x"/></w:sdtPr><w:sdtContent>${p(`<w:hyperlink>${t("our site")}</w:hyperlink><w:smartTag>${t(" of Bremen")}</w:smartTag>`)}</w:sdtContent></w:sdt>`,
    "our site of Bremen",
  ),
  word(
    "the reading of a word",
    p(
      `<w:r><w:ruby><w:rubyPr/><w:rt>${t("とうきょう")}</w:rt><w:rubyBase>${t("東京")}</w:rubyBase></w:ruby></w:r>`,
    ),
    "東京(とうきょう)",
  ),
];

const TABLES = [
  word(
    "a table with blank cells",
    p(t("Costs")) +
      tbl(cells("Item", "Q1", "Q2"), cells("Rent", "100", ""), cells("Food", "", "55")),
    "Costs\n\nItem | Q1 | Q2\nRent | 100 | \nFood |  | 55",
  ),
  word(
    "merged cells",
    tbl(
      tr([
        tc(p(t("Year")), '<w:vMerge w:val="restart"/>'),
        tc(p(t("Sales")), '<w:gridSpan w:val="2"/>'),
      ]),
      tr([tc(p(""), "<w:vMerge/>"), tc(p(t("North"))), tc(p(t("South")))]),
    ),
    "Year | Sales | [merged left]\n[merged above] | North | South",
  ),
  word(
    "a table in a cell, lines in a cell, a bar",
    tbl(tr([tc(p(t("a|b")) + p(t("c"))), tc(`${tbl(cells("1", "2"), cells("3", "4"))}${p("")}`)])),
    "a\\|b / c | [table: 1 | 2; 3 | 4]",
  ),
  word(
    "a row that begins late, a hidden row, a row in a control",
    tbl(
      tr([tc(p(t("B")))], '<w:gridBefore w:val="1"/>'),
      tr([tc(p(t("secret")))], "<w:hidden/>"),
      `<w:sdt><w:sdtContent>${cells("x", "y")}</w:sdtContent></w:sdt>`,
    ),
    " | B\nx | y",
    { notes: [{ code: "hidden-rows", count: 1 }] },
  ),
];

const ASIDES = [
  word(
    "notes in their places",
    p(
      `${t("Sales rose")}<w:r><w:footnoteReference w:id="7"/></w:r>${t(" and fell")}<w:r><w:endnoteReference w:id="2"/></w:r>${t(".")}<w:r><w:footnoteReference w:id="8"/></w:r>`,
    ),
    "Sales rose[footnote 1: Without tax.] and fell[endnote 1: See annex.].[footnote 2: Two / lines]",
    {
      parts: [
        part(
          "footnotes",
          `<w:footnotes><w:footnote w:type="separator" w:id="-1">${p("")}</w:footnote><w:footnote w:id="7">${p(`<w:r><w:footnoteRef/></w:r>${t("Without tax.")}`)}</w:footnote><w:footnote w:id="8">${p(t("Two"))}${p(t("lines"))}</w:footnote></w:footnotes>`,
        ),
        part(
          "endnotes",
          `<w:endnotes><w:endnote w:id="2">${p(t("See annex."))}</w:endnote></w:endnotes>`,
        ),
      ],
    },
  ),
  word(
    "comments of two people",
    p(
      `${t("Price ")}<w:commentRangeStart w:id="0"/>${t("12")}<w:commentRangeEnd w:id="0"/><w:r><w:commentReference w:id="0"/></w:r><w:r><w:commentReference w:id="1"/></w:r>`,
    ),
    "Price 12[comment by Ada: Sure?][comment by Ada: Yes]",
    {
      parts: [
        part(
          "comments",
          `<w:comments><w:comment w:id="0" w:author="Ada">${p(t("Sure?"))}</w:comment><w:comment w:id="1" w:author="Ada">${p(t("Yes"))}</w:comment></w:comments>`,
        ),
      ],
    },
  ),
  word(
    "tracked changes",
    p(
      `${t("We pay ")}<w:del w:author="Bo"><w:r><w:delText>10</w:delText></w:r></w:del><w:ins w:author="Bo">${t("12")}${t(".5")}</w:ins>${t(" euros")}`,
    ),
    "We pay [deleted by Bo: 10][inserted by Bo: 12.5] euros",
  ),
  word(
    "text that was moved, and rows that were added",
    p(`<w:moveFrom>${t("old")}</w:moveFrom><w:moveTo>${t("new")}</w:moveTo>`) +
      tbl(tr([tc(p(t("a")))], '<w:ins w:author="Bo"/>')),
    "[moved from here: old][moved here: new]\n\n[row inserted by Bo] a",
  ),
  word(
    "headers and footers, each once",
    p(t("Body")) +
      '<w:sectPr><w:headerReference w:type="default" r:id="h1"/><w:headerReference w:type="first" r:id="h2"/><w:headerReference w:type="even" r:id="h2"/><w:footerReference w:type="default" r:id="f1"/><w:titlePg/></w:sectPr>',
    "[header: Confidential]\n\n[header, first page: Welcome]\n\nBody\n\n[footer: Page 1]",
    {
      parts: [
        part("header", `<w:hdr>${p(t("Confidential"))}</w:hdr>`, "h1"),
        part("header", `<w:hdr>${p(t("Welcome"))}</w:hdr>`, "h2"),
        part("footer", `<w:ftr>${p(t("Page 1"))}</w:ftr>`, "f1"),
      ],
    },
  ),
  word(
    "a text box, read once",
    p(t("Before") + box(p(t("In the")) + p(t("box")))),
    "Before\n\n[text box: In the / box]",
  ),
  word(
    "hidden text, by itself and by style",
    p(`${t("seen ")}<w:r><w:rPr><w:vanish/></w:rPr><w:t>secret</w:t></w:r>${t("too")}`) +
      p(t("hidden by style"), style("Deep")) +
      p('<w:r><w:rPr><w:vanish w:val="0"/></w:rPr><w:t>shown</w:t></w:r>', style("Deep")),
    "seen too\n\nshown",
    { parts: [STYLES], notes: [{ code: "hidden-text", count: 2 }] },
  ),
  word(
    "a text box with a table, of which cells were changed and hold an equation",
    p(
      box(
        p(t("Prices")) +
          tbl(
            tr([
              tc(
                p(
                  `<w:del w:author="Bo"><w:r><w:delText>10</w:delText></w:r></w:del><w:ins w:author="Bo">${t("12")}</w:ins>`,
                ),
              ),
              tc(p(math(`<m:sSup><m:e>${mr("x")}</m:e><m:sup>${mr("2")}</m:sup></m:sSup>`))),
            ]),
          ),
      ),
    ),
    "[text box: Prices / [table: [deleted by Bo: 10][inserted by Bo: 12] | x^2]]",
  ),
  word(
    "SmartArt as an outline",
    p(
      `${t("Steps")}<w:r><w:drawing><wp:inline><a:graphic><a:graphicData><dgm:relIds r:dm="d1"/></a:graphicData></a:graphic></wp:inline></w:drawing></w:r>`,
    ),
    "Steps\n\n[diagram]\n- Plan\n  - Draft\n  - Review\n- Build",
    { parts: [part("diagramData", DIAGRAM, "d1")] },
  ),
  word(
    "pictures and a chart",
    p(t("Look") + picture() + picture('descr="A red lamp"')) +
      p("<w:r><w:drawing><c:chart/></w:drawing></w:r>"),
    "Look[picture: A red lamp]",
    {
      notes: [
        { code: "pictures", count: 2 },
        { code: "charts", count: 1 },
      ],
    },
  ),
];

const LISTS = [
  word(
    "a numbered list with levels that begin again",
    [num(1), num(1, 1), num(1, 2), num(1), num(1, 1), num(2), num(2, 1), num(3)]
      .map((list, index) => p(t(`i${index}`), list))
      .join(""),
    "1. i0\n  a) i1\n    1.a.i i2\n2. i3\n  a) i4\n• i5\n  – i6\n5. i7",
    { parts: [NUMBERING] },
  ),
  word(
    "headings that are numbered by their style",
    p(t("Scope"), style("Article")) +
      p(t("Words"), style("Clause")) +
      p(t("More"), style("Clause")) +
      p(t("Price"), style("Article")) +
      p(t("Plain"), '<w:numPr><w:numId w:val="0"/></w:numPr>'),
    "Article I Scope\n  1.1 Words\n  1.2 More\nArticle II Price\n\nPlain",
    { parts: [NUMBERING, STYLES] },
  ),
];

const EQUATIONS = [
  word(
    "the solution of a quadratic equation",
    p(
      t("So ") +
        math(
          `${mr("x=")}<m:f><m:num>${mr("-b±")}<m:rad><m:radPr><m:degHide/></m:radPr><m:deg/><m:e><m:sSup><m:e>${mr("b")}</m:e><m:sup>${mr("2")}</m:sup></m:sSup>${mr("-4ac")}</m:e></m:rad></m:num><m:den>${mr("2a")}</m:den></m:f>`,
        ),
    ),
    "So x=(-b±√(b^2-4ac))/(2a)",
  ),
  word(
    "a sum, a matrix, a limit",
    `<m:oMathPara>${math(`<m:nary><m:naryPr><m:chr m:val="∑"/></m:naryPr><m:sub>${mr("i=1")}</m:sub><m:sup>${mr("n")}</m:sup><m:e><m:sSub><m:e>${mr("a")}</m:e><m:sub>${mr("i")}</m:sub></m:sSub></m:e></m:nary>`)}</m:oMathPara>` +
      p(
        math(
          `<m:d><m:e><m:m><m:mr><m:e>${mr("1")}</m:e><m:e>${mr("0")}</m:e></m:mr><m:mr><m:e>${mr("0")}</m:e><m:e>${mr("1")}</m:e></m:mr></m:m></m:e></m:d>`,
        ),
      ),
    "∑_(i=1)^n a_i\n\n([1, 0; 0, 1])",
  ),
];

export const WORD_CORPUS = [...LAYOUT, ...TABLES, ...ASIDES, ...LISTS, ...EQUATIONS];
