import { readFileSync } from "node:fs";
import type { ServerOptions } from "node:https";
import type { Certificates } from "../harness/certificates";

/** Ciphers that FAPI 2.0 §5.2.2 allows below TLS 1.3. */
const CIPHERS = [
  "ECDHE-ECDSA-AES128-GCM-SHA256",
  "ECDHE-ECDSA-AES256-GCM-SHA384",
  "ECDHE-RSA-AES128-GCM-SHA256",
  "ECDHE-RSA-AES256-GCM-SHA384",
].join(":");

/** TLS options of every server of a run, with this certificate. */
export const strictTls = (files: Certificates): ServerOptions => ({
  key: readFileSync(files.key),
  cert: readFileSync(files.certificate),
  ciphers: CIPHERS,
  minVersion: "TLSv1.2",
});
