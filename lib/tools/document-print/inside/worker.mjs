/** The process for one document: reads it from stdin, writes one JSON line with the PDF, and exits. */
import { text } from "node:stream/consumers";
import { pathToFileURL } from "node:url";
import { closeNetwork } from "../../sandbox/inside/lock-down.mjs";
import { chooseFonts } from "./choose-fonts.mjs";
import { layOut } from "./lay-out.mjs";

const [packages] = process.argv.slice(2);
const load = (path) => import(pathToFileURL(`${packages}/${path}`).href);

// Opened before the network is closed: a pipe is a socket.
const { stdin, stdout } = process;
closeNetwork();
const { markdown, labels } = JSON.parse(await text(stdin));
const [{ marked }, fontkit, { default: React }, pdf] = await Promise.all([
  load("marked/lib/marked.esm.js"),
  load("fontkit/dist/module.mjs"),
  load("react/index.js"),
  load("@react-pdf/renderer/lib/react-pdf.js"),
]);
const { families, printable } = chooseFonts(markdown, packages, fontkit, pdf.Font);
// A word is never divided, but for one that is longer than a line.
pdf.Font.registerHyphenationCallback((word) =>
  word.length > 50 ? (word.match(/.{1,30}/gsu) ?? [word]) : [word],
);
const tokens = marked.lexer(printable);
const note = printable === markdown ? null : labels.missing;
const document = layOut({ tokens, families, labels, note }, React.createElement, pdf);
const buffer = await pdf.renderToBuffer(document);
stdout.write(`${JSON.stringify({ pdf: buffer.toString("base64") })}\n`, () => process.exit(0));
