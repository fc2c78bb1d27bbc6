/** Builds small Word documents and zip files for tests (PKWARE APPNOTE 6.3, 4.3.7, 4.3.12 and 4.3.16). */
import { crc32, deflateRawSync } from "node:zlib";

type Entry = { name: string; body: Buffer; deflate?: boolean; claimedBytes?: number };

const TYPES =
  '<?xml version="1.0"?><Types xmlns="http://schemas.openxmlformats.org/package/2006/content-types"><Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/><Override PartName="/word/document.xml" ContentType="application/vnd.openxmlformats-officedocument.wordprocessingml.document.main+xml"/></Types>';
const RELATIONS =
  '<?xml version="1.0"?><Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships"><Relationship Id="r1" Type="http://schemas.openxmlformats.org/officeDocument/2006/relationships/officeDocument" Target="word/document.xml"/></Relationships>';

export function makeDocx(paragraphs: readonly string[], extra: readonly Entry[] = []): Uint8Array {
  const body = paragraphs.map((text) => `<w:p><w:r><w:t>${text}</w:t></w:r></w:p>`).join("");
  const document = `<?xml version="1.0"?><w:document xmlns:w="http://schemas.openxmlformats.org/wordprocessingml/2006/main"><w:body>${body}</w:body></w:document>`;
  return makeZip([
    { name: "[Content_Types].xml", body: Buffer.from(TYPES) },
    { name: "_rels/.rels", body: Buffer.from(RELATIONS) },
    { name: "word/document.xml", body: Buffer.from(document), deflate: true },
    ...extra,
  ]);
}

export function makeZip(entries: readonly Entry[]): Uint8Array {
  const files: Buffer[] = [];
  const directory: Buffer[] = [];
  let offset = 0;
  for (const { name, body, deflate, claimedBytes } of entries) {
    const packed = deflate ? deflateRawSync(body) : body;
    const sums = Buffer.alloc(16);
    sums.writeUInt32LE(crc32(body), 4);
    sums.writeUInt32LE(packed.length, 8);
    sums.writeUInt32LE(claimedBytes ?? body.length, 12);
    const shared = Buffer.alloc(10);
    shared.writeUInt16LE(20, 0);
    shared.writeUInt16LE(deflate ? 8 : 0, 4);
    const names = Buffer.from(name);
    const lengths = Buffer.alloc(4);
    lengths.writeUInt16LE(names.length);
    const common = Buffer.concat([shared, sums.subarray(4), lengths]);
    const file = Buffer.concat([mark(0x04034b50), common, names, packed]);
    const tail = Buffer.alloc(14);
    tail.writeUInt32LE(offset, 10);
    directory.push(Buffer.concat([mark(0x02014b50), Buffer.from([20, 0]), common, tail, names]));
    files.push(file);
    offset += file.length;
  }
  const central = Buffer.concat(directory);
  const end = Buffer.alloc(18);
  end.writeUInt16LE(entries.length, 4);
  end.writeUInt16LE(entries.length, 6);
  end.writeUInt32LE(central.length, 8);
  end.writeUInt32LE(offset, 12);
  return Buffer.concat([...files, central, mark(0x06054b50), end]);
}

function mark(value: number): Buffer {
  const bytes = Buffer.alloc(4);
  bytes.writeUInt32LE(value);
  return bytes;
}
