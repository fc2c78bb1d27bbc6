/** Exported conversations as files: Markdown to read, JSON to work with. Pure. */
import type { PublicSource } from "../../../contracts/public/sources/public-source.ts";
import * as text from "../../../messages/export.ts";
import type { ExportedConversation } from "./export-conversations.ts";

export type ExportForm = "markdown" | "json";

export function writeConversation(conversation: ExportedConversation, form: ExportForm): string {
  return form === "json" ? `${JSON.stringify(conversation, null, 2)}\n` : toMarkdown(conversation);
}

/** The pieces of one file with many conversations, in order. */
export async function* writeConversations(
  conversations: AsyncIterable<ExportedConversation>,
  form: ExportForm,
): AsyncGenerator<string> {
  let count = 0;
  if (form === "json") yield "[\n";
  for await (const conversation of conversations) {
    const between = form === "json" ? ",\n" : "\n---\n\n";
    yield `${count > 0 ? between : ""}${writeConversation(conversation, form).trimEnd()}\n`;
    count += 1;
  }
  if (form === "json") yield "]\n";
}

function toMarkdown({ title, messages }: ExportedConversation): string {
  const turns = messages.map(({ by, at, text: said, files, sources }) => {
    const who = by === "person" ? text.you() : text.assistant();
    const parts = [
      `## ${who}, ${at.slice(0, 16).replace("T", " ")} UTC`,
      said.trim(),
      files.map((name) => `- ${text.file({ name })}`).join("\n"),
      sources.map((source) => `- [${source.number}] ${nameOf(source)}`).join("\n"),
    ];
    return parts.filter((part) => part !== "").join("\n\n");
  });
  return `${[`# ${title}`, ...turns].join("\n\n")}\n`;
}

function nameOf(source: PublicSource): string {
  if (source.kind === "page") return [source.title, source.address].filter(Boolean).join(", ");
  return source.kind === "document" ? source.name : (source.label ?? source.what);
}
