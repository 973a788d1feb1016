import { type Command, InvalidArgumentError } from "commander";
import { operatedTenantResponse } from "@/lib/core/contract/operator";
import type { OperatedTenant } from "@/lib/core/operators/operated-tenant";
import type { NewTenant } from "@/lib/core/tenants/create-tenant";
import { parseAddress, parseLine } from "./argument";
import { requireTenant } from "./known-tenant";
import { commandLineCaller, withService } from "./service";
import {
  type CommandOutput,
  commandAction,
  formatColumns,
  formatLines,
  formatMoment,
} from "./shown";

type Environment = NewTenant["environments"][number];
const kinds = ["production", "staging", "development"] as const;

/** `atrium tenant …`: the customers of the platform. */
export function addTenantCommands(program: Command): void {
  const tenant = program.command("tenant").description("The customers of the platform");
  tenant
    .command("create")
    .argument("<name>", "what the customer is called", parseLine(200))
    .option(
      "--environment <key[:kind]...>",
      `environments to make, each with its kind (${kinds.join(", ")}); a key that is a kind needs none`,
      environments,
    )
    .option("--owner <email>", "who is to own it: an invitation is mailed to them", parseAddress)
    .description("Take in a new tenant; production and development unless told otherwise")
    .addHelpText(
      "after",
      "\nExample:\n  $ atrium tenant create Acme --owner ada@acme.example --environment production eu-try-out:staging",
    )
    .action(commandAction(createTenant));
  tenant
    .command("list")
    .option("--search <text>", "part of the name, or the whole id")
    .description("Show every tenant, by name")
    .action(commandAction(listTenants));
  tenant
    .command("disable")
    .argument("<id>", "the tenant (atr_…)")
    .option("--reason <text>", "shown to its administrators, kept in its audit log", parseLine(500))
    .description("Stop everything of a tenant with the next request; nothing is lost or revoked")
    .action(commandAction(disableTenant));
  tenant
    .command("enable")
    .argument("<id>", "the tenant (atr_…)")
    .description("Let a disabled tenant work again")
    .action(commandAction(enableTenant));
}

/** Adds an environment to those of earlier options. */
function environments(spec: string, before: Environment[] | undefined): Environment[] {
  const [key = "", kindName] = spec.split(":");
  const kind = kinds.find((one) => one === (kindName ?? key));
  if (!/^[a-z][a-z0-9-]{0,31}$/.test(key))
    throw new InvalidArgumentError("A key is 1 to 32 small letters, digits or dashes.");
  if (!kind) throw new InvalidArgumentError(`Say its kind, ${key}:production for example.`);
  const name = key.charAt(0).toUpperCase() + key.slice(1).replaceAll("-", " ");
  return [...(before ?? []), { key, name, kind }];
}

function createTenant(
  name: string,
  { environment, owner }: { environment?: Environment[]; owner?: string },
): Promise<CommandOutput> {
  return withService(async () => {
    const { openTenant } = await import("@/lib/core/operators/open-tenant");
    const input = { name, owner, ...(environment ? { environments: environment } : {}) };
    const { json, text } = shown(await openTenant(commandLineCaller(), input));
    const invitation = owner ? `\n\nAn invitation to own it is on its way to ${owner}.` : "";
    return { json, text: text + invitation };
  });
}

function listTenants({ search }: { search?: string }): Promise<CommandOutput> {
  return withService(async () => {
    const { listTenants: list } = await import("@/lib/core/operators/list-tenants");
    const tenants = await list({ q: search });
    const rows = tenants.map((one) => [
      one.publicId,
      one.name,
      one.status,
      one.environments.map(({ key }) => key).join(", "),
      formatMoment(one.createdAt),
    ]);
    return {
      json: { tenants: tenants.map(operatedTenantResponse) },
      text: tenants.length
        ? formatColumns(["id", "name", "status", "environments", "created"], rows)
        : "There is none. Make the first one: atrium tenant create Acme",
    };
  });
}

function disableTenant(id: string, { reason }: { reason?: string }): Promise<CommandOutput> {
  return withService(async () => {
    const { disableTenant: disable } = await import("@/lib/core/operators/disable-tenant");
    return shown(await requireTenant(id, () => disable(commandLineCaller(), id, reason ?? null)));
  });
}

function enableTenant(id: string): Promise<CommandOutput> {
  return withService(async () => {
    const { enableTenant: enable } = await import("@/lib/core/operators/enable-tenant");
    return shown(await requireTenant(id, () => enable(commandLineCaller(), id)));
  });
}

function shown(tenant: OperatedTenant): CommandOutput {
  return {
    json: operatedTenantResponse(tenant),
    text: formatLines([
      ["id", tenant.publicId],
      ["name", tenant.name],
      ["status", tenant.disabledReason ? `disabled: ${tenant.disabledReason}` : tenant.status],
      ["environments", tenant.environments.map(({ key, kind }) => `${key} (${kind})`).join(", ")],
    ]),
  };
}
