/** Calls in text, in the shapes of open models: what runs, what is left out, and what is words about calls. */
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { PYTHON_TOOL } from "../testing/test-client.ts";
import { dropTokens, separateCalls } from "./separate-calls.ts";
import { toToolset } from "./written-call.ts";

const tool = (name: string, properties: Record<string, unknown> = {}) => ({
  type: "function" as const,
  function: { name, parameters: { type: "object", properties } },
});
const TOOLS = toToolset([
  PYTHON_TOOL,
  tool("web_search", { query: { type: "string" }, count: { type: "integer" } }),
  tool("list_people"),
]);

function separate(pieces: readonly string[], separator = separateCalls(TOOLS)) {
  const sum = { text: "", reasoning: "" };
  const add = ({ text, reasoning }: typeof sum) => {
    sum.text += text;
    sum.reasoning += reasoning;
  };
  for (const piece of pieces) add(separator.push(piece));
  const { calls, leftOut, ...rest } = separator.end();
  add(rest);
  const read = calls.map(({ name, arguments: given }) => ({ name, arguments: given }));
  return { ...sum, calls: read, leftOut };
}

/** Whole, in single characters, and cut in two at every place. */
function separateInEveryWay(text: string) {
  const whole = separate([text]);
  expect(separate([...text]), "in single characters").toEqual(whole);
  for (let at = 1; at < text.length; at += 1) {
    const cut = separate([text.slice(0, at), text.slice(at)]);
    expect(cut, `cut at ${at}: ${text.slice(0, at)}`).toEqual(whole);
  }
  return whole;
}

const SEARCH = { name: "web_search", arguments: { query: "Paris", count: 2 } };
const JSON_ARGUMENTS = '{"query": "Paris", "count": 2}';
const JSON_CALL = `{"name": "web_search", "arguments": ${JSON_ARGUMENTS}}`;
const PARAMETERS = `{"name": "web_search", "parameters": ${JSON_ARGUMENTS}}`;

