/** Relays the answer that `beginTurn` requested. */
import { relayAnswer } from "../../../ask-model.js";

export default async function handler(incoming, response) {
  if (!(await relayAnswer(incoming.query.id, response))) return;
  return new Promise((resolve) => response.once("close", resolve));
}
