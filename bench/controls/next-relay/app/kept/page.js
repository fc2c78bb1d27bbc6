/** The page that the action is called from. */
import { beginKeptTurn } from "./begin-kept-turn.js";

export default function Page() {
  return <form action={beginKeptTurn} />;
}