/** What documents and templates of the models show. */
const SHAPES: Record<string, string> = {
  "Hermes, Qwen 2.5 and 3": `<tool_call>\n${JSON_CALL}\n</tool_call>`,
  "Hermes without its end": `<tool_call>\n${JSON_CALL}\n`,
  "Hermes without its beginning": `${JSON_CALL}\n</tool_call>`,
  "Hermes without the last bracket": `<tool_call>\n${JSON_CALL.slice(0, -1)}\n</tool_call>`,
  "Hermes with one bracket too many": `<tool_call>\n${JSON_CALL}}\n</tool_call>`,
  "Hermes with single quotes": `<tool_call>{'name': 'web_search', 'arguments': {'query': 'Paris', 'count': 2,}}</tool_call>`,
  "Hermes with arguments as text": `<tool_call>{"name": "web_search", "arguments": ${JSON.stringify(JSON_ARGUMENTS)}}</tool_call>`,
  "Qwen3-Coder": `<tool_call>\n<function=web_search>\n<parameter=query>\nParis\n</parameter>\n<parameter=count>\n2\n</parameter>\n</function>\n</tool_call>`,
  "Qwen3-Coder without its beginning": `<function=web_search>\n<parameter=query>\nParis\n</parameter>\n<parameter=count>\n2\n</parameter>\n</function>\n</tool_call>`,
  "Qwen3-Coder without ends": `<function=web_search>\n<parameter=query>\nParis\n<parameter=count>\n2\n</function>`,
  Seed: `<seed:tool_call>\n<function=web_search>\n<parameter=query>Paris</parameter>\n<parameter=count>2</parameter>\n</function>\n</seed:tool_call>`,
  "Llama 3.1": PARAMETERS,
  "Llama 3.1 with its token": `<|python_tag|>${PARAMETERS}<|eom_id|>`,
  "Llama's function tag": `<function=web_search>${JSON_ARGUMENTS}</function>`,
  "Llama 3.2, pythonic": `[web_search(query="Paris", count=2)]`,
  "Llama 4, pythonic": `<|python_start|>[web_search(query='Paris', count=2)]<|python_end|>`,
  Mistral: `[TOOL_CALLS] [${JSON_CALL}]`,
  "Mistral since 2411": `[TOOL_CALLS]web_search[ARGS]${JSON_ARGUMENTS}`,
  "Mistral with an id": `[TOOL_CALLS]web_search[CALL_ID]a1B2c3D4e[ARGS]${JSON_ARGUMENTS}</s>`,
  "Mistral Small": `[TOOL_CALLS]web_search${JSON_ARGUMENTS}`,
  "GLM 4.5": `<tool_call>web_search\n<arg_key>query</arg_key>\n<arg_value>Paris</arg_value>\n<arg_key>count</arg_key>\n<arg_value>2</arg_value>\n</tool_call>`,
  "GLM 4.7": `<tool_call>web_search<arg_key>query</arg_key><arg_value>Paris</arg_value><arg_key>count</arg_key><arg_value>2</arg_value></tool_call>`,
  "Kimi K2": `<|tool_calls_section_begin|><|tool_call_begin|>functions.web_search:0<|tool_call_argument_begin|>${JSON_ARGUMENTS}<|tool_call_end|><|tool_calls_section_end|>`,
  "DeepSeek V3": `<｜tool▁calls▁begin｜><｜tool▁call▁begin｜>function<｜tool▁sep｜>web_search\n\`\`\`json\n${JSON_ARGUMENTS}\n\`\`\`<｜tool▁call▁end｜><｜tool▁calls▁end｜><｜end▁of▁sentence｜>`,
  "DeepSeek V3.1": `<｜tool▁calls▁begin｜><｜tool▁call▁begin｜>web_search<｜tool▁sep｜>${JSON_ARGUMENTS}<｜tool▁call▁end｜><｜tool▁calls▁end｜>`,
  "DeepSeek V3.2": `<｜DSML｜function_calls>\n<｜DSML｜invoke name="web_search">\n<｜DSML｜parameter name="query" string="true">Paris</｜DSML｜parameter>\n<｜DSML｜parameter name="count" string="false">2</｜DSML｜parameter>\n</｜DSML｜invoke>\n</｜DSML｜function_calls>`,
  Harmony: `<|channel|>commentary to=functions.web_search <|constrain|>json<|message|>${JSON_ARGUMENTS}<|call|>`,
  "Harmony with the recipient first": `<|start|>assistant to=functions.web_search<|channel|>commentary json<|message|>${JSON_ARGUMENTS}<|call|>`,
  "MiniMax M1": `<tool_calls>\n${JSON_CALL}\n</tool_calls>`,
  "MiniMax M2": `<minimax:tool_call>\n<invoke name="web_search">\n<parameter name="query">Paris</parameter>\n<parameter name="count">2</parameter>\n</invoke>\n</minimax:tool_call>`,
  Granite: `<|tool_call|>[${JSON_CALL}]`,
  Phi: `<|tool_call|>[${JSON_CALL}]<|/tool_call|><|end|>`,
  InternLM: `<|action_start|><|plugin|>\n${PARAMETERS}<|action_end|>`,
  Nemotron: `<TOOLCALL>[${JSON_CALL}]</TOOLCALL>`,
  Command: `<|START_ACTION|>[{"tool_call_id": "0", "tool_name": "web_search", "parameters": ${JSON_ARGUMENTS}}]<|END_ACTION|>`,
  "Gemma 3":
    "<start_function_call>call:web_search{query:<escape>Paris<escape>,count:2}<end_function_call>",
  "Gemma 4": `<|tool_call>call:web_search{query:<|"|>Paris<|"|>,count:2}<tool_call|>`,
  Functionary: `<|from|>assistant\n<|recipient|>web_search\n<|content|>${JSON_ARGUMENTS}<|stop|>`,
  "Functionary without tokens": `>>>web_search\n${JSON_ARGUMENTS}`,
  "LM Studio": `[TOOL_REQUEST]${JSON_CALL}[END_TOOL_REQUEST]`,
  Liquid: `<|tool_call_start|>[web_search(query="Paris", count=2)]<|tool_call_end|>`,
  Grok: `<xai:function_call name="web_search"><parameter name="query">Paris</parameter><parameter name="count">2</parameter></xai:function_call>`,
  ReAct: `Action: web_search\nAction Input: ${JSON_ARGUMENTS}`,
  "Qwen 1.5": `✿FUNCTION✿: web_search\n✿ARGS✿: ${JSON_ARGUMENTS}`,
  "Harmony without tokens": `assistantcommentary to=functions.web_search json${JSON_ARGUMENTS}`,
  "a tag of the tool's name": "<web_search>\n<query>Paris</query>\n<count>2</count>\n</web_search>",
  "a line of Python": `web_search(query="Paris", count=2)`,
  "Python in a fence": `\`\`\`python\nweb_search(query="Paris", count=2)\n\`\`\``,
  "a fence in its tag": `<tool_call>\n\`\`\`json\n${JSON_CALL}\n\`\`\`\n</tool_call>`,
  "arguments beside the name": `<tool_call>{"name": "web_search", "query": "Paris", "count": 2}</tool_call>`,
  "a name for its kind": `<function_call>${JSON_CALL}</function_call>`,
  "in the form of the protocol": `{"tool_calls": [{"id": "1", "type": "function", "function": ${JSON_CALL}}]}`,
  "in a fence": `\`\`\`json\n${JSON_CALL}\n\`\`\``,
  "in a fence without a word": `\`\`\`\n${JSON_CALL}\n\`\`\`\n`,
  "in a fence that is not closed": `\`\`\`json\n${JSON_CALL}`,
  "in a fence with its tag": `\`\`\`xml\n<tool_call>\n${JSON_CALL}\n</tool_call>\n\`\`\``,
  "Gemma, as code": `\`\`\`tool_code\nprint(default_api.web_search(query="Paris", count=2))\n\`\`\``,
  "with a namespace of functions": `<tool_call>{"name": "functions.web_search", "arguments": ${JSON_ARGUMENTS}}</tool_call>`,
  "with the end of a turn": `<tool_call>${JSON_CALL}</tool_call><|im_end|>`,
};

