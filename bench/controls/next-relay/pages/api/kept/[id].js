/** Relays the answer that `beginKeptTurn` requested, and stores it. */
import { relayAnswer } from "../../../ask-model.js";
import { keepEnd } from "../../../database.js";

export default async function handler(incoming, response) {
  const answer = await relayAnswer(incoming.query.id, response);
  if (!answer) return;
  let text = "";
  answer.setEncoding("utf8").on("data", (chunk) => {
    text += chunk;
  });
  return new Promise((resolve) => {
    answer.once("end", () => keepEnd(incoming.query.id, text).then(resolve, resolve));
  });
}
