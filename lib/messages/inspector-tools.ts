/** The texts of MCP servers and their tools. */
import { plural, type Value } from "./message.ts";

export const tools = () => "Tools";
export const loading = () => "Loading the tools …";
export const intro = () =>
  "MCP servers come from the setting MCP_SERVERS. The first description of a tool counts as accepted, because an operator named its server there; any other one waits until an operator accepts it.";
export const none = () => "No MCP server is set.";
export const connected = () => "Connected";
export const away = () => "Not connected";
export const notSet = () => "No longer in the settings";
export const host = () => "Host";
export const command = () => "Command";
export const shownAs = () => "Shown to people as";
export const why = () => "Why";
export const pinned = () => "Accepted by";
export const pinnedHow = () => "the setting acceptedTools alone: change it there";
export const askedForNothing = () => "nothing";
export const asked = () => "Asked of us, refused";
export const times = ({ what, count }: { what: Value; count: number }) =>
  `${what}, ${plural(count, "once", `${count} times`)}`;
export const sampling = () => "to ask the model (sampling)";
export const elicitation = () => "to ask the person (elicitation)";
export const roots = () => "for folders (roots)";
export const otherRequest = () => "something else";
export const noTools = () => "It lists no tool.";
export const toolsOf = ({ server }: { server: Value }) => `Tools of ${server}`;
export const offered = () => "Offered";
export const waits = () => "Waits for an operator";
export const gone = () => "No longer listed";
export const unseen = () => "Not seen now";
export const unclear = () => "Cannot be compared";
export const unusable = () => "Cannot be offered";
export const unusableBecause = ({ reason }: { reason: Value }) => `Not offered: ${reason}.`;
export const namedByServer = () => "The server's own name:";
export const foreignLetters = ({ letters }: { letters: Value }) => `not ASCII: ${letters}`;
export const notAccepted = () => "Not accepted yet";
export const acceptedAtFirstSight = () => "Accepted at first sight";
export const acceptedBySettings = () => "Accepted by the settings";
export const acceptedByCommand = () => "Accepted by an operator's command";
export const acceptedByAdmin = ({ who }: { who: Value }) => `Accepted by ${who}`;
export const goneAdmin = () => "an admin whose account is gone";
export const writes = () => "Writes";
export const readsOnly = () => "Reads only";
export const bySettings = () => "by the settings";
export const byAdmin = ({ who }: { who: Value }) => `by ${who}`;
export const countAsWriting = () => "Count as writing";
export const countAsReading = () => "Count as only reading";
export const countAsWritingNamed = ({ tool }: { tool: Value }) => `Count as writing: ${tool}`;
export const countAsReadingNamed = ({ tool }: { tool: Value }) => `Count as only reading: ${tool}`;
export const accept = () => "Accept";
export const acceptNamed = ({ tool }: { tool: Value }) => `Accept ${tool} as it is described now`;
export const description = () => "What the server tells";
export const describedLast = () => "What was accepted";
export const ofTool = ({ tool }: { tool: Value }) => `of ${tool}`;
export const difference = () => "Left: as it was accepted. Right: as the server tells it now.";
export const noDifference = () => "No difference.";
export const notKept = () =>
  "The accepted description was not kept, so only the present one is shown.";
export const textNotKept = () =>
  "This description was not kept, or it is too long to be shown. `npm run tools` accepts it by its digest.";
export const digest = () => "Digest";
export const renamed = ({ of }: { of: Value }) =>
  `Renamed: ${of} had the same description and is gone.`;
export const moved = ({ of }: { of: Value }) =>
  `Moved: ${of} had the same name and description, and its server no longer lists it.`;
export const shadowed = ({ of }: { of: Value }) => `Shadowed: ${of} is a tool of this application.`;
export const lookAlike = ({ of }: { of: Value }) =>
  `Look-alike: the name differs from ${of} only by case, signs or letters that look alike.`;
export const sameName = ({ of }: { of: Value }) => `Same name: ${of} is a tool of another server.`;
