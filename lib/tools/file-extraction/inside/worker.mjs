/** The process for one file: reads its bytes from stdin, writes one JSON line with the result, and exits. */
import { buffer } from "node:stream/consumers";
import { closeNetwork } from "../../sandbox/inside/lock-down.mjs";
import { readXlsx } from "./excel/read-xlsx.mjs";
import { readPdf } from "./pdf/read-pdf.mjs";
import { readPptx } from "./read-pptx.mjs";
import { readDocx } from "./word/read-docx.mjs";

const READERS = { pdf: readPdf, docx: readDocx, xlsx: readXlsx, pptx: readPptx };

const [kind, libraryPath] = process.argv.slice(2);
const { stdin, stdout } = process;
closeNetwork();
const bytes = await buffer(stdin);
stdout.write(`${JSON.stringify(await READERS[kind](bytes, libraryPath))}\n`, () => process.exit(0));
