/** "Run this Python: x = 41; print(x)": runs the code as it is written, and tells what it printed. */
import { BRISK, call, type Skill, say } from "../skill.ts";
import { findCodeTool } from "../tools/find-tool.ts";

export const runCode: Skill = {
  name: "run-code",
  match({ question, request, results }) {
    const code = codeIn(question);
    if (code === null) return null;
    const tool = findCodeTool(request.tools);
    const made = results.findLast(({ call: { name } }) => name === tool?.name);
    if (made) return say(`It printed:\n\n\`\`\`text\n${made.content.trim()}\n\`\`\``, BRISK);
    return tool ? call(tool.use(code)) : say("I have no Python here to run that with.");
  },
};

function codeIn(question: string): string | null {
  const asked = /^\s*run this python:\s*([\s\S]+)$/i.exec(question)?.[1];
  if (asked === undefined) return null;
  return (/^```\w*\n([\s\S]*?)\n?```/.exec(asked)?.[1] ?? asked).trim();
}
