import { expect, test } from "vitest";
import { download } from "@/app/dashboard/_request/download";

async function* pieces() {
  yield "name\r\n";
  yield "Müller\r\n";
}

test.each([
  ["text/csv; charset=utf-8; header=present", "\ufeff"],
  ["application/x-ndjson; charset=utf-8", ""],
])("a file of %s has the written text, and CSV says that it is UTF-8", async (type, mark) => {
  for (const content of ["name\r\nMüller\r\n", pieces()]) {
    const bytes = Buffer.from(await download(content, { name: "users", type }).arrayBuffer());
    expect(bytes.toString("utf8")).toBe(`${mark}name\r\nMüller\r\n`);
  }
});
