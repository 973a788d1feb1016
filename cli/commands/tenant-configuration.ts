import { writeFile } from "node:fs/promises";
import type { Command } from "commander";
import type { AppliedPart } from "@/lib/features/configuration/apply-configuration";
import type { Plan } from "@/lib/features/configuration/plan";
import type { CreatedSecret } from "@/lib/features/configuration/section";
import { parseAddress } from "./argument";
import {
  addInputOptions,
  type Input,
  type Look,
  type ReadInput,
  readInput,
} from "./configuration-input";
import { requireTenant } from "./known-tenant";
import { countsText, partsText, planJson } from "./plan-shown";
import { commandLineCaller, withService } from "./service";
import { type CommandOutput, commandAction, formatColumns } from "./shown";

/** `atrium tenant export`, `diff`, `plan`, `apply` and `schema`: a tenant's configuration as a file. */
export function addTenantConfigurationCommands(tenant: Command): void {
  tenant
    .command("export")
    .argument("[file]", "where to; stdout without it", "-")
    .requiredOption("--tenant <id>", "whose configuration (atr_…)")
    .option("--environment <key...>", "only these environments")
    .description("Write a tenant's configuration as YAML, without secrets")
    .action(commandAction(exportFile));
  addInputOptions(tenant.command("diff").argument("<file>", "the file; - is stdin"))
    .requiredOption("--tenant <id>", "the tenant (atr_…)")
    .description("Show how a tenant differs from a file; the exit code is 1 when it does")
    .action(commandAction(diff));
  addInputOptions(tenant.command("plan").argument("<file>", "the file; - is stdin"))
    .requiredOption("--tenant <id>", "the tenant (atr_…)")
    .option("--prune", "remove what the file does not name")
    .description("Show what applying a file would do, with the fingerprint of it")
    .action(commandAction(plan));
  addInputOptions(tenant.command("apply").argument("<file>", "the file; - is stdin"))
    .option("--tenant <id>", "the tenant (atr_…)")
    .option("--create", "make the tenant that the file describes instead")
    .option("--owner <email>", "with --create: who is to own it; they are invited", parseAddress)
    .option("--prune", "remove what the file does not name")
    .option("--fingerprint <text>", "do what the plan with this fingerprint showed, or nothing")
    .option("--yes", "do whatever is found, without a plan that was seen")
    .description("Bring a tenant to what a file says, each environment in one transaction")
    .action(commandAction(apply));
  tenant
    .command("schema")
    .description("Print the JSON Schema of a file, for editors")
    .action(async () => {
      const { configurationSchema } = await import(
        "@/lib/features/configuration/contract/tenant-configuration-schema"
      );
      console.log(JSON.stringify(configurationSchema(), null, 2));
    });
}

function exportFile(
  file: string,
  { tenant, environment }: { tenant: string; environment?: string[] },
): Promise<CommandOutput> {
  return withService(async () => {
    const { exportConfiguration } = await import(
      "@/lib/features/configuration/export-configuration"
    );
    const { configurationYaml } = await import("@/lib/features/configuration/configuration-yaml");
    const { fileOf } = await import("@/lib/features/configuration/contract/tenant-configuration");
    const configuration = await requireTenant(
      tenant,
      () => exportConfiguration(tenant, environment),
      environment ? `, or it has no environment ${environment.join(", ")}` : "",
    );
    const text = configurationYaml(configuration);
    if (file === "-") return { json: fileOf(configuration), text: text.trimEnd() };
    // An existing file is the earlier export: it is under version control.
    await writeFile(file, text);
    return { json: { file }, text: `Written to ${file}.` };
  });
}

interface Planning extends Input {
  tenant: string;
  prune?: boolean;
}

/** Plans a file for an existing tenant, or for the one that it makes. */
const planning =
  ({ tenant, prune = false }: Planning): Look =>
  async (configuration) => {
    const { planConfiguration } = await import("@/lib/features/configuration/plan-configuration");
    return planConfiguration({ tenant, prune, variables: process.env }, configuration);
  };
const lookForNew: Look = async (configuration) => {
  const { checkNewTenant } = await import("@/lib/features/configuration/create-configured-tenant");
  return checkNewTenant(configuration, process.env);
};

async function planOf(
  { configuration, located }: ReadInput,
  { tenant, prune = false }: Planning,
): Promise<Plan> {
  const { planConfiguration } = await import("@/lib/features/configuration/plan-configuration");
  const variables = process.env;
  return requireTenant(tenant, () =>
    located(() => planConfiguration({ tenant, prune, variables }, configuration)),
  );
}

