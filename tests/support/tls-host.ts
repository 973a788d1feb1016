import type { lookup as systemLookup } from "node:dns";
import type { IncomingHttpHeaders } from "node:http";
import { createServer } from "node:https";
import type { AddressInfo } from "node:net";
import type { Network } from "@/lib/kernel/outbound/network";
import { certificateFor } from "@/tests/support/https-host";

export interface TlsHost {
  port: number;
  /** Posted bodies, oldest first. */
  bodies: string[];
  /** Headers of the same requests. */
  headers: IncomingHttpHeaders[];
  /** Makes the answers from here on have this status and Location. */
  answerWith(status: number, location?: string): void;
  /** Makes the answers from here on have this text. */
  publish(text: string): void;
  /** Reaches this host under the name `rp.example.com`. */
  network: Network;
  stop(): Promise<void>;
}

/** A host with TLS on the loopback interface that answers as `rp.example.com`. */
export async function aTlsHost(): Promise<TlsHost> {
  const { key, cert } = certificateFor("rp.example.com", 2);
  const bodies: string[] = [];
  const headers: IncomingHttpHeaders[] = [];
  let published = "x".repeat(100_000);
  let answer: { status: number; headers: Record<string, string> } = { status: 200, headers: {} };
  const server = createServer({ key, cert }, async (request, response) => {
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk as Buffer);
    headers.push(request.headers);
    bodies.push(Buffer.concat(chunks).toString());
    response.writeHead(answer.status, answer.headers);
    response.end(published);
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const { port } = server.address() as AddressInfo;
  return {
    port,
    bodies,
    headers,
    answerWith: (status, location) => {
      answer = { status, headers: location ? { location } : {} };
    },
    publish: (text) => {
      published = text;
    },
    network: { lookup: leadingTo("127.0.0.1"), allowed: () => true, ca: cert },
    stop: async () => {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

/** Returns a name resolution that resolves every name to these addresses. */
export function leadingTo(...addresses: string[]): typeof systemLookup {
  const answers = addresses.map((address) => ({ address, family: address.includes(":") ? 6 : 4 }));
  return ((_name: string, _options: unknown, done: (error: null, found: unknown) => void) =>
    done(null, answers)) as unknown as typeof systemLookup;
}
