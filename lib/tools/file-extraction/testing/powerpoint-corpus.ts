/** PowerPoint presentations by script, each with the text that a careful person would write down. */
import type { CorpusFile } from "./corpus-file.ts";
import { makeOffice, type OfficePart } from "./make-office.ts";

type Slide = { shapes: string; isHidden?: boolean; parts?: OfficePart[] };

function powerpoint(
  name: string,
  slides: readonly Slide[],
  text: string,
  { notes, parts = [] }: { notes?: CorpusFile["notes"]; parts?: OfficePart[] } = {},
): CorpusFile {
  const list = slides.map((_, index) => `<p:sldId id="${256 + index}" r:id="s${index}"/>`).join("");
  const own = slides.flatMap(({ shapes, isHidden, parts: more = [] }, index): OfficePart[] => {
    const path = `ppt/slides/s${index}.xml`;
    const body = `<p:sld ${isHidden ? 'show="0"' : ""}><p:cSld><p:spTree>${shapes}</p:spTree></p:cSld></p:sld>`;
    return [
      { path, type: "slide", id: `s${index}`, body },
      ...more.map((one) => ({ ...one, from: path })),
    ];
  });
  const main = `<p:presentation><p:sldIdLst>${list}</p:sldIdLst></p:presentation>`;
  return {
    name,
    bytes: makeOffice("pptx", main, [...own, ...parts]),
    text,
    ...(notes && { notes }),
  };
}

const r = (text: string) => `<a:r><a:t>${text}</a:t></a:r>`;
const p = (inside: string, properties = "") => `<a:p>${properties}${inside}</a:p>`;
const sp = (inside: string, place = "") =>
  `<p:sp><p:nvSpPr><p:nvPr>${place}</p:nvPr></p:nvSpPr><p:txBody><a:bodyPr/>${inside}</p:txBody></p:sp>`;
const tc = (text: string, more = "") => `<a:tc ${more}><a:txBody>${p(r(text))}</a:txBody></a:tc>`;
const frame = (inside: string) =>
  `<p:graphicFrame><a:graphic><a:graphicData>${inside}</a:graphicData></a:graphic></p:graphicFrame>`;
const auto = (type: string, level = 0) =>
  `<a:pPr lvl="${level}"><a:buAutoNum type="${type}"/></a:pPr>`;

/** Points of a SmartArt with their texts, and what stands below what. */
const diagram = (texts: Record<string, string>, below: readonly [string, string, number][]) =>
  `<dgm:dataModel><dgm:ptLst><dgm:pt modelId="0" type="doc"/>${Object.entries(texts)
    .map(([id, text]) => `<dgm:pt modelId="${id}"><dgm:t><a:bodyPr/>${p(r(text))}</dgm:t></dgm:pt>`)
    .join(
      "",
    )}<dgm:pt modelId="9" type="parTrans"><dgm:t>${p(r("layout"))}</dgm:t></dgm:pt></dgm:ptLst><dgm:cxnLst>${below
    .map(([from, to, order]) => `<dgm:cxn srcId="${from}" destId="${to}" srcOrd="${order}"/>`)
    .join(
      "",
    )}<dgm:cxn type="presOf" srcId="1" destId="9" srcOrd="0"/></dgm:cxnLst></dgm:dataModel>`;

export const DIAGRAM = diagram({ "1": "Build", "2": "Plan", "3": "Draft", "4": "Review" }, [
  ["0", "1", 1],
  ["0", "2", 0],
  ["2", "4", 1],
  ["2", "3", 0],
]);

