/** More Excel workbooks by script: formats, texts and what stands beside cells, as people's own files have them. */
import { c, excel, f, one, row, s, sheet } from "./excel-corpus.ts";

const shared = (at: string, index: number) => `<c r="${at}" t="s"><v>${index}</v></c>`;

export const EXCEL_DETAILS = [
  excel(
    "numbers with leading zeros: postcodes and the like",
    one(sheet(row(c("A1", 1067, 13) + c("B1", 12345678, 14) + c("C1", 107, 15)))),
    "[sheet 1: A]\n01067,012-34-5678,No. 0107",
    { formats: ["00000", "000\\-00\\-0000", '"No. "0000'] },
  ),
  excel(
    "units and other words beside a number",
    one(
      sheet(
        row(
          c("A1", 12.5, 13) +
            c("B1", -2, 14) +
            c("C1", 5, 15) +
            c("D1", 0.07, 16) +
            c("E1", 3, 17) +
            c("F1", -3, 18) +
            c("G1", 12, 19),
        ),
      ),
    ),
    "[sheet 1: A]\n12.5%,-2 °C,5.00 €/kg,7.0% p.a.,No. 3,-3 h,12 pcs.",
    {
      formats: [
        '0.0"%"',
        "0\\ \\°\\C",
        '0.00" €/kg"',
        '0.0%" p.a."',
        '"No. "#',
        '0" h";[Red](0" h")',
        'General" pcs."',
      ],
    },
  ),
  excel(
    "words that would say something else of the whole number",
    one(
      sheet(
        row(
          c("A1", 2500000, 13) +
            c("B1", -5, 14) +
            c("C1", 0, 15) +
            c("D1", 1500, 16) +
            c("E1", 1130, 17) +
            c("F1", 4, 18),
        ),
      ),
    ),
    "[sheet 1: A]\n2500000,-5,0,1500,1130,4",
    {
      formats: [
        '0.0,,"M"',
        '0" profit";0" loss"',
        '0" kg";-0" kg";"none"',
        '[>=1000]0,"k";0" pcs."',
        '#0"h"00',
        '"closed"',
      ],
    },
  ),
  excel(
    "times of a day, and durations",
    one(
      sheet(row(c("A1", 46053.5, 13) + c("B1", 0.25, 13) + c("C1", 0.0625, 14) + c("D1", 2.5, 15))),
    ),
    "[sheet 1: A]\n12:00:00,06:00:00,1:30:00,60:00:00",
    { formats: ["h:mm AM/PM", "[mm]:ss", "[h]:mm"] },
  ),
  excel(
    "the first day of the calendar of 1904",
    one(sheet(row(c("A1", 0, 5)))),
    "[sheet 1: A]\n1904-01-01",
    { book: '<workbookPr date1904="true"/>' },
  ),
  excel(
    "percentages with decimals, also below zero, and of many digits",
    one(sheet(row(c("A1", -0.07, 13) + c("B1", 0.123456, 13) + c("C1", 1, 14)))),
    "[sheet 1: A]\n-7.00%,12.3456%,100%",
    { formats: ["0.00%", "0%"] },
  ),
  excel(
    "currencies by their place and by the word of the country",
    one(
      sheet(
        row(
          c("A1", 12, 13) +
            c("B1", 12.5, 14) +
            c("C1", -3, 15) +
            c("D1", 5, 16) +
            c("E1", 1200, 17),
        ),
      ),
    ),
    "[sheet 1: A]\n12.00 €,12.50 kr,-£3.00,¥5,1200 zł",
    {
      formats: [
        "#,##0.00\\ [$€-407];[Red]\\-#,##0.00\\ [$€-407]",
        '#,##0.00\\ "kr"',
        '_-"£"* #,##0.00_-;\\-"£"* #,##0.00_-',
        "[$¥-411]#,##0",
        '#,##0\\ "zł"',
      ],
    },
  ),
  excel(
    "texts in several letterforms, with hints and with characters that XML cannot hold",
    one(sheet(row(shared("A1", 0) + shared("B1", 1) + shared("C1", 2)))),
    '[sheet 1: A]\nbold and plain,東京,"one\ntwo_x0041_"',
    {
      bookParts: [
        {
          path: "xl/sharedStrings.xml",
          type: "sharedStrings",
          body: '<sst><si><r><rPr><b/></rPr><t>bold</t></r><r><t xml:space="preserve"> and plain</t></r></si><si><t>東京</t><rPh sb="0" eb="2"><t>トウキョウ</t></rPh></si><si><t>one_x000D_\ntwo_x005F_x0041_</t></si></sst>',
        },
      ],
    },
  ),
  excel(
    "raised figures in a text",
    one(
      sheet(
        row(
          '<c r="A1" t="inlineStr"><is><r><t>10</t></r><r><rPr><vertAlign val="superscript"/></rPr><t>6</t></r><r><t xml:space="preserve"> m</t></r></is></c>',
        ),
      ),
    ),
    "[sheet 1: A]\n10⁶ m",
  ),
  excel(
    "errors, a formula of today, and one without its value",
    one(
      sheet(
        row(
          '<c r="A1" t="e"><v>#N/A</v></c>' +
            f("B1", "_xlfn.XLOOKUP(A1,A:A,_xlfn._xlws.SORT(B:B))", 7) +
            '<c r="C1"><f>NOW()</f></c>',
        ),
      ),
    ),
    "[sheet 1: A]\n#N/A,7,\n\n[formulas: B1 =XLOOKUP(A1,A:A,SORT(B:B)); C1 =NOW()]",
  ),
  excel(
    "sheets that are hidden and very hidden, between others, and a sheet that is a chart",
    [
      { name: "A", body: sheet(row(s("A1", "x"))) },
      { name: "B", state: "hidden", body: sheet(row(s("A1", "y"))) },
      { name: "C", state: "veryHidden", body: sheet(row(s("A1", "z"))) },
    ],
    "[sheet 1: A]\nx\n\n[sheet 2: B (hidden)]\ny\n\n[sheet 3: C (hidden)]\nz",
    { notes: [{ code: "read-hidden-sheets", count: 2 }] },
  ),
  excel(
    "columns and rows that are hidden by being of no width",
    one(
      sheet(
        row(c("A1", 1) + c("B1", 2) + c("C1", 3)) +
          row(c("A2", 4), 'r="2" ht="0" customHeight="1"'),
        '<cols><col min="2" max="3" width="0" customWidth="1"/></cols>',
      ),
    ),
    "[sheet 1: A]\n1,2,3\n4,,\n\n[hidden rows: 2]\n[hidden columns: B:C]",
    {
      notes: [
        { code: "read-hidden-rows", count: 1 },
        { code: "read-hidden-columns", count: 1 },
      ],
    },
  ),
  excel(
    "comments with answers, which older programs see as a long sentence, and a plain note",
    one(sheet(row(c("A1", 1) + c("B1", 2))), [
      {
        path: "xl/comments1.xml",
        type: "comments",
        body: '<comments><authors><author>tc={1}</author><author>Bo</author></authors><commentList><comment ref="A1" authorId="0"><text><t>[Threaded comment]\n\nYour version of Excel allows you to read this threaded comment.\n\nComment:\n    Sure?</t></text></comment><comment ref="B1" authorId="1"><text><r><t>Bo:</t></r><r><t xml:space="preserve">\nlate</t></r></text></comment></commentList></comments>',
      },
      {
        path: "xl/threadedComments/t.xml",
        type: "threadedComment",
        body: '<ThreadedComments><threadedComment ref="A1" personId="{p}" id="{1}" done="1"><text>Sure?</text></threadedComment><threadedComment ref="A1" personId="{q}" id="{2}" parentId="{1}"><text>Yes,\nwe are.</text></threadedComment></ThreadedComments>',
      },
    ]),
    "[sheet 1: A]\n1,2\n\n[comments: B1 by Bo: late; A1 by Ada: Sure?; A1, reply by Cem: Yes, we are.]",
    {
      bookParts: [
        {
          path: "xl/persons/person.xml",
          type: "person",
          body: '<personList><person displayName="Ada" id="{p}"/><person displayName="Cem" id="{q}"/></personList>',
        },
      ],
    },
  ),
  excel(
    "text boxes beside the cells",
    one(sheet(row(c("A1", 1))), [
      {
        path: "xl/drawings/d.xml",
        type: "drawing",
        body: "<xdr:wsDr><xdr:sp><xdr:txBody><a:p><a:r><a:t>Mind </a:t></a:r><a:r><a:t>the gap</a:t></a:r></a:p><a:p><a:r><a:t>please</a:t></a:r></a:p></xdr:txBody></xdr:sp><xdr:sp/></xdr:wsDr>",
      },
    ]),
    "[sheet 1: A]\n1\n\n[text boxes: Mind the gap / please]",
  ),
];
