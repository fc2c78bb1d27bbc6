/** The page that the action is called from. */
import { beginTurn } from "./begin-turn.js";

export default function Page() {
  return <form action={beginTurn} />;
}
