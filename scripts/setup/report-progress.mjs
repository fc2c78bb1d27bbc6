/** One line that says what is done of how much. A terminal has it written anew; other outputs get a line per quarter. */

/**
 * @param {string} what such as "Installing packages"
 * @param {Pick<NodeJS.WriteStream, "isTTY" | "write">} output
 */
export function startProgress(what, output = process.stdout) {
  let last = "";
  let quarter = -1;
  const rewrite = (text) => output.write(`\r\x1b[2K${text}`);
  return {
    /** @param {string} [phase] what is being done */
    show(done, total, phase = "") {
      const text = `${what}: ${done} of ${total}${phase && `, ${phase}`}`;
      const reached = total > 0 ? Math.floor((4 * done) / total) : 0;
      if (text === last) return;
      last = text;
      if (output.isTTY) rewrite(`${text} …`);
      else if (reached > quarter) output.write(`${text} …\n`);
      quarter = Math.max(quarter, reached);
    },
    /** @param {string} text stands in the place of the line; empty after a failure */
    end(text) {
      if (output.isTTY) rewrite("");
      if (text) output.write(`${text}\n`);
    },
  };
}

/** Prints a line above a progress line that is being shown. */
export function printLine(line, output = process.stdout) {
  output.write(`${output.isTTY ? "\r\x1b[2K" : ""}${line}\n`);
}
