/** Limits of the tools, in one place. Those of Python that an operator may want are settings (PYTHON_*). */
import "server-only";
import { ATTACHMENT_MAX_BYTES } from "../contracts/limits.ts";

const KIB = 1024;
const MIB = 1024 * KIB;

export const TOOL_LIMITS = {
  /** Deeper arguments are described as "any". */
  describedDepthMax: 4,
} as const;

/** What may be remembered of a call where structured memory is forced. */
export const REMEMBERED_LIMITS = {
  /** As stored, and as it came. */
  addressMaxChars: 300,
  addressReadMaxChars: 4_000,
  titleMaxChars: 160,
  /** Name of a person, a file or a place. */
  nameMaxChars: 120,
  codeMaxChars: 1_500,
  outputMaxChars: 1_000,
  itemsMax: 50,
  /** Value of an enum, or name of a property, that an MCP server declares. */
  termMaxChars: 64,
  /** Deeper parts of an MCP tool's schema are not remembered. */
  schemaDepthMax: 4,
} as const;

export const SANDBOX_LIMITS = {
  /** How often the memory of a process is read. Outside Linux, each look starts a program. */
  memoryLookMs: process.platform === "linux" ? 40 : 400,
  processorLookMs: process.platform === "linux" ? 40 : 400,
  /** Processor time after the kernel's first signal, which a process that was broken into may ignore. */
  ignoredSignalMs: 400,
  /** Unit of the times in /proc/PID/stat: USER_HZ is 100 on every system that Node runs on (proc(5), times(2)). */
  tickMs: 10,
  /** A process that has used no processor time for so long, and waits for none, hangs. */
  hangMs: 3_000,
  hangLookMs: 500,
  /**
   * Priority of a process that yields to other sandboxed ones: it gets a third of the processor time that one of them gets. At
   * the lowest priority, 19, it would get a seventieth of a processor that another program keeps busy, and would time out.
   */
  lastPriority: 15,
} as const;

export const FETCH_PAGE_LIMITS = {
  timeoutMs: 20_000,
  maxResultBytes: 64_000,
  urlMaxChars: 2_000,
  /** Size of the decoded body. Reading stops there. */
  pageMaxBytes: 2 * MIB,
  headersMaxBytes: 16 * KIB,
  redirectsMax: 5,
  titleMaxChars: 300,
  textMaxChars: 14_000,
  /** A main part shorter than this is ignored. */
  mainMinChars: 200,
  /** A large page has 20,000 tags. Parsing runs on the event loop, so it stops here. */
  tagsMax: 50_000,
  /** Open elements. The parser's work for each grows with them; a browser has 512. */
  nestingMax: 4_000,
} as const;

/** Tables of a page. */
export const PAGE_TABLE_LIMITS = {
  /** Merged cells are named up to these numbers: a page may say that a cell covers 1,000 columns. */
  columnsMax: 100,
  rowsMax: 1_000,
  mergedMax: 2_000,
  /** A row of data has no more characters, and none of its cells has more lines. Other rows arrange a page. */
  dataMaxChars: 2_000,
  dataMaxLines: 6,
} as const;

export const WEB_SEARCH_LIMITS = {
  timeoutMs: 15_000,
  maxResultBytes: 16_000,
  queryMaxChars: 400,
  resultsDefault: 5,
  resultsMax: 10,
  answerMaxBytes: 2 * MIB,
  urlMaxChars: 2_000,
  titleMaxChars: 160,
  snippetMaxChars: 500,
  /** Excerpts of this server's documents: sentences that match well, filled up with their neighbours to this length. */
  localSnippetMaxChars: 360,
  localShortSnippetChars: 200,
} as const;

export const SEARCH_DOCUMENTS_LIMITS = {
  timeoutMs: 60_000,
  maxResultBytes: 48_000,
  queryMaxChars: 400,
  passagesDefault: 5,
  passagesMax: 10,
  passageMaxChars: 1_000,
  /** A passage is not cut before this, unless the text ends. */
  passageMinChars: 400,
  passagesPerFileMax: 2_000,
  /** Later passages of a file are found by their words alone. */
  embeddedPerFileMax: 1_000,
  embeddingBatch: 64,
} as const;

const PART_MAX_CHARS = 12_000;

export const FILE_EXTRACTION_LIMITS = {
  timeoutMs: 50_000,
  partMaxChars: PART_MAX_CHARS,
  /** At most three bytes of UTF-8 for each UTF-16 code unit, and the header and footer. */
  maxResultBytes: PART_MAX_CHARS * 3 + 2_000,
  attachmentMaxBytes: ATTACHMENT_MAX_BYTES,
  /** The marker of a PDF may stand behind other bytes (ISO 32000, annex H). */
  pdfMarkWithinBytes: 1024,
  /** How much of a text without a mark tells its encoding: the beginning of UTF-16, and of others lines from all over it. */
  encodingLookedAtBytes: 64 * KIB,
  /** A longer text is decoded step by step, and other requests are served between the steps. */
  decodedAtOnceBytes: 1024 * KIB,
  /** A shorter text may be in several encodings: the person is asked. */
  encodingSureBytes: 200,
  /** Spoilt characters that a text may have, of all of them, and of those of several bytes in UTF-8. */
  spoiltShare: 0.01,
  strayShareOfWide: 0.2,
  /** Of the bytes that a long text begins with: so many are no UTF-8 where the text is none. */
  plainlyOtherShare: 0.05,
  /** Of all characters, in an encoding that the person chose: what no text has. */
  chosenUnfitShare: 0.1,
  /** Of a longer text, so much of it is looked at, in so many pieces. */
  unfitLookedAtChars: 1024 * KIB,
  unfitLookedAtPieces: 16,
  /** Controls that no text has, of all characters. */
  controlShare: 0.001,
  /** Parsing blocks the event loop. A longer text is judged by its first and last character. */
  jsonParsedMaxChars: 1024 * 1024,
  /** Extracted texts are kept in memory, the least recently used go first. Room for two of the largest files. */
  cacheMaxChars: 2 * ATTACHMENT_MAX_BYTES + 2,
  /** At most for so long, so that the text of an erased file does not stay. */
  cacheMs: 600_000,
  /** Processor time for the process that reads one document. */
  processorMaxS: 5,
  /** Wall clock for it: beside programs that keep all processors busy, it has a tenth of one, or a thirtieth. */
  processTimeoutMs: 300_000,
  processHeapMaxMb: 512,
  processMemoryMaxBytes: 1024 * MIB,
  /** The worker stops at two million characters, of which each may take six bytes. */
  processReplyMaxBytes: 16 * MIB,
} as const;

