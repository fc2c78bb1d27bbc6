/** The process for one file: reads its bytes from stdin, writes one JSON line with the result, and exits. */
import { buffer } from "node:stream/consumers";
import { closeNetwork } from "../../sandbox/inside/lock-down.mjs";
import { readDocx } from "./read-docx.mjs";
import { readPdf } from "./read-pdf.mjs";

const [kind, libraryPath] = process.argv.slice(2);
const { stdin, stdout } = process;
closeNetwork();
const bytes = await buffer(stdin);
const read = kind === "pdf" ? readPdf : readDocx;
stdout.write(`${JSON.stringify(await read(bytes, libraryPath))}\n`, () => process.exit(0));
