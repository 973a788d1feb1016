import { randomBytes } from "node:crypto";
import { createServer, request } from "node:http";
import { createServer as createTlsServer } from "node:https";
import type { AddressInfo, Server } from "node:net";
import PostalMime from "postal-mime";
import { bootstrapDatabase } from "@/scripts/postgres/bootstrap";
import { startEphemeralCluster } from "@/scripts/postgres/ephemeral";
import { freePort } from "@/scripts/postgres/free-port";
import { certificateFor } from "@/tests/support/https-host";
import { type MailServer, startMailServer } from "@/tests/support/mail-server";

/** What a production has around the image: PostgreSQL, a mail server, and a proxy that has the certificate. */
export interface Surroundings {
  /** The environment of the image. */
  settings: Record<string, string>;
  baseUrl: string;
  /** Where the received mail is read, as the local mode's mailbox answers. */
  mailboxUrl: string;
  stop: () => Promise<void>;
}

/** Starts all of that on free ports of this machine. */
export async function startSurroundings(): Promise<Surroundings> {
  const cluster = await startEphemeralCluster();
  const passwords = { ownerPassword: "o", webPassword: "w" };
  const urls = await bootstrapDatabase(cluster.adminUrl, { database: "atrium", ...passwords });
  const mail = await startMailServer();
  const port = await freePort();
  const proxy = await listening(proxyTo(port));
  const mailbox = await listening(mailboxOf(mail));
  const baseUrl = `https://localhost:${proxy.port}`;
  return {
    baseUrl,
    mailboxUrl: `http://localhost:${mailbox.port}`,
    settings: {
      ...urls,
      ATRIUM_BASE_URL: baseUrl,
      ATRIUM_MASTER_KEY: randomBytes(32).toString("base64url"),
      ATRIUM_SMTP_URL: mail.url,
      ATRIUM_MAIL_FROM: "Atrium <no-reply@atrium.example>",
      ATRIUM_TRUSTED_PROXIES: "127.0.0.1,::1",
      ATRIUM_DRAIN_SECONDS: "0",
      ATRIUM_PROCESSES: "1",
      ATRIUM_WORKER: "inside",
      PORT: String(port),
    },
    stop: async () => {
      for (const { server } of [proxy, mailbox]) server.close();
      await mail.stop();
      await cluster.stop();
    },
  };
}

/** A proxy with a certificate of its own making, which passes everything on to a port of this machine. */
function proxyTo(port: number): Server {
  return createTlsServer(certificateFor("localhost", 2), (incoming, outgoing) => {
    const headers = {
      ...incoming.headers,
      "x-forwarded-for": incoming.socket.remoteAddress ?? "",
      "x-forwarded-proto": "https",
    };
    const { method, url } = incoming;
    const sent = request({ host: "127.0.0.1", port, method, path: url, headers }, (answer) => {
      outgoing.writeHead(answer.statusCode ?? 502, answer.headers);
      answer.pipe(outgoing);
    });
    sent.on("error", () => outgoing.destroy());
    incoming.pipe(sent);
  });
}

function mailboxOf(mail: MailServer): Server {
  return createServer(async (_request, response) => {
    const messages = await Promise.all(
      mail.received.toReversed().map(async ({ recipients, raw }) => {
        const { subject = "", text = "", html = "" } = await PostalMime.parse(raw);
        return { to: recipients[0] ?? "", subject, text, html };
      }),
    );
    response.setHeader("content-type", "application/json");
    response.end(JSON.stringify({ messages }));
  });
}

async function listening(server: Server): Promise<{ server: Server; port: number }> {
  await new Promise<void>((resolve) => server.listen(0, "localhost", resolve));
  return { server, port: (server.address() as AddressInfo).port };
}