/** Limits of the preview of a file. */
export const FILE_PREVIEW_LIMITS = {
  partsMax: 50,
  textMaxChars: 20_000,
  rowsMax: 200,
  columnsMax: 40,
  cellMaxChars: 500,
} as const;

/** Limits of a picture that is decoded and written anew. */
export const PICTURE_REWRITE_LIMITS = {
  /** Width by height: more than the cameras of telephones give. */
  pixelsMax: 50_000_000,
  /** The most that WebP can hold. */
  sideMax: 16_383,
  /** A longer animation becomes its first picture. Pixels of all its frames together. */
  framesMax: 300,
  animationPixelsMax: 24_000_000,
  /** Of the new file. */
  maxBytes: ATTACHMENT_MAX_BYTES,
  processorMaxS: 5,
  /** Wall clock, as for a document that is read. */
  processTimeoutMs: 300_000,
  processHeapMaxMb: 256,
  processMemoryMaxBytes: 1024 * MIB,
  /** Base64 is a third longer. */
  processReplyMaxBytes: 16 * MIB,
} as const;

/** Limits of a document that is printed as a PDF. */
export const DOCUMENT_PRINT_LIMITS = {
  maxChars: 200_000,
  /** Processor time: a document of the longest length takes nearly as much. */
  processorMaxS: 30,
  /** Wall clock, as for a document that is read. */
  processTimeoutMs: 600_000,
  processHeapMaxMb: 512,
  processMemoryMaxBytes: 1024 * MIB,
  processReplyMaxBytes: 32 * MIB,
} as const;

export const PYTHON_LIMITS = {
  codeMaxChars: 100_000,
  maxResultBytes: 32_000,
  /** Added to PYTHON_TIMEOUT_MS: the first start on a new installation. Waiting for others does not count. */
  startAllowanceMs: 40_000,
  /** Of processor time. A start takes a tenth of it. */
  startMaxMs: 20_000,
  /** Wall clock of one call, in multiples of its processor time: on a busy machine it waits for a processor. */
  wallPerProcessorTime: 3,
  /** The worker cuts its replies far below this. A longer one comes from a worker that was broken into. */
  replyMaxBytes: 2 * MIB,
  /** Node and the WebAssembly code, beside what Python itself may hold. */
  runtimeMb: 288,
  heapMaxMb: 256,
  snapshotMaxBytes: 256 * MIB,
  /** Of processor time. */
  snapshotBuildMaxMs: 60_000,
  snapshotBuildMemoryMb: 512,
} as const;

export const MCP_LIMITS = {
  timeoutMs: 60_000,
  /** Ends before `timeoutMs`, so that the server is told that the call is cancelled. */
  callTimeoutMs: 59_000,
  maxResultBytes: 32_000,
  connectTimeoutMs: 20_000,
  /** For one picture of a result to be written anew, waiting included. */
  pictureTimeoutMs: 20_000,
  /** How long the first turns wait for servers that have never connected. */
  firstConnectWaitMs: 5_000,
  retryMinMs: 1_000,
  retryMaxMs: 60_000,
  pingTimeoutMs: 3_000,
  /** A server that announces changes of its tools is listed at most this often. */
  relistAfterMs: 1_000,
  /** Where a tool was taken out because its description is not the accepted one. */
  compareAgainMs: 10_000,
  toolsPerServerMax: 64,
  toolPagesMax: 16,
  /** For which a child process may go on after it was asked to end, and again after each signal. */
  endWaitMs: 2_000,
  /** Size of one JSON-RPC message. */
  messageMaxBytes: 4 * MIB,
  errorMaxChars: 500,
  descriptionMaxChars: 1_000,
  versionMaxChars: 40,
  /** The longest name of a function that model endpoints accept. */
  nameMaxChars: 64,
  /** Length of the digest at the end of a name that had to be changed. */
  nameHashChars: 8,
  schemaMaxBytes: 24_000,
  schemaDepthMax: 24,
  /** Subschemas, with references followed: a few that name each other can stand for millions. */
  subschemasMax: 3_000,
} as const;

export const CHART_LIMITS = {
  timeoutMs: 10_000,
  maxResultBytes: 4_000,
  labelsMax: 200,
  seriesMax: 8,
  textMaxChars: 120,
  widthPx: 720,
  heightPx: 420,
  /** Longer labels of an axis are cut, with an ellipsis. */
  labelWidthPx: 110,
  altMaxChars: 1_000,
} as const;

/** Files that one call may make. */
export const MADE_FILE_LIMITS = {
  countMax: 8,
  maxBytes: 5 * MIB,
} as const;
