import { execFileSync } from "node:child_process";
import { environment, ofService } from "./environment";

interface MachineCredential {
  name?: string;
  purpose?: string;
  scopes: readonly string[];
}

/** Command that runs the operator's command line from the source. */
export const COMMAND_LINE = [process.execPath, "--import", "tsx", "cli/atrium.ts"];

/** Runs the operator's command line as on the service's own machine, and returns its JSON. */
export function atrium(...words: string[]): Record<string, unknown> {
  const { commandLine } = environment();
  const [program = "", ...args] = commandLine ?? COMMAND_LINE;
  const output = execFileSync(program, [...args, ...words, "--json"], {
    stdio: "pipe",
    env: ofService(),
  });
  return JSON.parse(output.toString());
}

/** A machine token of a new credential in the production of a tenant, by its public id. */
export async function machineToken(
  tenant: string,
  { name = "journey", purpose = "management_automation", scopes }: MachineCredential,
): Promise<string> {
  const place = ["--tenant", tenant, "--environment", "production", "--name", name];
  const kind = ["--purpose", purpose, "--scopes", scopes.join(",")];
  const { client_id, client_secret } = atrium("credential", "create", ...place, ...kind);
  const body = new URLSearchParams({
    grant_type: "client_credentials",
    client_id: String(client_id),
    client_secret: String(client_secret),
  });
  const response = await fetch(`${environment().baseUrl}/oauth/token`, { method: "POST", body });
  return ((await response.json()) as { access_token: string }).access_token;
}