describe("a call in text is read", () => {
  it.each(Object.entries(SHAPES))("in the shape of %s", (_, text) => {
    expect(separateInEveryWay(text)).toMatchObject({ calls: [SEARCH], text: "", leftOut: [] });
  });

  it.each(Object.entries(SHAPES))("after a line of prose: %s", (_, text) => {
    const found = separateInEveryWay(`I'll look that up.\n\n${text}`);
    expect(found).toMatchObject({ calls: [SEARCH], text: "I'll look that up.", leftOut: [] });
  });

  it.each([
    ["two tags", `<tool_call>${JSON_CALL}</tool_call>\n<tool_call>${JSON_CALL}</tool_call>`],
    ["Llama's two", `${PARAMETERS}; ${PARAMETERS}`],
    ["two lines", `${PARAMETERS}\n${PARAMETERS}`],
    ["a list", `[${JSON_CALL}, ${JSON_CALL}]`],
    ["pythonic", `[web_search(query="Paris", count=2), web_search(query="Paris", count=2)]`],
    ["two fences", `\`\`\`json\n${JSON_CALL}\n\`\`\`\n\`\`\`json\n${JSON_CALL}\n\`\`\``],
    [
      "Mistral's two",
      `[TOOL_CALLS]web_search[ARGS]${JSON_ARGUMENTS}[TOOL_CALLS]web_search[ARGS]${JSON_ARGUMENTS}`,
    ],
  ])("twice: %s", (_, text) => {
    expect(separateInEveryWay(text)).toMatchObject({
      calls: [SEARCH, SEARCH],
      text: "",
      leftOut: [],
    });
  });

  it.each([
    ["in a tag", '<tool_call>{"name": "list_people", "arguments": {}}</tool_call>'],
    ["by its name alone", "<tool_call>list_people</tool_call>"],
    ["in Python", "[list_people()]"],
    ["as a function", "<function=list_people>\n</function>"],
  ])("without arguments %s", (_, text) => {
    expect(separateInEveryWay(text).calls).toEqual([{ name: "list_people", arguments: {} }]);
  });

  it("with code in it, and with numbers that a double cannot hold", () => {
    const code = "if a < b and c[0] == '}':\n    print(\"</x>\")";
    const call = { name: "python_interpreter", arguments: { code } };
    expect(separateInEveryWay(`<tool_call>${JSON.stringify(call)}</tool_call>`).calls).toEqual([
      call,
    ]);
    const large =
      '<tool_call>{"name": "web_search", "arguments": {"count": 9007199254740993}}</tool_call>';
    expect(JSON.stringify(separate([large]).calls)).toContain("9007199254740993");
  });

  it("in time, however long it is", () => {
    const code = "x = {'a': [1, 2]}\n".repeat(12_000);
    const text = `<tool_call>${JSON.stringify({ name: "python_interpreter", arguments: { code } })}</tool_call>`;
    const pieces = text.match(/[\s\S]{1,4}/g) ?? [];
    expect(separate(pieces).calls).toHaveLength(1);
  });
});

