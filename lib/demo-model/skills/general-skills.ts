/** The skills that need no directory, intake or plan, in the order in which they are tried. */

import { calculate } from "../calculations/calculate.ts";
import { answerFromFile } from "../files/answer-from-file.ts";
import type { Skill } from "../skill.ts";
import { askForFigures, drawChart } from "./draw-chart.ts";
import { runCode } from "./run-code.ts";
import { readPage, searchDocuments, searchForQuestion, searchWeb } from "./search.ts";
import { seePicture } from "./see-picture.ts";
import { smallTalk } from "./small-talk.ts";
import { useNamedTool } from "./use-named-tool.ts";
import { showMarkdown, writeCode } from "./write-code.ts";
import { countUp, writeLongAnswer } from "./write-long-answer.ts";

export const GENERAL_SKILLS: readonly Skill[] = [
  runCode,
  useNamedTool,
  drawChart,
  writeLongAnswer,
  countUp,
  writeCode,
  showMarkdown,
  readPage,
  searchDocuments,
  seePicture,
  answerFromFile,
  calculate,
  searchWeb,
  smallTalk,
  searchForQuestion,
  askForFigures,
];
