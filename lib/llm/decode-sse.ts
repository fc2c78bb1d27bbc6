import "server-only";
/** Server-sent events out of text that arrives in pieces (WHATWG HTML, "Interpreting an event stream"). */

export type SseDecoder = {
  /** Takes the next piece, wherever it was cut. */
  push(text: string): void;
  /** The stream has ended: a last event that lacks its blank line still counts. */
  end(): void;
};

/** @param onEvent gets each event's joined `data` and its name; events without data are none */
export function createSseDecoder(onEvent: (data: string, name: string) => void): SseDecoder {
  let rest = "";
  let data: string | null = null;
  let name = "";
  let atStart = true;

  const dispatch = () => {
    const ready = data;
    const readyName = name;
    data = null;
    name = "";
    if (ready !== null) onEvent(ready, readyName);
  };

  const takeLine = (line: string) => {
    if (line === "") return dispatch();
    if (line.startsWith("data:")) {
      const value = line.slice(line.charCodeAt(5) === 32 ? 6 : 5);
      data = data === null ? value : `${data}\n${value}`;
    } else if (line.startsWith("event:")) {
      name = line.slice(6).trimStart();
    }
  };

  const takeLines = (text: string) => {
    let from = 0;
    for (let at = text.indexOf("\n"); at !== -1; at = text.indexOf("\n", from)) {
      takeLine(text.slice(from, at));
      from = at + 1;
    }
    rest = from === 0 ? text : text.slice(from);
  };

  return {
    push(piece) {
      let text = rest + piece;
      if (atStart && text !== "") {
        atStart = false;
        if (text.startsWith("\uFEFF")) text = text.slice(1);
      }
      takeLines(text.includes("\r") ? unifyLineEnds(text) : text);
    },
    end() {
      if (rest !== "") takeLines(`${rest.replace(/\r$/, "")}\n`);
      dispatch();
    },
  };
}

/** CRLF and CR become LF; a CR at the very end waits, for its LF may come with the next piece. */
function unifyLineEnds(text: string): string {
  return text.replace(/\r\n|\r(?!$)/g, "\n");
}
