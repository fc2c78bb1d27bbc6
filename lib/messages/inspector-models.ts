/** The texts of inspector models. */
import type { Value } from "./message.ts";

export const models = () => "Models";
export const loading = () => "Loading the models …";
export const none = () => "No connection to a model is set.";
export const intro = () =>
  "Connections come from the settings or from models.json and are changed there.";
export const provider = () => "Provider";
export const address = () => "Address";
export const model = () => "Model";
export const usedBy = () => "Used by";
export const usedByNobody = () => "no agent directly";
export const takesOver = () => "Takes over when it is away";
export const nothing = () => "nothing";
export const key = () => "Key";
export const keySet = ({ name }: { name: Value }) => `${name} is set`;
export const keyNotSet = ({ name }: { name: Value }) => `${name} is not set`;
export const stateOk = () => "Right";
export const stateUnreachable = () => "Unreachable";
export const stateUnauthorised = () => "Key refused";
export const stateNoSuchModel = () => "No such model";
export const stateRefused = () => "Turns are refused";
export const stateFailing = () => "No turn would work";
export const stateNotChecked = () => "Not answered yet";
export const leftOut = () => "Left out: its last calls failed";
export const triedAgain = () => "Failed; the next call tries it";
export const askAgain = () => "Ask again";
export const asking = () => "Asking …";
export const askAgainNamed = ({ connection }: { connection: Value }) =>
  `Ask again what ${connection} can do`;
export const capabilitiesOf = ({ connection }: { connection: Value }) =>
  `What ${connection} can do`;
export const capability = () => "Capability";
export const finding = () => "Finding";
export const source = () => "From";
export const evidence = () => "Evidence";
export const can = () => "can";
export const cannot = () => "cannot";
export const notKnown = () => "not known";
export const unclear = () => "unclear";
export const upTo = ({ value }: { value: Value }) => `up to ${value}`;
export const sourcePreset = () => "preset";
export const sourceProbe = () => "a small call";
export const sourceRefusal = () => "a refused call";
export const sourceAnswer = () => "an answer";
export const sourceOperator = () => "The settings";
export const whatIsDone = () => "What is done";
export const streaming = () => "Streaming";
export const usageInStream = () => "Usage in the stream";
export const tools = () => "Tools";
export const nativeTools = () => "Calls reported as calls";
export const parallelTools = () => "Several calls at once";
export const jsonSchema = () => "JSON schema";
export const strictSchema = () => "Strict JSON schema";
export const jsonObject = () => "JSON object";
export const forcedToolCall = () => "Forced tool call";
export const systemRole = () => "System messages";
export const developerRole = () => "Developer messages in place of system";
export const secondSystemMessage = () => "A second system message";
export const sameRoleTurns = () => "Neighbouring messages of one role";
export const emptyContent = () => "Empty text beside calls";
export const opensInReasoning = () => "Begins inside reasoning";
export const returnedParts = () => "Takes back its reasoning and signatures";
export const keptParts = () => "Takes them back in later turns";
export const bareCalls = () => "Takes calls of other models";
export const images = () => "Images";
export const embeddings = () => "Embeddings";
export const maxOutputTokens = () => "Its own limit of output";
export const withoutReturnedParts = () => "Reasoning and signatures are not sent back.";
export const withoutKeptParts = () => "They are sent back within their own turn only.";
export const withoutBareCalls = () =>
  "Results of calls that another model made are sent as text between marks.";
export const withoutStreaming = () => "The answer is asked for at once and shown whole.";
export const withoutUsageInStream = () => "Usage is not asked for; tokens are estimated.";
export const withoutTools = () =>
  "The agent answers without tools and says so, or calls them as text where it cannot do without.";
export const withoutNativeTools = () => "Calls are read from the text.";
export const withoutParallelTools = () => "One call at a time is asked for.";
export const withoutJsonSchema = () =>
  "JSON object, forced tool call, or the schema in the prompt.";
export const withoutStrictSchema = () => "The schema is sent without strict.";
export const withoutJsonObject = () => "A forced tool call, or the schema in the prompt.";
export const withoutForcedToolCall = () => "The schema goes into the prompt.";
export const withoutSystemRole = () => "Instructions go into the person's first message.";
export const withoutSecondSystemMessage = () => "System messages are joined into the first.";
export const withoutSameRoleTurns = () => "Neighbours of one role are joined.";
export const withoutEmptyContent = () => "null is sent in place of empty text.";
export const withoutImages = () => "Images are described as not seen.";
export const withoutEmbeddings = () => "Documents are searched by words.";
export const price = () => "Price per million tokens";
export const pricePerMillion = ({
  input,
  output,
  currency,
}: {
  input: Value;
  output: Value;
  currency: Value;
}) => `${input} in, ${output} out ${currency}`;
export const priceOfConnection = () => "models.json";
export const priceOfSettings = () => "MODEL_PRICES";
export const priceAsPublished = () => "published by the server";
export const priceOfPreset = () => "list price of the preset";
