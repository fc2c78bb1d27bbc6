/** Extracts the text of a PDF, page by page, with what is filled in and noted on it. */
import { join } from "node:path";
import { layOutPage } from "./lay-out-page.mjs";

const PAGES_MAX = 500;
const TEXT_MAX_CHARS = 2_000_000;
/** Reading stops after this much processor time, but not before `ENOUGH_PAGES` pages were read. */
const ENOUGH_MS = 3_500;
const ENOUGH_PAGES = 50;
/** Pages without text that are named. */
const NAMED_MAX = 6;
/** What the codes of Chinese, Japanese and Korean fonts stand for, from the library's own file: most such PDFs do not say it. */
const CMAPS = ["..", "..", "..", "pdfjs-dist", "cmaps", "/"];

/** @param {Buffer} bytes */
export async function readPdf(bytes, unpdfPath) {
  const { getDocumentProxy } = await import(unpdfPath);
  try {
    const pdf = await getDocumentProxy(new Uint8Array(bytes), {
      isEvalSupported: false,
      verbosity: 0,
      cMapUrl: join(unpdfPath, ...CMAPS),
      cMapPacked: true,
    });
    const pageStarts = [];
    const empty = [];
    let text = "";
    const last = Math.min(pdf.numPages, PAGES_MAX);
    while (pageStarts.length < last && text.length < TEXT_MAX_CHARS) {
      if (pageStarts.length >= ENOUGH_PAGES && usedMs() > ENOUGH_MS) break;
      pageStarts.push(text.length);
      const page = await readPage(pdf, pageStarts.length);
      if (page === "") empty.push(pageStarts.length);
      text += `[page ${pageStarts.length}]\n${page}\n\n`;
    }
    const written = text.replace(/\[page \d+\]/g, "").trim();
    if (written === "") return { ok: false, reason: "no-text" };
    const notes =
      empty.length > 0 ? [{ code: "empty-pages", count: empty.length, name: listOf(empty) }] : [];
    return { ok: true, text: text.trimEnd(), pageStarts, pageCount: pdf.numPages, notes };
  } catch (error) {
    return { ok: false, reason: error?.name === "PasswordException" ? "password" : "damaged" };
  }
}

/** Processor time of this process, in milliseconds. */
function usedMs() {
  const { user, system } = process.cpuUsage();
  return (user + system) / 1_000;
}

/** The first of these numbers. */
function listOf(numbers) {
  const more = numbers.length > NAMED_MAX ? " …" : "";
  return `${numbers.slice(0, NAMED_MAX).join(", ")}${more}`;
}

/** An unreadable page counts as empty, so that the other pages are still read. */
async function readPage(pdf, number) {
  try {
    const page = await pdf.getPage(number);
    const { items } = await page.getTextContent();
    const text = layOutPage(items, page.getViewport({ scale: 1 }).transform);
    const notes = (await page.getAnnotations()).flatMap(describeAnnotation);
    page.cleanup();
    return [text, notes.join("\n")].filter(Boolean).join("\n\n").trim();
  } catch {
    return "";
  }
}

/** What a person filled in or noted. Pictures of it are no text of the page. */
function describeAnnotation({ subtype, fieldName, fieldValue, contentsObj, titleObj, ...rest }) {
  if (subtype === "Widget") {
    const value = rest.checkBox ? (isChecked(fieldValue) ? "yes" : "no") : plainOf(fieldValue);
    if (rest.radioButton && fieldValue !== rest.buttonValue) return [];
    if (rest.pushButton || value === "") return [];
    return [`[form field ${fieldName || "without a name"}: ${value}]`];
  }
  const text = plainOf(contentsObj?.str);
  if (text === "" || subtype === "Link" || subtype === "Popup") return [];
  const author = plainOf(titleObj?.str);
  return [`[note${author && ` by ${author}`}: ${text}]`];
}

const isChecked = (value) => Boolean(value) && value !== "Off";

function plainOf(value) {
  const text = Array.isArray(value) ? value.join(", ") : (value ?? "");
  return String(text)
    .trim()
    .replace(/\s*[\r\n]+\s*/g, " / ");
}
