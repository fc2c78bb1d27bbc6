/** The topics that an intake must cover before a brief can be written, in the order of the questions. */
import "server-only";

export const INTAKE_TOPICS = [
  { key: "goal", label: "Goal", question: "What should the project achieve?" },
  { key: "audience", label: "Audience", question: "Who is it for?" },
  { key: "platform", label: "Platform", question: "Where should it run?" },
  { key: "timeline", label: "Timeline", question: "By when is it needed?" },
] as const;

/** The topics that have no answer yet. */
export function missingTopics(answers: Readonly<Record<string, string>>) {
  return INTAKE_TOPICS.filter(({ key }) => !answers[key]?.trim());
}
