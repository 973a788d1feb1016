import { EventEmitter } from "node:events";
import type pg from "pg";
import { expect, test } from "vitest";
import { CopyOut } from "@/lib/kernel/db/copy-out";
import { sql } from "@/lib/kernel/db/queryable";

function message(kind: string, body: Buffer): Buffer {
  const head = Buffer.alloc(5, kind);
  head.writeUInt32BE(body.length + 4, 1);
  return Buffer.concat([head, body]);
}

const FILE_HEAD = Buffer.concat([Buffer.from("PGCOPY\n\xff\r\n\0", "latin1"), Buffer.alloc(8)]);
const END = Buffer.from([0xff, 0xff]);

function row(text: string, before = Buffer.alloc(0)): Buffer {
  const value = Buffer.from(text);
  const head = Buffer.alloc(6);
  head.writeInt16BE(1);
  head.writeInt32BE(value.length, 2);
  return message("d", Buffer.concat([before, head, value]));
}

/** PostgreSQL's answer to COPY: a message for every row, with what may come between rows. */
function answerOf(texts: readonly string[]): Buffer {
  const rows = texts.map((text, at) => row(text, at === 0 ? FILE_HEAD : undefined));
  const end = message("d", texts.length === 0 ? Buffer.concat([FILE_HEAD, END]) : END);
  const notice = message("N", Buffer.from("SNOTICE\0\0"));
  const between = rows.flatMap((one) => [one, notice]);
  return Buffer.concat([message("H", Buffer.from([1, 0, 1, 0, 1])), ...between, end, AFTER]);
}

const AFTER = Buffer.concat([
  message("c", Buffer.alloc(0)),
  message("C", Buffer.from("COPY 3\0")),
  message("Z", Buffer.from("I")),
]);

/** A connection that node-postgres reads, and the bytes that were left for it. */
function aConnection() {
  const left: Buffer[] = [];
  const stream = Object.assign(new EventEmitter(), { pause() {}, resume() {} });
  stream.on("data", (bytes: Buffer) => left.push(bytes));
  const connection = { stream, query() {} } as unknown as pg.Connection;
  return { stream, connection, left: () => Buffer.concat(left) };
}

async function textOf(copy: CopyOut): Promise<string> {
  const pieces: Buffer[] = [];
  for await (const piece of copy) pieces.push(piece);
  return Buffer.concat(pieces).toString();
}

test.each([
  [[]],
  [[""]],
  [['{"a":1}']],
  [["", "d", "Ωμέγα 🦊", "c", `{"n":"${"x".repeat(300)}"}`, ""]],
])("%j: the rows are the same however the network splits them", async (texts) => {
  const bytes = answerOf(texts);
  const sizes = Array.from({ length: 30 }, (_, at) => at + 1).concat(64, 100, bytes.length);
  for (const size of sizes) {
    const { stream, connection, left } = aConnection();
    const copy = new CopyOut(sql`SELECT 1`);
    copy.submit(connection);
    const reading = textOf(copy);
    for (let at = 0; at < bytes.length; at += size)
      stream.emit("data", Buffer.from(bytes.subarray(at, at + size)));
    copy.handleReadyForQuery();
    expect(await reading).toBe(texts.join(","));
    expect(left()).toEqual(AFTER);
  }
});

test("an error in the middle is left to node-postgres and fails the rows", async () => {
  const { stream, connection, left } = aConnection();
  const copy = new CopyOut(sql`SELECT 1`);
  copy.submit(connection);
  const reading = textOf(copy);
  const error = message("E", Buffer.from("SERROR\0C57014\0\0"));
  stream.emit("data", Buffer.concat([row("1", FILE_HEAD), error]));
  expect(left()).toEqual(error);
  copy.handleError(new Error("canceling statement"));
  await expect(reading).rejects.toThrow("canceling statement");
});
