/** Rules for migrations, and the remedy of each. A comment above a statement may allow an exception: `--
 *  allow RULE: REASON`. */
export const rules = {
  "index-blocks-writes":
    "nobody writes the table until the index is built: CREATE INDEX CONCURRENTLY IF NOT EXISTS in a migration whose first line is -- outside-transaction",
  "index-blocks-reads":
    "nobody reads the table until the index is built: build it concurrently in a migration before, then ADD CONSTRAINT … USING INDEX",
  "not-in-transaction":
    "it can't be in a transaction: put it in a migration of its own whose first line is -- outside-transaction",
  "not-repeatable":
    "a migration outside of a transaction is repeated from its first statement on: say IF NOT EXISTS or IF EXISTS",
  "own-transaction": "a migration is one transaction already",
  "scans-table":
    "nobody uses the table while PostgreSQL reads all of it: add the constraint NOT VALID, and validate it in a later migration",
  "validates-under-lock":
    "the lock that another statement took here stays until the end: validate in a migration of its own",
  "rewrites-table":
    "nobody uses the table while PostgreSQL writes it anew: add a column beside it, or give the default after the column",
  "requires-value":
    "rows that are there, and the release before, have no value for it: give it a default, or let it be null",
  "locks-table": "nobody uses the table until the migration ends",
  "changes-rows":
    "rows that are changed stay locked until the migration ends: bring them over in batches, outside of a transaction",
  "drop-table": "the release before uses it: say since which release nothing does",
  "drop-column": "the release before uses it: say since which release nothing does",
  "drop-function": "the release before may call it: say since which release nothing does",
  rename: "the release before uses the old name: add the new one beside it",
  opaque: "nobody can see what it locks: say why it stops no traffic",
} as const;

export type Rule = keyof typeof rules;

/** Rules that need a release since which nothing uses the removed object. */
export const contracting: ReadonlySet<Rule> = new Set([
  "drop-table",
  "drop-column",
  "drop-function",
  "rename",
]);

/** Tables with a few rows for each tenant at the most, so that reading or writing all of them takes no
 *  time. */
export const smallTables: ReadonlySet<string> = new Set([
  ...["tenants", "environments", "tenant_secrets", "tenant_security_policies", "tenant_branding"],
  ...[
    "platform",
    "platform_security_defaults",
    "signing_keys",
    "event_cursor",
    "schema_compatibility",
  ],
]);
