import { renderToStaticMarkup } from "react-dom/server";
import { expect, it } from "vitest";
import { Moment } from "./term.tsx";

/** The server's zone is not the reader's: the browser would render another text than the HTML has. */
it("a moment is the same in the HTML of every server and in the first render of every browser", () => {
  const zone = process.env.TZ;
  try {
    for (const TZ of ["UTC", "Pacific/Kiritimati", "America/Los_Angeles"]) {
      process.env.TZ = TZ;
      const html = renderToStaticMarkup(<Moment at="2026-12-31T23:55:01.000Z" />);
      expect(html).toContain(">2026-12-31 23:55</time>");
      expect(html).toContain('data-tooltip="2026-12-31T23:55:01.000Z"');
    }
  } finally {
    if (zone === undefined) delete process.env.TZ;
    else process.env.TZ = zone;
  }
});