describe("what looks like a call and may not run is left out", () => {
  it.each([
    ["followed", `<tool_call>${JSON_CALL}</tool_call>\nIt is sunny.`, "It is sunny."],
    ["followed", `${PARAMETERS}\nIt is sunny.`, "It is sunny."],
    [
      "followed",
      `Now:\n[TOOL_CALLS]web_search[ARGS]${JSON_ARGUMENTS}\nIt is sunny.`,
      "Now:\n\nIt is sunny.",
    ],
    ["not-offered", '<tool_call>{"name": "rm", "arguments": {}}</tool_call>', ""],
    ["not-offered", 'I do it.\n<|python_tag|>{"name": "rm", "parameters": {}}', "I do it."],
    ["not-offered", '{"name": "get_weather", "parameters": {"city": "Paris"}}', ""],
    ["not-offered", '[get_weather(city="Paris")]', ""],
    ["cut", 'I do it.\n<tool_call>{"name": "web_sea', "I do it."],
    ["cut", "I do it.\n<tool_call>", "I do it."],
    ["cut", "I do it. <tool_call>", "I do it."],
    ["cut", "<function=web_search>\n<parameter=query>\nPar", ""],
    ["cut", '{"name": "web_search", "parameters": {"qu', ""],
    ["cut", '```json\n{"name": "web_search", "parameters": {"qu', ""],
    ["cut", "<｜tool▁calls▁begin｜><｜tool▁call▁begin｜>web_search<｜tool▁sep｜>{", ""],
    ["cut", "<|channel|>commentary to=functions.web_search <|constr", ""],
    ["cut", `<tool_call>${JSON_CALL}</tool_call><tool_call>{"na`, ""],
    ["unknown-shape", "<|tool_plan|>call the weather<|end_tool_plan|>", ""],
    ["unknown-shape", "<tool_use>\nsearch for Paris\n</tool_use>", ""],
    ["cut", '<function=web_search{"query": "Paris"}></function>', ""],
    ["unknown-shape", '<function(web_search)>{"query": "Paris"}</function>', ""],
    [
      "unknown-shape",
      `<tool_call>${JSON_CALL}</tool_call>\n<tool_response>\n{"x": 1}\n</tool_response>\nIt is sunny.`,
      "It is sunny.",
    ],
    ["unknown-shape", "So:\n<|tool_x|>search Paris", "So:"],
    ["unknown-shape", "<|channel|>commentary to=python code<|message|>print(1)<|call|>", ""],
  ])("%s: %s", (why, text, shown) => {
    const { text: seen, calls, leftOut } = separateInEveryWay(text);
    expect({ seen: seen.trim(), calls }).toEqual({ seen: shown, calls: [] });
    expect(leftOut).toContain(why);
  });

  it.each([
    "It is done.<|im_end|>",
    "It is done.<|eot_id|>",
    "It is done.</s>",
    "It is done. <|endoftext|>\n",
    "It is done.<|im_end|>\n<|im_start|>assistant\n",
    "<|im_start|>assistant\nIt is done.",
    "<|start_header_id|>assistant<|end_header_id|>\n\nIt is done.<|eot_id|>",
    "It is done.<end_of_turn>",
    "It is done.<｜end▁of▁sentence｜>",
    "It is done.<|some_other_token|>",
    "<|channel|>analysis<|message|>hmm<|end|><|start|>assistant<|channel|>final<|message|>It is done.<|return|>",
  ])("as the tokens of a template: %s", (text) => {
    const { text: seen, leftOut } = separateInEveryWay(text);
    expect({ seen: seen.trim(), leftOut }).toEqual({ seen: "It is done.", leftOut: [] });
  });

  it("and so are the ends of turns where the server reports calls itself, which reads no calls", () => {
    const text = "It is done.<|im_end|>";
    expect(separate([...text], dropTokens()).text).toBe("It is done.");
    const told = `The call:\n<tool_call>${JSON_CALL}</tool_call>`;
    expect(separate([...told], dropTokens())).toMatchObject({ text: told, calls: [] });
  });
});