function diff(file: string, options: Planning): Promise<CommandOutput> {
  return withService(async () => {
    const found = await planOf(await readInput(file, options, planning(options)), {
      ...options,
      prune: true,
    });
    const differs = found.parts.some(({ isNew, steps }) => isNew || steps.length > 0);
    if (differs) process.exitCode = 1;
    const { steps, environments_created } = planJson(options.tenant, found);
    const text = differs ? partsText(found.parts) : "The tenant is as the file says.";
    return { json: { tenant: options.tenant, differs, environments_created, steps }, text };
  });
}

function plan(file: string, options: Planning): Promise<CommandOutput> {
  return withService(async () => {
    const found = await planOf(await readInput(file, options, planning(options)), options);
    return { json: planJson(options.tenant, found), text: planText(found) };
  });
}

function planText(found: Plan): string {
  const shown = partsText(found.parts);
  const counts = countsText(found.parts);
  if (shown === "") return `Nothing to do. Fingerprint: ${found.fingerprint}`;
  return `${shown}\n\nTo be ${counts}\nFingerprint: ${found.fingerprint}`;
}

interface ApplyOptions extends Input {
  tenant?: string;
  create?: boolean;
  owner?: string;
  prune?: boolean;
  fingerprint?: string;
  yes?: boolean;
}

function apply(file: string, options: ApplyOptions): Promise<CommandOutput> {
  const { tenant, create, fingerprint, yes } = options;
  if ((tenant === undefined) === (create !== true))
    throw new Error("Say which tenant: --tenant atr_…, or --create for a new one.");
  if (fingerprint !== undefined && (yes || create))
    throw new Error(
      "--fingerprint says which plan is meant: it goes neither with --yes nor with --create.",
    );
  return withService(async () => {
    const look = tenant === undefined ? lookForNew : planning({ ...options, tenant });
    const input = await readInput(file, options, look);
    const meant = tenant ?? (await made(input, options));
    if (tenant && fingerprint === undefined && !yes) await refuseUnseen(input, options, tenant);
    return applied(input, options, meant);
  });
}

/** Creates the tenant; returns its public id. */
async function made({ configuration, located }: ReadInput, { owner }: ApplyOptions) {
  const { createConfiguredTenant } = await import(
    "@/lib/features/configuration/create-configured-tenant"
  );
  const variables = process.env;
  const { publicId } = await located(() =>
    createConfiguredTenant(commandLineCaller(), configuration, { owner, variables }),
  );
  return publicId;
}

/** Shows the plan and changes nothing, unless the plan is empty. */
async function refuseUnseen(input: ReadInput, options: ApplyOptions, tenant: string) {
  const found = await planOf(input, { ...options, tenant });
  if (found.parts.every(({ isNew, steps }) => !isNew && steps.length === 0)) return;
  console.log(planText(found));
  throw new Error(
    `Nothing was done. Add --fingerprint ${found.fingerprint} to do this, or --yes to do whatever is found.`,
  );
}

async function applied(
  { configuration, located }: ReadInput,
  {
    prune = false,
    fingerprint = null,
  }: Omit<ApplyOptions, "fingerprint"> & { fingerprint?: string | null },
  tenant: string,
): Promise<CommandOutput> {
  const { applyConfiguration } = await import("@/lib/features/configuration/apply-configuration");
  const parts: AppliedPart[] = [];
  const applying = { ...commandLineCaller(), tenant, prune, variables: process.env };
  const work = () =>
    located(() =>
      applyConfiguration(applying, configuration, fingerprint, (part) => parts.push(part)),
    );
  try {
    const found = await requireTenant(tenant, work);
    return shownOf(tenant, found, parts);
  } catch (error) {
    // Steps that succeeded stay done, and their secrets are shown nowhere else.
    if (parts.length > 0) console.log(appliedText(tenant, parts));
    throw error;
  }
}

function shownOf(tenant: string, found: Plan, parts: AppliedPart[]): CommandOutput {
  const { kept, fingerprint } = planJson(tenant, found);
  const secrets = parts.flatMap((part) => part.secrets);
  const { steps, environments_created } = planJson(tenant, { parts, fingerprint });
  const json = { tenant, environments_created, steps, kept, secrets: secrets.map(secretJson) };
  const text = parts.length > 0 ? appliedText(tenant, parts) : "Nothing to do.";
  return { json, text };
}

function appliedText(tenant: string, parts: AppliedPart[]): string {
  const secrets = parts.flatMap((part) => part.secrets);
  const rows = secrets.map(({ environment, key, clientId, clientSecret }) => [
    ...[environment, key, clientId, clientSecret ?? "-"],
  ]);
  return [
    partsText(parts),
    `${tenant}: ${countsText(parts)}`,
    ...(rows.length > 0
      ? [
          formatColumns(["environment", "client", "client id", "client secret"], rows),
          "Keep the secrets now: they are not shown again.",
        ]
      : []),
  ].join("\n\n");
}

function secretJson({ environment, key, clientId, clientSecret }: CreatedSecret) {
  return { environment, key, client_id: clientId, client_secret: clientSecret };
}
