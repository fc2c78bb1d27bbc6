/** The skills that need no directory, no intake and no plan, in the order in which they are asked. */
import type { Skill } from "../skill.ts";
import { answerFromFile } from "./answer-from-file.ts";
import { calculate } from "./calculate.ts";
import { askForFigures, drawChart } from "./draw-chart.ts";
import { searchDocuments } from "./search-documents.ts";
import { readPage, searchForQuestion, searchWeb } from "./search-web.ts";
import { smallTalk } from "./small-talk.ts";
import { useNamedTool } from "./use-named-tool.ts";
import { showMarkdown, writeCode } from "./write-code.ts";
import { countUp, writeLongAnswer } from "./write-long-answer.ts";

export const GENERAL_SKILLS: readonly Skill[] = [
  useNamedTool,
  drawChart,
  writeLongAnswer,
  countUp,
  writeCode,
  showMarkdown,
  readPage,
  searchDocuments,
  answerFromFile,
  calculate,
  searchWeb,
  smallTalk,
  searchForQuestion,
  askForFigures,
];
