/** What people do on an ordinary day; each act is timed as its person sees it. */
import { makePdf } from "../../lib/tools/file-extraction/testing/make-pdf.ts";
import type { Person } from "./person.ts";

export const QUESTION = "What is fibonacci(20)?";
export const SMALL_PDF = makePdf(["The rent is due on the first of the month."]);

export const ORDINARY: Record<string, (person: Person) => Promise<void>> = {
  "a turn with Python": (person) => person.takeTurn(QUESTION),
  "a turn in words": (person) => person.takeTurn("hello"),
  "a page": async (person) => {
    const { status, text } = await person.ask("GET", `/c/${person.browser.conversationId}`);
    if (status !== 200 || !text.includes(QUESTION)) throw new Error(`a page: ${status}`);
  },
  "a file": async (person) => uploaded(await person.upload("rent.pdf", SMALL_PDF)),
  "a search": async (person) => {
    const { status } = await person.ask("GET", "/api/search?q=fibonacci");
    if (status !== 200) throw new Error(`a search: ${status}`);
  },
};

export function uploaded({ status, text }: { status: number; text: string }): void {
  if (status !== 200 && status !== 201) throw new Error(`a file: ${status} ${text.slice(0, 200)}`);
}
