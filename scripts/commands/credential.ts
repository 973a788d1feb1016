import { type Command, InvalidArgumentError, Option } from "commander";
import {
  type CredentialPurpose,
  type Scope,
  selectableScopes,
} from "@/lib/core/credentials/scopes";
import { lineOf } from "./argument";
import { known } from "./known-tenant";
import { commandLine, withService } from "./service";
import { answering, inLines, type Shown } from "./shown";

const purposes = ["management_automation", "product_runtime"] as const;
const everyScope = selectableScopes("product_runtime");

interface Wanted {
  tenant: string;
  environment: string;
  name: string;
  purpose: CredentialPurpose;
  scopes: Scope[] | "all";
}

/** `atrium credential …`: the first machine credential of a tenant; the others are made in the dashboard. */
export function addCredentialCommands(program: Command): void {
  const credential = program.command("credential").description("Machine credentials of a tenant");
  credential
    .command("create")
    .requiredOption("--tenant <id>", "whose it is (atr_…)")
    .requiredOption("--environment <key>", "the one environment it works in")
    .requiredOption("--name <name>", "what it is for", lineOf(200))
    .addOption(
      new Option(
        "--purpose <purpose>",
        "management_automation cannot hold runtime scopes; it is frozen",
      )
        .choices([...purposes])
        .makeOptionMandatory(),
    )
    .requiredOption(
      "--scopes <list>",
      "names with commas between them, or all; they are frozen",
      scopes,
    )
    .description("Make a machine credential to begin with; its secret is shown once")
    .addHelpText(
      "after",
      `\nScopes: ${everyScope.join(", ")}\nThose of management_automation: ${selectableScopes("management_automation").join(", ")}`,
    )
    .action(answering(create));
}

function scopes(text: string): Scope[] | "all" {
  if (text === "all") return text;
  const wanted = text
    .split(",")
    .map((name) => name.trim())
    .filter(Boolean);
  const unknown = wanted.filter((name) => !(everyScope as readonly string[]).includes(name));
  if (unknown.length > 0)
    throw new InvalidArgumentError(`There is no scope ${unknown.join(", ")}.`);
  return everyScope.filter((scope) => wanted.includes(scope));
}

function create(wanted: Wanted): Promise<Shown> {
  return withService(async () => {
    const { callerInTenant } = await import("@/lib/core/operators/caller-in-tenant");
    const { createCredential } = await import("@/lib/core/credentials/create-credential");
    const { tenant, environment, name, purpose } = wanted;
    const caller = await known(
      tenant,
      () => callerInTenant(commandLine(), tenant, environment),
      `, or it has no environment ${environment}`,
    );
    const chosen = wanted.scopes === "all" ? selectableScopes(purpose) : wanted.scopes;
    const made = await createCredential(caller, { name, purpose, scopes: chosen });
    return {
      json: {
        id: made.id,
        tenant_id: tenant,
        environment,
        purpose,
        scopes: chosen,
        client_id: made.clientId,
        client_secret: made.clientSecret,
      },
      text: `${inLines([
        ["client id", made.clientId],
        ["client secret", made.clientSecret],
      ])}\n\nKeep both now: the secret is not shown again.`,
    };
  });
}
