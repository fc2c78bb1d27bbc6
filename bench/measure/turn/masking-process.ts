/** Reads prompts from standard input, makes their parts as the assembler does, and prints how many µs of processor time the second half took. */
import { text } from "node:stream/consumers";
import { provideSettings } from "../../stack/with-database.ts";

type Given = { bodies: { messages: { role: string }[]; tools?: Tool[] }[]; isMasking: boolean };
type Tool = { function: { name: string } };

provideSettings("postgres://nowhere");
const { maskMessages, maskTools } = await import("../../../lib/hidden-state/mask-messages.ts");
const { maskContent } = await import("../../../lib/prompt/segment.ts");

const { bodies, isMasking } = JSON.parse(await text(process.stdin)) as Given;

function make({ messages, tools }: Given["bodies"][number]): void {
  for (const message of messages)
    maskContent<readonly { role: string }[]>([message], isMasking ? maskMessages : (same) => same);
  if (tools) maskContent<readonly Tool[]>(tools, isMasking ? maskTools : (same) => same);
}

const middle = Math.floor(bodies.length / 2);
for (const body of bodies.slice(0, middle)) make(body);
const before = process.cpuUsage();
for (const body of bodies.slice(middle)) make(body);
const { user, system } = process.cpuUsage(before);
process.stdout.write(String(user + system));
