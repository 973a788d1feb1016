import type { Command } from "commander";
import { parseDays, parseLine } from "./argument";
import { requireTenant } from "./known-tenant";
import { commandLineCaller, withService } from "./service";
import { type CommandOutput, commandAction, formatColumns, formatMoment } from "./shown";

const DAY = 24 * 60 * 60 * 1000;

/** `atrium operator token …`: bearer tokens of the operator API. */
export function addOperatorTokenCommands(operator: Command): void {
  const token = operator
    .command("token")
    .description("Bearers of the operator API (/api/v1/operator)");
  token
    .command("create")
    .requiredOption("--name <name>", "what it is for; audit events carry it", parseLine(200))
    .option("--expires-in-days <days>", "when it ends by itself; never unless told", parseDays)
    .option("--tenant <id>", "the one tenant (atr_…) whose configuration it reaches")
    .description(
      "Make a token; it is shown once and reaches everything of the operator API, or one tenant's configuration",
    )
    .action(commandAction(create));
  token
    .command("list")
    .description("Show every token, without the token itself")
    .action(commandAction(list));
  token
    .command("revoke")
    .argument("<id>", "the token's id")
    .description("End a token at once")
    .action(commandAction(revoke));
}

interface TokenOptions {
  name: string;
  expiresInDays?: number;
  tenant?: string;
}

function create({ name, expiresInDays, tenant }: TokenOptions): Promise<CommandOutput> {
  return withService(async () => {
    const { createOperatorToken } = await import("@/lib/core/operators/create-operator-token");
    const expiresAt = expiresInDays ? new Date(Date.now() + expiresInDays * DAY) : null;
    const make = () =>
      createOperatorToken(commandLineCaller(), { name, expiresAt, tenant: tenant ?? null });
    const { id, token } = await (tenant ? requireTenant(tenant, make) : make());
    const reach = tenant ? ` It reaches the configuration of ${tenant} and nothing else.` : "";
    return {
      json: { id, name, token, expires_at: expiresAt, tenant: tenant ?? null },
      text: `${token}\n\nKeep it now: it is not shown again. Its id is ${id}, it ends ${expiresAt ? formatMoment(expiresAt) : "when it is revoked"}.${reach}`,
    };
  });
}

function list(): Promise<CommandOutput> {
  return withService(async () => {
    const { listOperatorTokens } = await import("@/lib/core/operators/list-operator-tokens");
    const tokens = await listOperatorTokens();
    const rows = tokens.map((one) => [
      one.id,
      one.name,
      one.hint,
      stateOf(one),
      one.onlyTenant ?? "the installation",
      formatMoment(one.createdAt),
      formatMoment(one.lastUsedAt),
    ]);
    return {
      json: {
        tokens: tokens.map((one) => ({
          id: one.id,
          name: one.name,
          hint: one.hint,
          state: stateOf(one),
          tenant: one.onlyTenant,
          created_at: one.createdAt,
          expires_at: one.expiresAt,
          last_used_at: one.lastUsedAt,
          revoked_at: one.revokedAt,
        })),
      },
      text: rows.length
        ? formatColumns(
            ["id", "name", "ends with", "state", "reaches", "created", "last used"],
            rows,
          )
        : "There is none. Make one: atrium operator token create --name Deployments",
    };
  });
}

function stateOf(token: { revokedAt: Date | null; expiresAt: Date | null }): string {
  if (token.revokedAt) return "revoked";
  return token.expiresAt && token.expiresAt <= new Date() ? "expired" : "live";
}

function revoke(id: string): Promise<CommandOutput> {
  return withService(async () => {
    const { revokeOperatorToken } = await import("@/lib/core/operators/revoke-operator-token");
    const { ServiceError } = await import("@/lib/kernel/errors");
    const none = new ServiceError("missing", {
      detail: `There is no token ${id}. Known ones: atrium operator token list`,
    });
    if (!/^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i.test(id)) throw none;
    const { revoked } = await revokeOperatorToken(commandLineCaller(), id).catch(
      (error: unknown) => {
        throw error instanceof ServiceError && error.reason === "missing" ? none : error;
      },
    );
    return {
      json: { id, revoked },
      text: revoked ? "It is revoked." : "It was revoked before; nothing changed.",
    };
  });
}