export const POWERPOINT_CORPUS = [
  powerpoint(
    "a table with blank and merged cells",
    [
      {
        shapes: frame(
          `<a:tbl><a:tr>${tc("Year", 'rowSpan="2"')}${tc("Sales", 'gridSpan="2"')}${tc("", 'hMerge="1"')}</a:tr><a:tr>${tc("", 'vMerge="1"')}${tc("")}${tc("a|b")}</a:tr></a:tbl>`,
        ),
      },
    ],
    "[slide 1]\nYear | Sales | [merged left]\n[merged above] |  | a\\|b",
  ),
  powerpoint(
    "lines, groups and notes of several paragraphs",
    [
      {
        shapes: `${sp(p(`${r("Our")}<a:br/>${r("plan")}`))}<p:grpSp>${sp(p(r("in a group")))}</p:grpSp>`,
        parts: [
          {
            path: "ppt/notes/n.xml",
            type: "notesSlide",
            body: `<p:notes>${sp(p(r("7")), '<p:ph type="sldNum"/>')}${sp(p(r("Say hello.")) + p(r("Then wait.")), '<p:ph type="body"/>')}</p:notes>`,
          },
        ],
      },
    ],
    "[slide 1]\nOur\nplan\nin a group\n\nNotes: Say hello.\nThen wait.",
  ),
  powerpoint(
    "numbered lists",
    [
      {
        shapes: sp(
          p(r("one"), auto("arabicPeriod")) +
            p(r("sub"), auto("alphaLcParenR", 1)) +
            p(r("sub"), auto("alphaLcParenR", 1)) +
            p(r("two"), auto("arabicPeriod")) +
            p(r("plain")),
        ),
      },
    ],
    "[slide 1]\n1. one\na) sub\nb) sub\n2. two\nplain",
  ),
  powerpoint(
    "a hidden slide",
    [{ shapes: sp(p(r("seen"))) }, { shapes: sp(p(r("unseen"))), isHidden: true }],
    "[slide 1]\nseen\n\n[slide 2 (hidden)]\nunseen",
    { notes: [{ code: "read-hidden-slides", count: 1 }] },
  ),
  powerpoint(
    "pictures, a chart and a diagram",
    [
      {
        shapes:
          sp(p(r("Look"))) +
          '<p:pic><p:nvPicPr><p:cNvPr descr="A lamp"/></p:nvPicPr></p:pic><p:pic/>' +
          frame("<c:chart/>") +
          frame("<dgm:relIds/>"),
      },
    ],
    "[slide 1]\nLook\n[picture: A lamp]",
    {
      notes: [
        { code: "pictures", count: 2 },
        { code: "charts", count: 1 },
        { code: "diagrams", count: 1 },
      ],
    },
  ),
  powerpoint(
    "SmartArt as an outline",
    [
      {
        shapes: sp(p(r("Steps"))) + frame('<dgm:relIds r:dm="d1" r:lo="l1"/>'),
        parts: [{ path: "ppt/diagrams/data1.xml", type: "diagramData", id: "d1", body: DIAGRAM }],
      },
    ],
    "[slide 1]\nSteps\n- Plan\n  - Draft\n  - Review\n- Build",
  ),
  powerpoint(
    "a table whose cells have several lines, and notes below it",
    [
      {
        shapes: frame(
          `<a:tbl><a:tr>${tc("Port")}${tc("Opens")}</a:tr><a:tr><a:tc><a:txBody>${p(`${r("Bremen")}<a:br/>${r("old town")}`)}${p(r("north"))}</a:txBody></a:tc>${tc("7:00")}</a:tr></a:tbl>`,
        ),
        parts: [
          {
            path: "ppt/notes/n.xml",
            type: "notesSlide",
            body: `<p:notes>${sp(p(r("Say why.")), '<p:ph type="body"/>')}</p:notes>`,
          },
        ],
      },
    ],
    "[slide 1]\nPort | Opens\nBremen / old town / north | 7:00\n\nNotes: Say why.",
  ),
  powerpoint(
    "comments of both kinds",
    [
      {
        shapes: sp(p(r("x"))),
        parts: [
          {
            path: "ppt/comments/c.xml",
            type: "comments",
            body: `<p:cmLst><p:cm authorId="0"><p:text>Sure?</p:text></p:cm><p:cm authorId="0"><p:txBody>${p(r("Yes"))}</p:txBody></p:cm></p:cmLst>`,
          },
        ],
      },
    ],
    "[slide 1]\nx\n\n[comment by Ada: Sure?]\n[comment by Ada: Yes]",
    {
      parts: [
        {
          path: "ppt/authors.xml",
          type: "commentAuthors",
          body: '<p:cmAuthorLst><p:cmAuthor id="0" name="Ada"/></p:cmAuthorLst>',
        },
      ],
    },
  ),
  powerpoint(
    "raised and lowered figures",
    [
      {
        shapes: sp(
          p(
            `${r("10")}<a:r><a:rPr baseline="30000"/><a:t>6</a:t></a:r>${r(" of H")}<a:r><a:rPr baseline="-25000"/><a:t>2</a:t></a:r>${r("O, the 1")}<a:r><a:rPr baseline="30000"/><a:t>st</a:t></a:r>`,
          ),
        ),
      },
    ],
    "[slide 1]\n10⁶ of H₂O, the 1st",
  ),
  powerpoint(
    "an equation and its picture for older programs",
    [
      {
        shapes: sp(
          p(
            "<mc:AlternateContent><mc:Choice><a14:m><m:oMath><m:sSup><m:e><m:r><m:t>x</m:t></m:r></m:e><m:sup><m:r><m:t>2</m:t></m:r></m:sup></m:sSup></m:oMath></a14:m></mc:Choice><mc:Fallback><a:r><a:t>picture</a:t></a:r></mc:Fallback></mc:AlternateContent>",
          ),
        ),
      },
    ],
    "[slide 1]\nx^2",
  ),
];
