import { execFileSync } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import type { RequestListener } from "node:http";
import { createServer } from "node:https";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";

/** A self-signed certificate, and its key. */
export interface OwnCertificate {
  key: string;
  cert: string;
}

/** Makes a certificate for a name.
 *  @param days from now; -1 for one that ended yesterday */
export function certificateFor(name: string, days: number): OwnCertificate {
  const folder = mkdtempSync(join(tmpdir(), "atrium-certificate-"));
  const at = (file: string) => join(folder, file);
  const openssl = (...args: string[]) => execFileSync("openssl", args, { stdio: "ignore" });
  const curve = ["-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:prime256v1", "-nodes"];
  const subject = ["-subj", `/CN=${name}`, "-addext", `subjectAltName=DNS:${name}`];
  openssl("req", ...curve, "-keyout", at("key"), "-out", at("request"), ...subject);
  const signing = ["-signkey", at("key"), "-days", String(days), "-copy_extensions", "copy"];
  openssl("x509", "-req", "-in", at("request"), ...signing, "-out", at("cert"));
  const pair = { key: readFileSync(at("key"), "utf8"), cert: readFileSync(at("cert"), "utf8") };
  rmSync(folder, { recursive: true });
  return pair;
}

/** A server with TLS on this machine. */
export async function anHttpsHost(
  certificate: OwnCertificate,
  listener: RequestListener,
): Promise<{ port: number; stop: () => void }> {
  const server = createServer(certificate, listener);
  await new Promise<void>((resolve) => server.listen(0, "localhost", resolve));
  const { port } = server.address() as AddressInfo;
  return {
    port,
    stop: () => {
      server.closeAllConnections();
      server.close();
    },
  };
}
