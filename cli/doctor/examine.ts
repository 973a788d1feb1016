import { ConfigurationError, loadConfig } from "@/lib/kernel/config/config";
import type { Ask } from "@/lib/kernel/db/ask";
import { explain } from "../commands/explain";
import { type Check, type Finding, failed, type Installation, skipped } from "./check";
import { type Connection, connectTo } from "./connection";

/** Finding of a check, with its name and duration. */
export interface Examined extends Finding {
  check: string;
  tookMs: number;
}

/** Deadline after which a check has failed, because its dependency does not answer. */
const DEADLINE_MS = 15_000;

/** Runs all checks beside each other, each with a deadline. Checks that need a missing configuration or
 *  database are skipped, so that one cause is one failure.
 *  @returns their findings, in the order of the checks */
export async function examine(
  checks: readonly Check[],
  env: Record<string, string | undefined>,
  deadlineMs = DEADLINE_MS,
): Promise<Examined[]> {
  const config = configOf(env);
  const connecting = config ? connectTo(config.databaseDirectUrl, deadlineMs / 3) : null;
  // Checks that await the connection see its failure; without any, it must not be unhandled.
  connecting?.catch(() => {});
  try {
    return await Promise.all(
      checks.map((check) => timed(check.name, deadlineMs, lookedAt(check, config, connecting))),
    );
  } finally {
    await connecting?.then(({ end }) => end()).catch(() => {});
  }
}

async function lookedAt(
  check: Check,
  config: Installation["config"] | null,
  connecting: Promise<Connection> | null,
): Promise<Finding> {
  if (check.needs === "nothing") return check.look();
  if (!config || !connecting) return skipped("the configuration has to be right first");
  const ask: Ask = async (text, values) => (await connecting).ask(text, values);
  if (check.needs === "database")
    try {
      await connecting;
    } catch {
      return skipped("the database has to be reached first");
    }
  return check.look({ config, ask });
}

async function timed(check: string, deadlineMs: number, looking: Promise<Finding>) {
  const startedAt = performance.now();
  const finding = await answeredBy(deadlineMs, looking).catch((error: unknown) =>
    failed(
      explain(error).message,
      "See what this check asks; the log of the service may say more.",
    ),
  );
  return { check, ...finding, tookMs: Math.round(performance.now() - startedAt) };
}

function answeredBy(deadlineMs: number, looking: Promise<Finding>): Promise<Finding> {
  const { promise, resolve } = Promise.withResolvers<Finding>();
  const late = failed(
    `no answer within ${deadlineMs / 1000} seconds`,
    "Whatever this check asks does not answer: look at that machine, and at firewalls on the way.",
  );
  const timer = setTimeout(() => resolve(late), deadlineMs);
  return Promise.race([looking, promise]).finally(() => clearTimeout(timer));
}

function configOf(env: Record<string, string | undefined>): Installation["config"] | null {
  try {
    return loadConfig(env);
  } catch (error) {
    if (error instanceof ConfigurationError) return null;
    throw error;
  }
}
