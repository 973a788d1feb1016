import { releases } from "../../lib/kernel/db/schema/releases";
import { brokenRules } from "./broken-rules";
import { parseMigration, type Statement } from "./parsed-migration";
import { contracting, type Rule, rules } from "./rules";

/** A comment that lets a statement break a rule. */
interface Allowed {
  rule: string;
  reason: string;
}

/** Checks a migration for harm to concurrent users of the database: returns a line for each finding, with its
 *  place and the remedy. Empty when there is none.
 *  @param script SQL of the migration */
export async function checkMigration(name: string, script: string): Promise<string[]> {
  const migration = await parseMigration(name, script);
  return migration.statements.flatMap((statement) => {
    const broken = brokenRules(statement.node, migration);
    const allowed = allowedAbove(statement);
    const place = `${name}, line ${statement.line}`;
    return [
      ...broken
        .filter((rule) => !allowed.some((one) => one.rule === rule))
        .map((rule) => `${place}: ${rule}: ${rules[rule]}`),
      ...allowed.flatMap((one) => wrongAllowance(one, broken).map((words) => `${place}: ${words}`)),
    ];
  });
}

function allowedAbove({ comments }: Statement): Allowed[] {
  return [...comments.matchAll(/^\s*--\s*allow ([a-z-]+):[ \t]*(.*)$/gm)].map(
    ([, rule = "", reason = ""]) => ({ rule, reason: reason.trim() }),
  );
}

function wrongAllowance({ rule, reason }: Allowed, broken: readonly Rule[]): string[] {
  const found = broken.find((one) => one === rule);
  if (!found) return [`"allow ${rule}" allows nothing here: take it out`];
  if (reason.length < 10) return [`"allow ${rule}" says no reason`];
  if (!contracting.has(found)) return [];
  const since = /since (\d+\.\d+\.\d+)/.exec(reason)?.[1];
  return releases.some(({ version }) => version === since)
    ? []
    : [`"allow ${rule}" must name the release since which nothing uses it: … since 0.1.0`];
}
