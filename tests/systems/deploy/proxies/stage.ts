import { readFileSync } from "node:fs";
import { environment } from "@/e2e/support/environment";

/** Facts for the journeys behind a proxy, beside the service's environment. */
export interface Stage {
  /** Port of the proxy under test; the base URL has it. */
  port: number;
  /** Port of the proxy for plain HTTP. */
  plainPort: number;
  /** The authority's certificate. */
  authority: string;
  certificate: string;
  key: string;
  /** Variables of every server beside the environment's own. */
  settings: Record<string, string>;
  folder: string;
  demo: { client_id: string; client_secret: string };
}

/** Name of the variable that holds the path of the stage's file. */
export const STAGE_FILE = "ATRIUM_E2E_STAGE";

/** The stage that the global set-up made. */
export function stage(): Stage {
  const file = process.env[STAGE_FILE];
  if (!file) throw new Error("There is no stage: run npm test -- systems deploy proxies");
  const { client_id, client_secret } = environment().demo as Stage["demo"];
  return { ...JSON.parse(readFileSync(file, "utf8")), demo: { client_id, client_secret } };
}
