import { createServer } from "node:http";
import type { AddressInfo } from "node:net";

/** A span as a collector gets it. */
export interface CollectedSpan {
  traceId: string;
  spanId: string;
  parentId: string;
  name: string;
  attributes: Record<string, string | number>;
  failed: boolean;
}

export interface SpanCollector {
  endpoint: string;
  spans: CollectedSpan[];
  /** All received bytes, as text, to search for data sent in the clear. */
  raw: () => string;
  stop(): Promise<void>;
}

/** A collector of OpenTelemetry on the loopback interface: takes OTLP by HTTP in its binary form.
 *  @param port 0 for any that is free */
export async function aSpanCollector(port = 0): Promise<SpanCollector> {
  const spans: CollectedSpan[] = [];
  const bodies: Buffer[] = [];
  const server = createServer(async (request, response) => {
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk as Buffer);
    const body = Buffer.concat(chunks);
    bodies.push(body);
    if (request.url === "/v1/traces") spans.push(...spansOf(body));
    response.writeHead(200, { "content-type": "application/x-protobuf" }).end();
  });
  await new Promise<void>((resolve) => server.listen(port, "127.0.0.1", resolve));
  return {
    endpoint: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    spans,
    raw: () => Buffer.concat(bodies).toString("latin1"),
    stop: async () => {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

/** The fields of a message (Protocol Buffers, Encoding), by their numbers. */
type Fields = Map<number, (Buffer | bigint)[]>;

function fieldsOf(message: Buffer): Fields {
  const fields: Fields = new Map();
  let at = 0;
  const varint = () => {
    let value = 0n;
    for (let shift = 0n; ; shift += 7n) {
      const byte = BigInt(message[at++] ?? 0);
      value |= (byte & 127n) << shift;
      if (byte < 128n) return value;
    }
  };
  const bytes = (length: number) => {
    at += length;
    return message.subarray(at - length, at);
  };
  while (at < message.length) {
    const tag = Number(varint());
    const read = [
      varint,
      () => bytes(8),
      () => bytes(Number(varint())),
      null,
      null,
      () => bytes(4),
    ];
    const value = read[tag & 7]?.();
    if (value === undefined) throw new Error(`an unknown kind of field: ${tag & 7}`);
    fields.set(tag >> 3, [...(fields.get(tag >> 3) ?? []), value]);
  }
  return fields;
}

const messages = (fields: Fields, number: number) =>
  (fields.get(number) ?? []).filter((value) => Buffer.isBuffer(value)).map(fieldsOf);
const hex = (fields: Fields, number: number) => text(fields, number, "hex");
function text(fields: Fields, number: number, encoding: BufferEncoding = "utf8"): string {
  const [value] = fields.get(number) ?? [];
  return Buffer.isBuffer(value) ? value.toString(encoding) : String(value ?? "");
}

/** ExportTraceServiceRequest, ResourceSpans, ScopeSpans, Span (opentelemetry-proto, trace.proto). */
function spansOf(body: Buffer): CollectedSpan[] {
  return messages(fieldsOf(body), 1)
    .flatMap((resource) => messages(resource, 2))
    .flatMap((scope) => messages(scope, 2))
    .map((span) => ({
      traceId: hex(span, 1),
      spanId: hex(span, 2),
      parentId: hex(span, 4),
      name: text(span, 5),
      attributes: Object.fromEntries(messages(span, 9).map(attribute)),
      failed: messages(span, 15).some((status) => status.get(3)?.[0] === 2n),
    }));
}

function attribute(pair: Fields): [string, string | number] {
  const [value] = messages(pair, 2);
  const number = value?.get(3)?.[0];
  return [text(pair, 1), typeof number === "bigint" ? Number(number) : value ? text(value, 1) : ""];
}
