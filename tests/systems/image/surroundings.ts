import { request } from "node:http";
import { createServer as createTlsServer } from "node:https";
import type { Server } from "node:net";
import { certificateFor } from "@/tests/support/https-host";
import { freePort } from "@/tools/postgres/free-port";
import { anInstallation, type Variables } from "../harness/installation";
import { aMailbox, aMailServer } from "../harness/mail";
import { listen } from "../harness/processes";
import { productionSettings } from "../harness/production";

/** The parts of a production around the image: PostgreSQL, a mail server, and a proxy that has the
 *  certificate. */
export interface Surroundings {
  /** The environment of the image. */
  settings: Record<string, string | undefined>;
  /** The same environment, for a process of this machine. */
  env: Variables;
  baseUrl: string;
  /** Address of the received mail, in the format of the local mode's mailbox. */
  mailboxUrl: string;
}

/** Starts all of that on free ports of this machine. */
export async function startSurroundings(): Promise<Surroundings> {
  const mail = await aMailServer();
  const port = await freePort();
  const proxy = await listen(proxyTo(port));
  const baseUrl = `https://localhost:${proxy}`;
  const { env } = await anInstallation(productionSettings(baseUrl, mail));
  return {
    ...{ baseUrl, env },
    mailboxUrl: await aMailbox(mail),
    settings: {
      // Without this machine's own environment.
      ...Object.fromEntries(
        Object.entries(env).filter(([name]) => /^(ATRIUM|DATABASE)_/.test(name)),
      ),
      ATRIUM_LOG_LEVEL: "info",
      ATRIUM_DRAIN_SECONDS: "0",
      ATRIUM_WORKER: "inside",
      PORT: String(port),
    },
  };
}

/** Starts a proxy with a self-signed certificate, which forwards everything to a port of this machine. */
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