describe("an answer about calls stays whole", () => {
  it.each([
    "The tag <tool_call> opens a call, and </tool_call> closes it.",
    "Write `<tool_call>` first, then the JSON, then `</tool_call>`.",
    "Qwen puts its calls between <tool_call> and </tool_call>.",
    'Qwen writes this:\n\n```xml\n<tool_call>\n{"name": "web_search", "arguments": {"query": "x"}}\n</tool_call>\n```\n\nThe server reads it.',
    'Qwen writes this:\n\n```xml\n<tool_call>\n{"name": "get_weather", "arguments": {"city": "Paris"}}\n</tool_call>\n```',
    'Qwen writes this:\n\n<tool_call>\n{"name": "get_weather", "arguments": {"city": "Paris"}}\n</tool_call>\n\nThe server reads it.',
    'Llama answers with JSON:\n\n```json\n{"name": "web_search", "parameters": {"query": "x"}}\n```\n\nwhere `name` is the tool.',
    'Llama answers with JSON:\n\n```json\n{"name": "get_weather", "parameters": {"city": "Paris"}}\n```\n',
    'Llama answers with JSON:\n{"name": "get_weather", "parameters": {"city": "Paris"}}',
    'Llama may use Python, as in `[get_weather(city="Paris")]`, for several calls.',
    "ChatML ends each turn with <|im_end|>, and Llama with <|eot_id|>.",
    "The token `<|python_tag|>` stands before a call, and `<|eom_id|>` behind it.",
    "Mistral writes [TOOL_CALLS] before a list of calls.",
    "Mistral's form is `[TOOL_CALLS]name[ARGS]{…}`.",
    "Harmony names the channel: `<|channel|>commentary to=functions.x <|constrain|>json<|message|>{}<|call|>`.",
    "Harmony uses <|channel|> to name one of three channels, such as commentary.",
    "~~~\n<|tool_calls_section_begin|><|tool_call_begin|>functions.f:0<|tool_call_argument_begin|>{}<|tool_call_end|>\n~~~\nThat is Kimi's.",
    "DeepSeek wraps calls in `<｜tool▁calls▁begin｜>` and `<｜tool▁calls▁end｜>`.",
    'An XML file may hold `<function name="f">` as well; a < b, a <= b, and <b>bold</b> are no calls.',
    'The object {"name": "Ada", "age": 36} is a person, [1](https://example.org) is a link, [x] is ticked.',
    '```python\nprint(web_search(query="x"))\n```',
    '{"name": "Ada", "parameters": ["x"]}',
    '{"code": "1"}',
    "[sorted(x), len(y)]",
    "A list:\n- [ ] one\n- [x] two\n\n| a | b |\n| - | - |\n| `{` | ~x~ |\n",
    "Use ``a ` b`` and ~~old~~ text, $a_{1} < b$ and {braces}.",
    "In F#, `f <| x` applies; <3 and -> are signs.",
    "list_people() lists all people, and web_search(query) searches.",
    'web_search(query="x") is how it is called.',
    "Action: Buy milk.\nAction Input: none.",
    ">>> print(1)\n1",
    "An `<web_search>` tag, or a <web_search> in a sentence.",
    "The <tool> element of the file has a <toolbar> in it.",
  ])("%s", (text) => {
    expect(separateInEveryWay(text)).toEqual({ text, reasoning: "", calls: [], leftOut: [] });
  });
});

it("a call behind the spaces that its line begins with is one, wherever the stream is cut", () => {
  for (const before of [" ", "\t", "\n  "]) {
    const { calls, text } = separateInEveryWay(`${before}web_search(query="Paris", count=2)`);
    expect(calls).toEqual([SEARCH]);
    expect(text.trim()).toBe("");
  }
});

it("what is certain does not depend on where a stream is cut", () => {
  const parts = fc.constantFrom(
    ...Object.values(SHAPES).flatMap((text) => [text, text.slice(0, text.length / 2)]),
    ..."<|tool_call|>, </tool_call>, <tool_x>, <|x|>, [TOOL_CALLS], ```, ```json, `, ~~~, {, }, [, ], <, |, \n, \n\n,  , a, word, x., <|im_end|>, <|channel|>, <|start|>assistant, final, <|message|>, </s>".split(
      ", ",
    ),
    " ",
  );
  fc.assert(
    fc.property(
      fc.array(parts, { maxLength: 12 }),
      fc.infiniteStream(fc.integer({ min: 1, max: 7 })),
      (list, sizes) => {
        const text = list.join("");
        const pieces: string[] = [];
        for (let at = 0; at < text.length; ) {
          const { value: size = 1 } = sizes.next();
          pieces.push(text.slice(at, at + size));
          at += size;
        }
        expect(separate(pieces)).toEqual(separate([text]));
      },
    ),
    { numRuns: 300 },
  );
});
