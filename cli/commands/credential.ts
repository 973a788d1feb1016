import { type Command, InvalidArgumentError, Option } from "commander";
import {
  type CredentialPurpose,
  type Scope,
  selectableScopes,
} from "@/lib/core/credentials/scopes";
import { parseLine } from "./argument";
import { requireTenant } from "./known-tenant";
import { commandLineCaller, withService } from "./service";
import { type CommandOutput, commandAction, formatLines } from "./shown";

const purposes = ["management_automation", "product_runtime"] as const;
const everyScope = selectableScopes("product_runtime");

interface CredentialOptions {
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
    .requiredOption("--name <name>", "what it is for", parseLine(200))
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
    .action(commandAction(create));
}

function scopes(text: string): Scope[] | "all" {
  if (text === "all") return text;
  const names = text
    .split(",")
    .map((name) => name.trim())
    .filter(Boolean);
  const unknown = names.filter((name) => !(everyScope as readonly string[]).includes(name));
  if (unknown.length > 0)
    throw new InvalidArgumentError(`There is no scope ${unknown.join(", ")}.`);
  return everyScope.filter((scope) => names.includes(scope));
}

function create(names: CredentialOptions): Promise<CommandOutput> {
  return withService(async () => {
    const { callerInTenant } = await import("@/lib/core/operators/caller-in-tenant");
    const { createCredential } = await import("@/lib/core/credentials/create-credential");
    const { tenant, environment, name, purpose } = names;
    const caller = await requireTenant(
      tenant,
      () => callerInTenant(commandLineCaller(), tenant, environment),
      `, or it has no environment ${environment}`,
    );
    const chosen = names.scopes === "all" ? selectableScopes(purpose) : names.scopes;
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
      text: `${formatLines([
        ["client id", made.clientId],
        ["client secret", made.clientSecret],
      ])}\n\nKeep both now: the secret is not shown again.`,
    };
  });
}
