/** The file of a form, in whatever pieces it arrives, and the forms that are none. */
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { UPLOAD_BODY_MAX_BYTES, UPLOAD_FILE_MAX_BYTES } from "../limits.ts";
import { readFileField } from "./read-file-field.ts";

const URL_OF_IT = "http://127.0.0.1/api/attachments";

/** @param pieces the longest; absent: as it comes */
async function formOf(form: FormData, pieces?: number, told = true): Promise<Request> {
  const whole = new Request(URL_OF_IT, { method: "POST", body: form });
  const bytes = new Uint8Array(await whole.arrayBuffer());
  const type = whole.headers.get("content-type") ?? "";
  return requestOf(bytes, type, pieces ?? bytes.length, told);
}

function requestOf(bytes: Uint8Array, type: string, pieces: number, told = true): Request {
  let at = 0;
  const body = new ReadableStream<Uint8Array>({
    pull(controller) {
      if (at >= bytes.length) return controller.close();
      controller.enqueue(bytes.slice(at, at + pieces));
      at += pieces;
    },
  });
  const headers = { "content-type": type, ...(told && { "content-length": `${bytes.length}` }) };
  return new Request(URL_OF_IT, streamed(headers, body));
}

/** Node wants to be told that it need not read the answer beside it, which the types of browsers do not know. */
function streamed(headers: HeadersInit, body: ReadableStream): RequestInit {
  return Object.assign({ method: "POST", headers, body }, { duplex: "half" });
}

function withFile(data: Uint8Array<ArrayBuffer>, name = "a.txt", field = "file"): FormData {
  const form = new FormData();
  form.set(field, new File([data], name));
  return form;
}

describe("the file of a form", () => {
  it("arrives byte for byte with its name, in pieces of any size, with its length told or not", async () => {
    const names = fc
      .string({ unit: "grapheme", minLength: 1 })
      .filter((name) => !/[\\\0]/.test(name));
    await fc.assert(
      fc.asyncProperty(
        fc.uint8Array({ maxLength: 400 }),
        names,
        fc.integer({ min: 1, max: 500 }),
        fc.boolean(),
        async (bytes, name, pieces, told) => {
          const form = withFile(new Uint8Array(bytes), name);
          form.set("other", "words");
          const read = await readFileField(await formOf(form, pieces, told), "file");
          expect(Buffer.from(read.data).equals(Buffer.from(bytes))).toBe(true);
          // A line break is one of two characters on the way (HTML, 4.10.21.8).
          expect(read.name.replaceAll("\r\n", "\n")).toBe(
            name.toWellFormed().replace(/\r\n?/g, "\n"),
          );
        },
      ),
    );
  });

  it("may be as large as a file may be, and no byte larger", async () => {
    const most = new Uint8Array(UPLOAD_FILE_MAX_BYTES).fill(97);
    for (const told of [true, false]) {
      const { data } = await readFileField(await formOf(withFile(most), 65_536, told), "file");
      expect(data.length).toBe(most.length);
      const more = withFile(new Uint8Array(UPLOAD_FILE_MAX_BYTES + 1));
      const refused = readFileField(await formOf(more, 65_536, told), "file");
      await expect(refused).rejects.toMatchObject({ code: "too-large" });
    }
  });

  it("is the first of its name", async () => {
    const form = withFile(Buffer.from("other"), "b.txt", "another");
    form.append("file", new File(["one"], "1.txt"));
    form.append("file", new File(["two"], "2.txt"));
    const { name, data } = await readFileField(await formOf(form, 7), "file");
    expect([name, Buffer.from(data).toString()]).toEqual(["1.txt", "one"]);
  });

  it("is not read on where its form is too long", async () => {
    const endless = Buffer.alloc(UPLOAD_BODY_MAX_BYTES + 2 * 65_536, "a");
    const head = Buffer.from(
      '--x\r\nContent-Disposition: form-data; name="file"; filename="a"\r\n\r\n',
    );
    const type = "multipart/form-data; boundary=x";
    const request = requestOf(Buffer.concat([head, endless]), type, 65_536, false);
    await expect(readFileField(request, "file")).rejects.toMatchObject({ code: "too-large" });
  });
});

describe("a form without a file that can be read is refused", () => {
  const PART = 'Content-Disposition: form-data; name="file"; filename="a.txt"\r\n\r\nwords';
  it.each<[what: string, body: string, type: string]>([
    ["no form", "words", "text/plain"],
    ["no type", "words", ""],
    ["a form without a boundary", "words", "multipart/form-data"],
    ["an empty body", "", "multipart/form-data; boundary=x"],
    [
      "a field of words",
      '--x\r\nContent-Disposition: form-data; name="file"\r\n\r\na\r\n--x--\r\n',
      "multipart/form-data; boundary=x",
    ],
    [
      "another field's file",
      `--x\r\n${PART.replace('"file"', '"other"')}\r\n--x--\r\n`,
      "multipart/form-data; boundary=x",
    ],
    ["a form that ends in the middle", `--x\r\n${PART}`, "multipart/form-data; boundary=x"],
    [
      "a form that ends in its head",
      `--x\r\n${PART.slice(0, 20)}`,
      "multipart/form-data; boundary=x",
    ],
    ["another boundary", `--y\r\n${PART}\r\n--y--\r\n`, "multipart/form-data; boundary=x"],
    ["a query string", "file=a", "application/x-www-form-urlencoded"],
  ])("%s", async (_what, body, type) => {
    for (const pieces of [1, 1_000]) {
      const request = requestOf(Buffer.from(body), type, pieces);
      await expect(readFileField(request, "file")).rejects.toMatchObject({ code: "invalid" });
    }
  });

  it("whose connection breaks off", async () => {
    const body = new ReadableStream<Uint8Array>({
      start(controller) {
        controller.enqueue(Buffer.from(`--x\r\n${PART}`));
      },
      pull(controller) {
        controller.error(new Error("gone"));
      },
    });
    const headers = { "content-type": "multipart/form-data; boundary=x" };
    const request = new Request(URL_OF_IT, streamed(headers, body));
    await expect(readFileField(request, "file")).rejects.toMatchObject({ code: "invalid" });
  });
});
