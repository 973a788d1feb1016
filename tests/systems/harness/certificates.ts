import { execFileSync } from "node:child_process";
import { createHash, X509Certificate } from "node:crypto";
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";

/** The name under which the service is reached behind a proxy; RFC 6761 reserves it. */
export const NAME = "id.atrium.test";

/** Files of a certificate for names and of the authority that signed it. */
export interface Certificates {
  authority: string;
  certificate: string;
  key: string;
  /** Hash of the certificate's key, by which a browser trusts it. */
  pin: string;
}

/** Makes an authority, and a certificate for names that it signs, valid for two days. */
export function makeCertificates(folder: string, ...names: readonly string[]): Certificates {
  const [name] = names;
  const path = (file: string) => join(folder, file);
  const openssl = (...args: string[]) => execFileSync("openssl", args, { stdio: "pipe" });
  const fresh = ["-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:prime256v1", "-nodes"];
  const [authority, authorityKey] = [path("authority.pem"), path("authority.key")];
  const [certificate, key, request] = [path("site.pem"), path("site.key"), path("site.csr")];
  openssl(
    ...["req", "-x509", "-days", "2", ...fresh, "-subj", "/CN=Journeys"],
    ...["-keyout", authorityKey, "-out", authority],
  );
  openssl("req", ...fresh, "-subj", `/CN=${name}`, "-keyout", key, "-out", request);
  writeFileSync(
    path("names"),
    `subjectAltName=${names.map((one) => `DNS:${one}`).join()}\nextendedKeyUsage=serverAuth\n`,
  );
  openssl(
    ...["x509", "-req", "-days", "2", "-in", request, "-extfile", path("names")],
    ...["-CA", authority, "-CAkey", authorityKey, "-CAcreateserial", "-out", certificate],
  );
  const { publicKey } = new X509Certificate(readFileSync(certificate));
  const der = publicKey.export({ type: "spki", format: "der" });
  return { authority, certificate, key, pin: createHash("sha256").update(der).digest("base64") };
}
