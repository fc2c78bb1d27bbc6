/** Reads attachment lines of a user message: `Attachment: {url, id, or name (id …)}`, possibly with the file's text. */

export type Attachment = {
  /** The id or URL that a tool needs. */
  id: string;
  name: string;
  /** Its content, where the message contains it. */
  text: string;
};

const LINE = /^Attachment:[ \t]*(\S.*?)[ \t]*$/m;
const UUID = /[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}/i;

export function splitAttachments(content: string): { text: string; attachments: Attachment[] } {
  const [text = "", ...rest] = content.split(LINE);
  const attachments: Attachment[] = [];
  for (let index = 0; index < rest.length; index += 2) {
    attachments.push(readReference(rest[index] ?? "", rest[index + 1] ?? ""));
  }
  return { text: text.trim(), attachments };
}

/** `/api/attachments/{id}/{name}` and `name (id x)` give both; any other value is used as the id. */
function readReference(value: string, below: string): Attachment {
  const text = below.trim();
  const named = /^(.*?)\s*\(id:?\s*([^)]+)\)$/.exec(value);
  if (named) return { id: named[2]?.trim() ?? value, name: named[1] || "the file", text };
  const id = /attachments\/([^/?#]+)/.exec(value)?.[1] ?? UUID.exec(value)?.[0] ?? value;
  const last = value.split(/[?#]/)[0]?.split("/").at(-1) ?? "";
  return { id, name: last === "" || last === id ? "the file" : decodeName(last), text };
}

function decodeName(name: string): string {
  try {
    return decodeURIComponent(name);
  } catch {
    return name;
  }
}
