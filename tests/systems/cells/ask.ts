import { readFileSync } from "node:fs";
import { request } from "node:https";
import type { CellInstallation } from "./installation";

/** What the router answered. */
export interface Answer {
  status: number;
  body: string;
}

/** Asks the router for a path of a cell.
 *  @param differs another name in TLS or in the request than the cell's */
export function ask(
  { hostname, address, certificates }: CellInstallation,
  path: string,
  differs: { servername?: string; host?: string; form?: Record<string, string> } = {},
): Promise<Answer> {
  const port = Number(new URL(address).port);
  const { servername = hostname, host = hostname, form } = differs;
  const body = form && new URLSearchParams(form).toString();
  return new Promise((resolve, reject) => {
    const sent = request(
      {
        ...{ host: "127.0.0.1", port, path, servername, agent: false, timeout: 20_000 },
        ca: readFileSync(certificates.authority),
        method: body ? "POST" : "GET",
        headers: {
          host: `${host}:${port}`,
          ...(body ? { "content-type": "application/x-www-form-urlencoded" } : {}),
        },
      },
      async (answer) => {
        const pieces: Buffer[] = [];
        for await (const piece of answer) pieces.push(piece as Buffer);
        resolve({ status: answer.statusCode ?? 0, body: Buffer.concat(pieces).toString() });
      },
    );
    sent.once("timeout", () => sent.destroy(new Error("no answer")));
    sent.once("error", reject);
    sent.end(body);
  });
}
