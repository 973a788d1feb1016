import { randomUUID } from "node:crypto";
import { expect, test } from "vitest";
import { auditCsv, auditCsvHead, csvField } from "@/lib/core/audit/audit-csv";
import { auditJsonLines } from "@/lib/core/audit/audit-json-lines";
import type { StoredAuditEvent } from "@/lib/core/audit/stored-audit-event";

const event: StoredAuditEvent = {
  id: randomUUID(),
  kind: "user.updated",
  source: "service",
  eventId: null,
  environment: "production",
  actor: { type: "administrator", id: "a", name: '=HYPERLINK("https://evil.example")' },
  targets: [{ type: "user", id: "u" }],
  context: { ip_address: "192.0.2.1" },
  metadata: { note: "two\nlines" },
  occurredAt: new Date("2026-01-02T03:04:05.678Z"),
  receivedAt: new Date("2026-01-02T03:04:06Z"),
};

/** Returns the fields of one line, parsed by RFC 4180. */
function fieldsOf(line: string): string[] {
  const fields = line.match(/("([^"]|"")*"|[^,"]*)(,|\r\n)/g) ?? [];
  return fields.map((field) =>
    field
      .replace(/(,|\r\n)$/, "")
      .replace(/^"([\s\S]*)"$/, "$1")
      .replaceAll('""', '"'),
  );
}

test("a line has a field for each column, and JSON survives in one", () => {
  const fields = fieldsOf(auditCsv([event]));
  expect(fields).toHaveLength(fieldsOf(auditCsvHead).length);
  expect(fields[1]).toBe("2026-01-02T03:04:05.678Z");
  expect(JSON.parse(fields[9] ?? "")).toEqual(event.targets);
  expect(JSON.parse(fields[11] ?? "")).toEqual({ note: "two\nlines" });
});

test("no text from users becomes a formula in a spreadsheet", () => {
  for (const text of [
    "=1+1",
    "+1",
    "-1",
    "@SUM(A1)",
    "\t=1",
    "\r=1",
    "  =1",
    "\n=1",
    "＝1",
    "|cmd",
    "%x",
  ])
    expect(csvField(text).replace(/^"/, "").startsWith("'"), JSON.stringify(text)).toBe(true);
  expect(fieldsOf(auditCsv([event]))[8]).toBe('\'=HYPERLINK("https://evil.example")');
});

test("a quote, a comma or a line end stays inside its field", () => {
  expect(csvField('say "hi", twice\r\n')).toBe('"say ""hi"", twice\r\n"');
  expect(csvField("plain text")).toBe("plain text");
});

test("a JSON line is one event in the API's format", () => {
  const text = auditJsonLines([event, event], "atr_1");
  expect(text.split("\n")).toHaveLength(3);
  expect(JSON.parse(text.split("\n")[0] ?? "")).toMatchObject({
    tenant: "atr_1",
    environment: "production",
    occurred_at: "2026-01-02T03:04:05.678Z",
    metadata: { note: "two\nlines" },
  });
});
