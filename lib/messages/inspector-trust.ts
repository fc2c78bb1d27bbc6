/** The texts of inspector trust: where the words of a prompt come from, and where a call comes from. */
import type { Value } from "./message.ts";

export const trustDeployment = () => "Deployment";
export const trustPerson = () => "Person";
export const trustService = () => "Service";
export const trustDirectory = () => "Directory";
export const trustFile = () => "File";
export const trustMcp = () => "MCP server";
export const trustWeb = () => "Web";

export const meansDeployment = () => "Nothing but this deployment's own text led here.";
export const meansPerson = () => "The person's own words are the least trusted text that led here.";
export const meansService = () => "A service's text is the least trusted text that led here.";
export const meansDirectory = () =>
  "An entry of the people directory is the least trusted text that led here.";
export const meansFile = () => "A file of the person is the least trusted text that led here.";
export const meansMcp = () => "Text of an MCP server is the least trusted text that led here.";
export const meansWeb = () =>
  "Text of the web, or of an unknown place, is the least trusted text that led here.";

export const trust = () => "Trust";
export const trustIs = ({ word }: { word: Value }) => `trust: ${word}`;
export const trustNotKept = () => "Not kept";
export const trustNotKeptMeaning = () =>
  "The call is from before origins were kept. Policies count it as the least trusted.";

export const throughModel = () => "through a model";
export const throughTool = () => "through a tool";
export const withPrivate = ({ through }: { through: Value }) => `${through}, with private text`;
export const unknownPlace = () => "unknown place";
export const hiddenHost = ({ name }: { name: Value }) => `host ${name}`;

export const from = () => "From";
export const beforeOrigins = () => "from before origins were kept";

export const foreignTextRead = () => "What foreign text did this call read?";
export const noForeignText = () =>
  "None: all of its prompt is from this deployment and the person.";
export const foreignTextUnknown = () =>
  "This call is from before origins were kept, so nobody can tell.";
export const foreignAmount = ({ bytes }: { bytes: Value }) => `in segments of ${bytes}`;
export const segmentLink = ({ number, kind }: { number: Value; kind: Value }) =>
  `${number} · ${kind}`;
export const goToSegment = ({ number, kind }: { number: Value; kind: Value }) =>
  `Show segment ${number}, ${kind}`;

export const whereThisCallComesFrom = () => "Where this call comes from";
export const decisionOnIt = ({ seq }: { seq: Value }) => `Decision: event ${seq}`;
export const blameArguments = () => "Arguments";
export const inPersonsWords = () => "Each stands in the person's own words.";
export const notInPersonsWords = () => "Not all stand in the person's own words.";
export const standsOnlyIn = () => "stands only in";
export const noForeignArgument = () => "None stands in foreign text alone.";
export const blameAddress = () => "Address";
export const addressKnown = () =>
  "Known: the person wrote it, or a search or an opened page gave it.";
export const addressUnknown = () =>
  "Not known: neither the person, nor a search, nor an opened page gave it.";
export const blamePrivate = () => "Private words";
export const sendsPrivate = () => "Some would leave. They are from";
export const sendsNothingPrivate = () => "None would leave.";
export const blameSentence = () => "May have asked for it";
export const theSentence = () => "The sentence";
export const noSentence = () => "No foreign sentence was found that resembles the call.";
export const standsIn = () => "In the prompt:";
export const standsNowhere = () => "No segment of this prompt names that origin.";
export const leastTrustedSegments = () => "Least trusted segments:";
export const promptOfTheCall = () => "The prompt that led to it";
export const askedForEarlier = () => "The call was asked for in an earlier run.";
